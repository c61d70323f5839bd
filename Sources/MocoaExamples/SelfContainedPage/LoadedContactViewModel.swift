internal import Mocoa

/// The view model, which loads its model and then sends a signal.
final class LoadedContactViewModel: ViewModel {
  private let loader: ContactLoader

  /// The text of the contact, or `nil` until the contact is loaded.
  private(set) var text: ContactText?

  init(loader: ContactLoader) { self.loader = loader }

  override func prepare() {
    loader.load { [weak self] contact in
      self?.text = ContactText(contact)
      // One signal for all changes causes a single redraw.
      self?.send(.changed)
    }
  }
}
