internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaModel
internal import MocoaTerminal

/// The sample module at `mocoa://contacts/`, written in code: contacts in columns, and a page for
/// each contact.
@MainActor
enum ContactsModule {
  static let address = "mocoa://contacts/"

  static func register(in registry: ModuleRegistry) {
    let contacts = registry.define(address).page(localized("Contacts")) { options in
      try ContactsPage(url: options.url, registry: registry)
    }
    contacts.section("group").header.register(HeadingViewModel.self)
    let contact = contacts.section("group").cell("contact")
    contact.register(ContactCellViewModel.self).view(ContactCell.self)

    let page = contact.page(localized("One contact")) { options in
      try ContactPage(url: options.url, registry: registry)
    }
    page.section.header.register(HeadingViewModel.self)
    page.section.cell("detail").register(ContactDetailCellViewModel.self)
      .view(ContactDetailCell.self)
  }

  static func url(of contact: Contact) -> ModuleURL? {
    try? ModuleURL("\(address)group/contact?id=\(contact.id)")
  }

  /// Returns the URL of the address book with a contact as the current item.
  static func url(at contact: Contact) -> ModuleURL? {
    try? ModuleURL("\(address)#\(contact.id)")
  }
}
