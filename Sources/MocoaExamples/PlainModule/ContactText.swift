/// What is written of a contact, as a reader expects it.
struct ContactText: Equatable {
  let name: String
  let phone: String
  let address: String

  init(_ contact: Addressee) {
    name = "\(contact.firstName) \(contact.lastName)"
    phone = Self.grouped(contact.phone)
    address = contact.address
  }

  /// A phone number in groups, the first 3, the last 4, and what is between: `139-2345-9876`.
  ///
  /// Up to 7 digits there are two groups, up to 3 one.
  static func grouped(_ phone: String) -> String {
    let end = phone.dropFirst(3)
    let groups = end.count <= 4 ? [end] : [end.dropLast(4), end.suffix(4)]
    return ([phone.prefix(3)] + groups).filter { !$0.isEmpty }.joined(separator: "-")
  }
}
