internal import MocoaModel
internal import MocoaStore
internal import MocoaTerminal

/// The chats and their messages, loaded from a file and then updated by the server.
///
/// All pages share the service. Each page has its own lists, which observe the store.
@MainActor
final class MessageService {
  let store: EntityStore

  private let server: MessageServer
  private let file: SQLiteEntityCache?
  private var saving: SaveStatus?

  /// The number of pending requests to the server.
  private var requests = 0

  /// The last response of the server, or the reason why it could not be stored.
  var lastResponse = "" { didSet { observers.notify(()) } }

  /// The number of pages that currently listen to pushes of the server.
  ///
  /// The server pushes only while the number is above 0.
  private var listeners = 0

  /// A Boolean value that indicates whether a push of the server is scheduled.
  private var isWaiting = false

  private let observers = Observers<Void>()

  /// The closures to call after all pending requests are complete.
  private var waiting: [@MainActor () -> Void] = []

  /// Creates a service that saves its data in a file.
  ///
  /// The closure `tell` logs the reasons why changes were not saved.
  ///
  /// - Parameter path: The path of the file, or `nil` to use only memory.
  convenience init(
    server: MessageServer, path: String?, log tell: @escaping SaveStatus.Logger = { _, _ in }
  ) {
    let cache = path.map { SQLiteEntityCache(path: $0) }
    self.init(server: server, cache: cache, path: path, log: tell)
  }

  /// Creates a service that saves its data in a cache.
  ///
  /// The closure `tell` logs the reasons why changes were not saved.
  ///
  /// - Parameters:
  ///   - cache: The cache, or `nil` to use only memory.
  ///   - path: The path of the cache, if it is a file.
  init(
    server: MessageServer, cache: (any EntityCache)?, path: String? = nil,
    log tell: @escaping SaveStatus.Logger = { _, _ in }
  ) {
    self.server = server
    file = cache as? SQLiteEntityCache
    store = EntityStore(cache: cache)
    saving = SaveStatus(of: store, path: path, log: tell) { [weak self] in
      self?.observers.notify(())
    }
  }

  /// A Boolean value that indicates whether a request to the server is pending.
  var hasPendingRequests: Bool { requests > 0 }

  /// The save status and the last response of the server.
  var statusText: String {
    [saving?.text ?? "", hasPendingRequests ? "asking…" : lastResponse].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Calls a closure whenever the status text changes, until the token is canceled or released.
  func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { perform() }
  }

  /// Requests the chats from the file and the server at the same time.
  ///
  /// The response of the server is stored after the file is loaded, so that its presence of each
  /// person replaces the presence in the file.
  func refresh() {
    store.load(Chat.all) { _ in }
    requests += 1
    server.fetch { [weak self] people in
      guard let self else { return }
      store.load(Chat.all) { result in
        if case .failure(let error) = result { self.continueInMemory("\(error)") }
        // Shown immediately instead of with the first change.
        if case .readOnly(let error)? = self.file?.status {
          self.saving?.disable(reason: "\(error)")
        }
        let isEmpty = (try? result.get())?.isEmpty ?? true
        self.store.load(Receipt.ref) { _ in self.merge(people, isEmpty: isEmpty) }
      }
    }
    observers.notify(())
  }

  /// Detaches the file and continues with the chats in memory.
  ///
  /// An unreadable file may contain data that must not be overwritten.
  private func continueInMemory(_ reason: String) {
    store.detachCache()
    saving?.showSamples(reason)
  }

  // MARK: - Responses

  /// Stores a response of the server: the presence of all persons, then the next new message.
  ///
  /// If the list of chats is empty, stores all samples instead.
  ///
  /// - Parameters:
  ///   - people: The persons.
  ///   - isEmpty: A Boolean value that indicates whether the file has no chats. It is used only if
  ///     the list is not loaded, for example because another program is changing it.
  private func merge(_ people: [Participant], isEmpty: Bool) {
    do throws(EntityError) {
      if store[Chat.all]?.isEmpty ?? isEmpty {
        try store.write { transaction throws(EntityError) in
          try Self.begin(with: people, &transaction)
        }
        finishRequest("")
      } else {
        try store.write { transaction throws(EntityError) in
          for person in people { try Self.takePresence(of: person, &transaction) }
        }
        receiveNext()
      }
    } catch {
      finishRequest("\(error)")
    }
  }

  private func finishRequest(_ answer: String) {
    requests -= 1
    self.lastResponse = answer
    guard !hasPendingRequests else { return }
    let waiting = waiting
    self.waiting = []
    for perform in waiting { perform() }
  }

  /// Calls a closure after all pending requests are complete.
  func onRequestsFinished(_ perform: @escaping @MainActor () -> Void) {
    if hasPendingRequests { waiting.append(perform) } else { perform() }
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
    guard transaction[EntityReference<Chat>(person.id)] != nil else {
      // The chat was deleted here, and the server does not know that.
      return transaction.delete(person)
    }
    try transaction.upsert(person)
  }

  /// Receives the next message of the server, if there is one.
  private func receiveNext() {
    let count = store[Receipt.ref]?.count ?? 0
    guard MessageSamples.later.indices.contains(count) else { return finishRequest("nothing new") }
    let message = MessageSamples.later[count]
    add(message, to: message.sender.id, with: Receipt(id: 0, count: count + 1)) { [weak self] in
      self?.finishRequest($0)
    }
  }

  // MARK: - Pushes

  /// Starts pushes of the server, until the token is canceled or released.
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
        self?.lastResponse = $0
      }
    case .presence(let person):
      try? store.write { transaction throws(EntityError) in
        try Self.takePresence(of: person, &transaction)
      }
    case nil: break
    }
  }
}
