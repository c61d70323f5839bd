internal import Mocoa
internal import MocoaModel

/// The view model of a contact.
final class ContactCellViewModel: CellViewModel<Contact> {
  /// The text that is shown without columns, for example in a pipe.
  override var content: TextContent? {
    TextContent(
      [.init(model.name, .title), .init(model.nickname, .detail), .init(model.city, .detail)],
      trailing: [.init(model.phone, .number)])
  }

  override var destination: ModuleURL? { ContactsModule.url(of: model) }
}

/// The view model of a contact field.
final class ContactDetailCellViewModel: CellViewModel<ContactDetail> {
  override var content: TextContent? {
    TextContent([.init(model.label, .detail), .init(model.text, .title)])
  }
}
