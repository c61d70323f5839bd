internal import MocoaData

extension MessageService {
  /// Why something is not done.
  enum Refusal: Error, CustomStringConvertible {
    case noChat
    case noMessage

    var description: String {
      switch self {
      case .noChat: "the chat is gone"
      case .noMessage: "the message is gone"
      }
    }
  }

  /// Sends a message to somebody.
  ///
  /// - Returns: the identity of the message.
  @discardableResult
  func send(_ text: String, to person: Int) throws(Refusal) -> Int {
    guard store[Ref<Chat>(person)] != nil else { throw .noChat }
    let message = Message(id: Message.newID(), text: text, sender: .me)
    add(message, to: person) { [weak self] in self?.answer = $0 }
    return message.id
  }

  /// Gives a message another text.
  func edit(_ message: Int, to text: String) throws {
    guard var message = store[Ref<Message>(message)] else { throw Refusal.noMessage }
    message.text = text
    try store.upsert(message)
  }

  /// Deletes a message; in its chat, the one before it is the last then.
  func delete(_ message: Int, of person: Int) {
    try? store.write { transaction throws(EntityError) in
      transaction.delete(Ref<Message>(message))
      guard var chat = transaction[Ref<Chat>(person)] else { return }
      chat.last = transaction[Message.list(with: person)]?.first
      try transaction.upsert(chat)
    }
  }

  /// Deletes somebody with everything that was written, wherever it is shown.
  ///
  /// Of what they have written, the store knows itself that it is gone with them; of what was written
  /// to them it does not.
  func deletePerson(_ person: Int) {
    store.load(Message.list(with: person)) { [store] _ in
      store.write { transaction in
        for message in transaction[Message.list(with: person)] ?? [] { transaction.delete(message) }
        transaction.delete(Ref<Participant>(person))
      }
    }
  }

  /// Puts a message in front of those of a chat, which may have to be read first.
  ///
  /// - Parameters:
  ///   - receipt: is kept in the same transaction, whether the chat is still there or not.
  ///   - then: is told what came of it, in a few words.
  func add(
    _ message: Message, to person: Int, with receipt: Receipt? = nil,
    then: @escaping @MainActor @Sendable (String) -> Void
  ) {
    store.load(Message.list(with: person)) { [store] result in
      do {
        // A list of which it is not known what is in it is not to become this message alone.
        _ = try result.get()
        let isAdded = try store.write { transaction throws(EntityError) in
          if let receipt { try transaction.upsert(receipt) }
          return try Self.add(message, to: person, &transaction)
        }
        then(isAdded && !message.sender.isMe ? "1 new" : "")
      } catch {
        then("\(error)")
      }
    }
  }

  private static func add(
    _ message: Message, to person: Int, _ transaction: inout EntityTransaction
  ) throws(EntityError) -> Bool {
    guard var chat = transaction[Ref<Chat>(person)] else { return false }
    let list = Message.list(with: person)
    if transaction[list] == nil {
      try transaction.set(list, to: [message])
    } else {
      try transaction.edit(list) { $0.insert(message, at: 0) }
    }
    chat.last = message
    try transaction.upsert(chat)
    return true
  }
}
