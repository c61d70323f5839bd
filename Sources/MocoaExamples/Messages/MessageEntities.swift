internal import MocoaModel
internal import MocoaStore

/// A person who exchanges messages with the user, or the user.
struct Participant: Entity {
  static let entityName = "Person"

  let id: Int
  var name: String
  var isOnline = false

  /// The user of the program.
  static let me = Participant(id: 0, name: "you", isOnline: true)

  /// A Boolean value that indicates whether the person is the user of the program.
  var isMe: Bool { id == Self.me.id }
}

/// A message.
///
/// It is deleted together with its sender.
struct Message: Entity {
  let id: Int
  var text: String
  var sender: Participant

  static var children: [ChildField<Message>] { [.required(\.sender)] }

  /// Returns the key of the messages from and to a person, newest first.
  static func list(with person: Int) -> ListKey<Message> { ListKey("messages of \(person)") }

  /// Returns a new identity, unique among all programs that use the same file.
  static func newID() -> Int { Int.random(in: 1_000_000...Int.max) }
}

/// A chat with a person, and its last message.
///
/// It is deleted together with the person.
struct Chat: Entity {
  /// The identity, equal to that of the person.
  let id: Int
  var person: Participant
  var last: Message?

  static var children: [ChildField<Chat>] { [.required(\.person), .optional(\.last)] }

  /// The key of the list of all chats.
  static let all = ListKey<Chat>("chats")

  init(with person: Participant, last: Message? = nil) {
    (id, self.person, self.last) = (person.id, person, last)
  }
}

/// The number of messages that were received from the server.
///
/// The server does not send these messages again, even if the user deleted them.
struct Receipt: Entity {
  let id: Int
  var count: Int

  static let ref = EntityReference<Receipt>(0)
}
