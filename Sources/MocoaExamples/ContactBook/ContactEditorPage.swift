internal import Mocoa

/// The form of a contact.
///
/// It changes the contact in the option `model`, and emits the keys that it changed to its parent.
final class ContactEditorPage: FormPageViewModel {
  static let address = Examples.address(21) + "editor"

  static func register(in registry: ModuleRegistry) {
    registry.define(address).page("Editor") { options in
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

  /// No URL, because the contact exists only in this run.
  override var restorationURL: ModuleURL? { nil }

  override func confirm() {
    let (name, phone) = (contact.name, contact.phone)
    (contact.first, contact.last) = (fields[0].text, fields[1].text)
    contact.phone = fields[2].text
    if contact.name != name { emit(.name) }
    if contact.phone != phone { emit(.phone) }
    finish(with: contact)
  }
}
