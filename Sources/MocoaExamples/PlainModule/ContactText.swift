/// The formatted text of a contact.
struct ContactText: Equatable {
  let name: String
  let phone: String
  let address: String

  init(_ contact: Addressee) {
    name = "\(contact.firstName) \(contact.lastName)"
    phone = Self.grouped(contact.phone)
    address = contact.address
  }

  /// Returns a phone number in groups of the first 3, the middle and the last 4 digits:
  /// `139-2345-9876`.
  ///
  /// A phone number of 4 to 7 digits has two groups. A shorter phone number has one group.
  static func grouped(_ phone: String) -> String {
    let end = phone.dropFirst(3)
    let groups = end.count <= 4 ? [end] : [end.dropLast(4), end.suffix(4)]
    return ([phone.prefix(3)] + groups).filter { !$0.isEmpty }.joined(separator: "-")
  }
}
