internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The chats and their messages: kept in a file, answered by that at once, and by the server later.
///
/// All pages share it; each has lists of its own, which follow its store.
@MainActor
final class MessageService {
  let store: EntityStore

  private let server: MessageServer
  private let file: SQLiteEntityCache?
  private var saving: SaveRemark?

  /// How many answers of the server are awaited.
  private var requests = 0

  /// What the server has answered last, or why it is not taken over.
  var answer = "" { didSet { observers.send(()) } }

  /// The number of pages that want to be told what happens; the server tells it to none otherwise.
  private var listeners = 0

  /// Whether the server is going to tell something.
  private var isWaiting = false

  private let observers = Observers<Void>()

  /// Those who wait for the server.
  private var waiting: [@MainActor () -> Void] = []

  /// A service that keeps what it has in a file; nil for none.
  ///
  /// - Parameter tell: tells the log what is not saved.
  convenience init(
    server: MessageServer, path: String?, tell: @escaping SaveRemark.Tell = { _, _ in }
  ) {
    let cache = path.map { SQLiteEntityCache(path: $0) }
    self.init(server: server, cache: cache, path: path, tell: tell)
  }

  /// A service that keeps what it has in a cache; nil for none.
  ///
  /// - Parameter path: that of the file, if it is one.
  init(
    server: MessageServer, cache: (any EntityCache)?, path: String? = nil,
    tell: @escaping SaveRemark.Tell = { _, _ in }
  ) {
    self.server = server
    file = cache as? SQLiteEntityCache
    store = EntityStore(cache: cache)
    saving = SaveRemark(of: store, path: path, tell: tell) { [weak self] in
      self?.observers.send(())
    }
  }

  /// Whether an answer of the server is awaited.
  var isAsking: Bool { requests > 0 }

  /// Whether all is saved, and what the server says.
  var remark: String {
    [saving?.text ?? "", isAsking ? "asking…" : answer].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Tells when the remark is another, until the token is cancelled or let go.
  func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { perform() }
  }

  /// Asks the file and the server, both at once; what the server says is newer, whoever answers first.
  func refresh() {
    store.load(Chat.all) { _ in }
    requests += 1
    server.fetch { [weak self] people in
      guard let self else { return }
      store.load(Chat.all) { result in
        if case .failure(let error) = result { self.goOnInMemory("\(error)") }
        // Said at once, and not with the first change only.
        if case .readOnly(let error)? = self.file?.status { self.saving?.giveUp("\(error)") }
        self.store.load(Receipt.ref) { _ in self.merge(people) }
      }
    }
    observers.send(())
  }

  /// What cannot be read now may hold something, in whose place nothing must be put.
  private func goOnInMemory(_ reason: String) {
    store.forgetCache()
    saving?.showSamples(reason)
  }

  // MARK: - What the server says

  /// Takes over who is online, and a message that is new; everything, where there is nothing.
  private func merge(_ people: [Participant]) {
    do throws(EntityError) {
      if store[Chat.all]?.isEmpty ?? true {
        try store.write { transaction throws(EntityError) in
          try Self.begin(with: people, &transaction)
        }
        endAsking("")
      } else {
        try store.write { transaction throws(EntityError) in
          for person in people { try Self.takePresence(of: person, &transaction) }
        }
        receiveNext()
      }
    } catch {
      endAsking("\(error)")
    }
  }

  private func endAsking(_ answer: String) {
    requests -= 1
    self.answer = answer
    guard !isAsking else { return }
    let waiting = waiting
    self.waiting = []
    for perform in waiting { perform() }
  }

  /// Calls back when no answer of the server is awaited any more.
  func whenAnswered(_ perform: @escaping @MainActor () -> Void) {
    if isAsking { waiting.append(perform) } else { perform() }
  }

  private static func begin(
    with people: [Participant], _ transaction: inout EntityTransaction
  ) throws(EntityError) {
    for (chat, messages) in MessageSamples.chats {
      try transaction.set(Message.list(with: chat.id), to: messages)
    }
    try transaction.set(Chat.all, to: MessageSamples.chats.map(\.chat))
    try transaction.upsert(people)
  }

  private static func takePresence(
    of person: Participant, _ transaction: inout EntityTransaction
  ) throws(EntityError) {
    guard transaction[Ref<Chat>(person.id)] != nil else {
      // Deleted here, of which the server knows nothing.
      return transaction.delete(person)
    }
    try transaction.upsert(person)
  }

  /// Receives the next message that the server has ready, if there is one.
  private func receiveNext() {
    let count = store[Receipt.ref]?.count ?? 0
    guard MessageSamples.later.indices.contains(count) else { return endAsking("nothing new") }
    let message = MessageSamples.later[count]
    add(message, to: message.sender.id, with: Receipt(id: 0, count: count + 1)) { [weak self] in
      self?.endAsking($0)
    }
  }

  // MARK: - What the server tells by itself

  /// Has the server tell what happens, until the token is cancelled or let go.
  func listen() -> ObservationToken {
    listeners += 1
    waitForPush()
    return ObservationToken { [weak self] in self?.listeners -= 1 }
  }

  private func waitForPush() {
    guard listeners > 0, !isWaiting else { return }
    isWaiting = true
    server.wait { [weak self] in
      guard let self else { return }
      isWaiting = false
      guard listeners > 0 else { return }
      receivePush()
      waitForPush()
    }
  }

  private func receivePush() {
    switch server.push(about: store[Chat.all]?.map(\.person) ?? []) {
    case .message(let message):
      add(message, to: message.sender.id) { [weak self] in
        self?.answer = $0
      }
    case .presence(let person):
      try? store.write { transaction throws(EntityError) in
        try Self.takePresence(of: person, &transaction)
      }
    case nil: break
    }
  }
}
