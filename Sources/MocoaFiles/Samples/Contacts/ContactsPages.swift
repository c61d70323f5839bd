internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaModel

/// The page of the address book.
final class ContactsPage: ListPageViewModel {
  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let book = try AddressBook.bundled.get()
    let list = SectionedList(
      book.groups.map { group in
        Section(
          id: ItemID(group.name), moduleName: "group",
          header: Heading(text: group.name, count: "\(group.contacts.count)"),
          items: group.contacts)
      })
    super.init(
      url: url, list: ListViewModel(model: list, module: registry.define(url.withoutOptions)))
  }

  override var title: String { localized("contacts") }
  override var parentURL: ModuleURL? { ModuleURL.home }
  override var breadcrumb: [String] { [title] }
}

/// The page of one contact.
final class ContactPage: ListPageViewModel {
  private let contact: Contact

  init(url: ModuleURL, registry: ModuleRegistry) throws {
    guard let (contact, group) = try AddressBook.bundled.get().contact(url["id"]) else {
      throw UnknownSampleItemError(kind: localized("contact"), id: url["id"])
    }
    self.contact = contact
    let list = SectionedList([
      Section(
        id: "details", header: Heading(text: contact.name, count: group.name),
        items: contact.details)
    ])
    super.init(
      url: url, list: ListViewModel(model: list, module: registry.define(url.withoutOptions)))
  }

  override var title: String { contact.name }
  override var parentURL: ModuleURL? { ContactsModule.url(at: contact) }
  override var breadcrumb: [String] { [localized("contacts"), title] }
}
