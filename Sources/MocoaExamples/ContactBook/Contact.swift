internal import MocoaModel

/// A contact as in XZMocoa: a shared object that is edited in place.
///
/// The example needs such an object to show emissions and signals. All other models are values,
/// which are not edited.
///
/// The identity is determined by the first name, last name and phone at creation. Contacts are
/// compared by object, so a page must show the object of the book, because that is the edited one.
@MainActor
final class Contact: CellModel {
  nonisolated let itemID: ItemID

  var first: String
  var last: String
  var phone: String

  init(first: String, last: String, phone: String) {
    (self.first, self.last, self.phone) = (first, last, phone)
    itemID = ItemID("\(first) \(last) \(phone)")
  }

  /// The first and last name: `01 张三`.
  var name: String { "\(first) \(last)" }

  nonisolated func isContentEqual(to other: any CellModel) -> Bool { other as? Contact === self }
}

extension Contact: CustomStringConvertible {
  /// The identity at creation.
  ///
  /// The current values are accessible only on the main actor.
  nonisolated var description: String { itemID.description }
}

/// A list with the contacts in one section, a value that is both list and section.
struct ContactList: ListModel, SectionModel {
  let contacts: [Contact]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { "contacts" }

  var itemCount: Int { contacts.count }

  func item(at position: Int) -> any CellModel { contacts[position] }
}
