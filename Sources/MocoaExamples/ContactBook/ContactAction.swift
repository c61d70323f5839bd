internal import MocoaModel

/// An operation on the contacts of a book, which the user selects from a list.
enum ContactAction: String, CaseIterable, CellModel {
  case reset = "start again with ten contacts"
  case showFirstList = "list 1: A–F"
  case showSecondList = "list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C"
  case sortByName = "sort by name"
  case sortByNameDescending = "sort by name, descending"
  case sortByPhone = "sort by phone"
  case sortByPhoneDescending = "sort by phone, descending"
  case insertFirst = "insert at the beginning"
  case insertMiddle = "insert in the middle"
  case insertLast = "insert at the end"
  case deleteFirst = "delete the first"
  case deleteLast = "delete the last"
  case deleteRandom = "delete any"
  case deleteAll = "delete all"

  var itemID: ItemID { ItemID(rawValue) }

  /// A short description of the operation.
  var summary: String { String(rawValue.prefix { $0 != ":" }) }
}
