internal import MocoaModel

/// A contact, which is a shared object that is edited in place, as in XZMocoa.
///
/// The example needs an object to show emissions and signals. The models of the other examples are
/// values, which cannot change.
///
/// The identity is determined by the first name, last name and phone number at creation. Two
/// contacts are equal only if they are the same object, because a page and a form must share the
/// object in the book.
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
  /// The identity that was determined at creation.
  ///
  /// The current name and phone are accessible only on the main actor.
  nonisolated var description: String { itemID.description }
}

/// A list with all contacts in one section.
///
/// The value is both the list and its section.
struct ContactList: ListModel, SectionModel {
  let contacts: [Contact]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { "contacts" }

  var itemCount: Int { contacts.count }

  func item(at position: Int) -> any CellModel { contacts[position] }
}
