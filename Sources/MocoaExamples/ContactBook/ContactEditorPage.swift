internal import Mocoa

/// The form in which a contact is edited.
///
/// It changes the contact itself, the option `model`, and emits which of its keys it has changed. Whose
/// child it is hears of it.
final class ContactEditorPage: FormPageViewModel {
  static let address = Examples.address(21) + "editor"

  static func register(in registry: ModuleRegistry) {
    registry[address].page("Editor") { options in
      ContactEditorPage(editing: try options.value("model"), options: options)
    }
  }

  private let contact: Contact

  private init(editing contact: Contact, options: PageOptions) {
    self.contact = contact
    super.init(
      options: options,
      fields: [
        Field("first name", contact.first), Field("last name", contact.last),
        Field("phone", contact.phone),
      ])
  }

  override var title: String { contact.name }
  override var breadcrumb: [String] { ["examples", "editor"] }

  /// None: the contact is known to this run only.
  override var restorationURL: ModuleURL? { nil }

  override func confirm() {
    let (name, phone) = (contact.name, contact.phone)
    (contact.first, contact.last) = (fields[0].text, fields[1].text)
    contact.phone = fields[2].text
    if contact.name != name { emit(.name) }
    if contact.phone != phone { emit(.phone) }
    answer(contact)
  }
}
