internal import Mocoa
internal import MocoaModel

/// A person in the address book.
final class ContactCellViewModel: CellViewModel<Contact> {
  /// For those who have no columns, such as a pipe.
  override var content: TextContent? {
    TextContent(
      [.init(model.name, .title), .init(model.nickname, .detail), .init(model.city, .detail)],
      trailing: [.init(model.phone, .number)])
  }

  override var destination: ModuleURL? { ContactsModule.url(of: model) }
}

/// One thing that is known of a person.
final class ContactDetailCellViewModel: CellViewModel<ContactDetail> {
  override var content: TextContent? {
    TextContent([.init(model.label, .detail), .init(model.text, .title)])
  }
}
