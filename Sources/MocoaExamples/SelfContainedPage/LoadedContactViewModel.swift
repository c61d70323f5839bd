internal import Mocoa

/// The view model, which loads its model and sends a signal after that.
final class LoadedContactViewModel: ViewModel {
  private let loader: ContactLoader

  /// The text of the contact, or `nil` until it is loaded.
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
