internal import MocoaData
internal import MocoaModel

/// Somebody one writes with.
struct Participant: Entity {
  static let entityName = "Person"

  let id: Int
  var name: String
  var isOnline = false

  /// Who sits in front of the program.
  static let me = Participant(id: 0, name: "you", isOnline: true)

  /// Whether it is who sits in front of the program.
  var isMe: Bool { id == Self.me.id }
}

/// What somebody has written; it is gone with whoever has written it.
struct Message: Entity {
  let id: Int
  var text: String
  var sender: Participant

  static var children: [Child<Message>] { [.required(\.sender)] }

  /// The messages from and to somebody, the newest first.
  static func list(with person: Int) -> ListKey<Message> { ListKey("messages of \(person)") }

  /// An identity that no other program that uses the same file will have taken.
  static func newID() -> Int { Int.random(in: 1_000_000...Int.max) }
}

/// Somebody one writes with, and what was written last; it is gone with him.
struct Chat: Entity {
  /// That of the person.
  let id: Int
  var person: Participant
  var last: Message?

  static var children: [Child<Chat>] { [.required(\.person), .optional(\.last)] }

  /// All chats.
  static let all = ListKey<Chat>("chats")

  init(with person: Participant, last: Message? = nil) {
    (id, self.person, self.last) = (person.id, person, last)
  }
}

/// How many of the messages that the server had ready were received: those are not received again,
/// though they may have been deleted.
struct Receipt: Entity {
  let id: Int
  var count: Int

  static let ref = Ref<Receipt>(0)
}
