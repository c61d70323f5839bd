internal import MocoaStore

extension MessageService {
  /// An error that describes why a change was not made.
  enum MessageError: Error, CustomStringConvertible {
    case noChat
    case noMessage

    var description: String {
      switch self {
      case .noChat: "the chat is gone"
      case .noMessage: "the message is gone"
      }
    }
  }

  /// Sends a message to a person.
  ///
  /// - Returns: The identity of the message.
  @discardableResult
  func send(_ text: String, to person: Int) throws(MessageError) -> Int {
    guard store[EntityReference<Chat>(person)] != nil else { throw .noChat }
    let message = Message(id: Message.newID(), text: text, sender: .me)
    add(message, to: person) { [weak self] in self?.lastResponse = $0 }
    return message.id
  }

  /// Changes the text of a message.
  func edit(_ message: Int, to text: String) throws {
    guard var message = store[EntityReference<Message>(message)] else {
      throw MessageError.noMessage
    }
    message.text = text
    try store.upsert(message)
  }

  /// Deletes a message.
  ///
  /// If it was the last message of the chat, the message before it becomes the last.
  func delete(_ message: Int, of person: Int) {
    try? store.write { transaction throws(EntityError) in
      transaction.delete(EntityReference<Message>(message))
      guard var chat = transaction[EntityReference<Chat>(person)] else { return }
      chat.last = transaction[Message.list(with: person)]?.first
      try transaction.upsert(chat)
    }
  }

  /// Deletes a person with all messages.
  ///
  /// The store deletes the messages that the person sent together with the person. This method also
  /// deletes the messages to the person.
  func deletePerson(_ person: Int) {
    store.load(Message.list(with: person)) { [store] _ in
      store.write { transaction in
        for message in transaction[Message.list(with: person)] ?? [] { transaction.delete(message) }
        transaction.delete(EntityReference<Participant>(person))
      }
    }
  }

  /// Inserts a message at the beginning of a chat, after loading its messages.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - person: The identity of the person.
  ///   - receipt: A receipt to save in the same transaction, even if the chat was deleted.
  ///   - completion: A closure that receives a short description of the result.
  func add(
    _ message: Message, to person: Int, with receipt: Receipt? = nil,
    completion: @escaping @MainActor @Sendable (String) -> Void
  ) {
    store.load(Message.list(with: person)) { [store] result in
      do {
        // If the messages could not be loaded, the list must not be replaced by this single
        // message.
        _ = try result.get()
        let isAdded = try store.write { transaction throws(EntityError) in
          if let receipt { try transaction.upsert(receipt) }
          return try Self.add(message, to: person, &transaction)
        }
        completion(isAdded && !message.sender.isMe ? "1 new" : "")
      } catch {
        completion("\(error)")
      }
    }
  }

  private static func add(
    _ message: Message, to person: Int, _ transaction: inout EntityTransaction
  ) throws(EntityError) -> Bool {
    guard var chat = transaction[EntityReference<Chat>(person)] else { return false }
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
