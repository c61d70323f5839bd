internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel

/// The bundled address book.
///
/// Its fictitious names are hard to align in columns.
struct AddressBook: Sendable {
  let groups: [Group]

  /// The bundled address book, parsed once.
  static let bundled = Result { try AddressBook(JSON.parse(Resources.contacts)) }

  /// Contacts whose names have letters of the same range, such as a script.
  struct Group: Sendable {
    let name: String
    let contacts: [Contact]
  }

  init(_ json: FieldValue) throws {
    groups = try json.array("sections").map { section in
      Group(
        name: try section.string("name"),
        contacts: try section.array("contacts").map { try Contact($0) })
    }
  }

  /// Returns the contact with an identifier and its group, or `nil` if there is none.
  func contact(_ id: String?) -> (contact: Contact, group: Group)? {
    groups.lazy.compactMap { group in
      group.contacts.first { String($0.id) == id }.map { ($0, group) }
    }.first
  }
}

/// A contact in the address book.
struct Contact: CellModel, Identifiable, Equatable, RecordDecodable {
  let id: Int
  let name: String
  let nickname: String
  let city: String
  let phone: String
  let email: String
  let note: String?

  var moduleName: String { "contact" }

  init(_ record: some FieldReadable) throws {
    id = try record.integer("id")
    name = try record.string("name")
    nickname = try record.string("nickname")
    city = try record.string("city")
    phone = try record.string("phone")
    email = try record.string("email")
    note = try record.optionalString("note")
  }

  /// The fields of the contact as items.
  ///
  /// They include the name, which the heading may truncate.
  var details: [ContactDetail] {
    let texts = [
      ("name", name), ("nickname", nickname), ("city", city), ("phone", phone), ("email", email),
    ]
    return (texts + [("note", note)].compactMap { label, text in text.map { (label, $0) } })
      .map { ContactDetail(label: $0, text: $1) }
  }
}

/// A field of a contact.
struct ContactDetail: CellModel, Equatable {
  let label: String
  let text: String

  var itemID: ItemID { ItemID(label) }
  var moduleName: String { "detail" }
}
