internal import MocoaModel

/// A contact as the original has it: one object that is shared and edited in place, which it takes to
/// show emissions and signals; elsewhere models are values, and nobody edits them.
///
/// Made with the same first name, last name and phone it is the same item, however often it is made.
/// What it is compared by is the object: who shows a contact is to hold the one that is in the book,
/// for that is the one that is edited.
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

  /// `01 张三`.
  var name: String { "\(first) \(last)" }

  nonisolated func isContentEqual(to other: any CellModel) -> Bool { other as? Contact === self }
}

extension Contact: CustomStringConvertible {
  /// What it was made with: what it is now is known to the main actor only.
  nonisolated var description: String { itemID.description }
}

/// The contacts as a list of one section: one value that is both.
struct ContactList: ListModel, SectionModel {
  let contacts: [Contact]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { "contacts" }

  var itemCount: Int { contacts.count }

  func item(at position: Int) -> any CellModel { contacts[position] }
}
