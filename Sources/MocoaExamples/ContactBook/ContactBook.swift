/// The contacts of a book and the operations on them.
///
/// The book does not depend on the lists that show the contacts.
@MainActor
final class ContactBook {
  private(set) var contacts: [Contact] = []

  private var maker = ContactGenerator()

  /// Creates a book with ten contacts.
  init() { perform(.reset) }

  /// The contacts as a list.
  var list: ContactList { ContactList(contacts: contacts) }

  /// Performs an action, which changes the contacts.
  ///
  /// A deletion in an empty book has no effect.
  func perform(_ action: ContactAction) {
    switch action {
    case .reset:
      maker.restart()
      contacts = (0..<10).map { _ in maker.next() }
    case .showFirstList: show(["A", "B", "C", "D", "E", "F"])
    case .showSecondList:
      show(["0", "1", "2", "3", "4", "F", "6", "E", "8", "9", "10", "11", "C"])
    case .sortByName: contacts.sort { $0.name < $1.name }
    case .sortByNameDescending: contacts.sort { $0.name > $1.name }
    case .sortByPhone: contacts.sort { $0.phone < $1.phone }
    case .sortByPhoneDescending: contacts.sort { $0.phone > $1.phone }
    case .insertFirst: contacts.insert(maker.next(), at: 0)
    case .insertMiddle: contacts.insert(maker.next(), at: contacts.count / 2)
    case .insertLast: contacts.append(maker.next())
    case .deleteFirst: contacts = Array(contacts.dropFirst())
    case .deleteLast: contacts = Array(contacts.dropLast())
    case .deleteRandom: maker.randomIndex(below: contacts.count).map { _ = contacts.remove(at: $0) }
    case .deleteAll: contacts = []
    }
  }

  /// Replaces the contacts of the book with contacts that have the given first names.
  ///
  /// Contacts that are already in the book remain the same objects.
  private func show(_ tags: [String]) {
    contacts = tags.map { tag in
      let contact = ContactGenerator.contact(tag)
      return contacts.first { $0.itemID == contact.itemID } ?? contact
    }
  }
}
