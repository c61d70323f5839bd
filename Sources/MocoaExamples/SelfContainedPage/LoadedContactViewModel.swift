internal import Mocoa

/// The view model: it gets its model itself, and says when it has it.
final class LoadedContactViewModel: ViewModel {
  private let loader: ContactLoader

  /// What is shown; nil until it is loaded.
  private(set) var text: ContactText?

  init(loader: ContactLoader) { self.loader = loader }

  override func prepare() {
    loader.load { [weak self] contact in
      self?.text = ContactText(contact)
      // Whatever has changed, it is one signal, and so one drawing.
      self?.send(.changed)
    }
  }
}
