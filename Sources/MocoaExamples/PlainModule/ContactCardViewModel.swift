internal import Mocoa

/// The view model: says what a card shows, and knows no card.
final class ContactCardViewModel: CellViewModel<Addressee> {
  private(set) lazy var text = ContactText(model)

  override func modelDidChange(from old: Addressee) { text = ContactText(model) }
}
