internal import Mocoa

/// The view model, which provides the content of a card and does not depend on the view.
final class ContactCardViewModel: CellViewModel<Addressee> {
  private(set) lazy var text = ContactText(model)

  override func modelDidChange(from old: Addressee) { text = ContactText(model) }
}
