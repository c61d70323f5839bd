import Glibc
import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

/// A cache that defers its responses until ``answer()`` is called.
private final class SlowCache: EntityCache {
  private let inner = SQLiteEntityCache(path: "", mode: .inMemory)
  private let held = Mutex<[@Sendable () -> Void]>([])

  /// The temporary reason why reading fails, or `nil`.
  let failure = Mutex<EntityCacheError?>(nil)

  private func hold(_ perform: @escaping @Sendable () -> Void) {
    held.withLock { $0.append(perform) }
  }

  /// Sends all pending responses.
  func answer() {
    let all = held.withLock { held in
      defer { held = [] }
      return held
    }
    for perform in all { perform() }
  }

  func apply(_ batch: EntityBatch, completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    inner.apply(batch, completion: completion)
  }

  func load(
    _ places: [EntityRequest],
    completion: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    hold { [inner] in inner.load(places, completion: completion) }
  }

  func loadList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    hold { [self] in
      if let failure = failure.withLock({ $0 }) { return completion(.failure(failure)) }
      inner.loadList(name, of: shape, completion: completion)
    }
  }

  func flush(completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    inner.flush(completion: completion)
  }
}

@MainActor
@Suite("Messages example: persistence")
struct MessagesKeepingTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "messages.sqlite")
  }

  func service(seed: UInt64 = 7) -> MessageService {
    MessageService(
      server: MessageServer(clock: nil, random: SeededGenerator(seed: seed)), path: path)
  }

  /// Returns a service that has received and saved a response of the server.
  func settled(seed: UInt64 = 7) async -> MessageService {
    let service = service(seed: seed)
    service.refresh()
    await eventually("an answer") { service.store[Chat.all] != nil && !service.hasPendingRequests }
    await eventually("all is kept") { service.store.saveState != .saving }
    return service
  }

  /// Waits until all connections to the file are closed.
  func isClosed() async {
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
  }

  @Test("restores changes and deletions in a later run")
  func later() async throws {
    do {
      let service = await settled()
      try service.send("hello", to: 2)
      try service.edit(105, to: "edited")
      service.delete(302, of: 3)
      service.deletePerson(4)
      await eventually("all is kept") { service.store.saveState == .saved }
      #expect(service.statusText.hasSuffix("✓ saved"))
    }
    await isClosed()
    let service = await settled()
    let chats = try #require(service.store[Chat.all])
    // The server had one more message since the last run.
    #expect(chats.map(\.id) == [1, 2, 3, 5])
    #expect(
      chats.map(\.last?.text) == [
        "edited", "hello", "The first ones are red already", "Where are you?",
      ])
    let list = Message.list(with: 3)
    service.store.load(list) { _ in }
    await eventually("the list") { service.store[list] != nil }
    #expect(service.store[list]?.map(\.id) == [1000, 301])
    #expect(service.store[EntityReference<Participant>(4)] == nil)
  }

  @Test("receives each pending message of the server once")
  func receiving() async throws {
    var count = 0
    for run in 0..<4 {
      let service = await settled(seed: UInt64(run))
      count = service.store[EntityReference<Receipt>(0)]?.count ?? 0
      #expect(count == run, "the first run has everything else to receive")
      if run > 0 { service.delete(999 + run, of: MessageSamples.later[run - 1].sender.id) }
      await eventually("all is kept") { service.store.saveState == .saved }
    }
    #expect(count == 3)
  }

  @Test("two services agree at the start and see each other's changes")
  func two() async throws {
    let (one, other) = (service(seed: 1), service(seed: 2))
    one.refresh()
    other.refresh()
    for service in [one, other] {
      await eventually("an answer") {
        service.store[Chat.all]?.count == 5 && !service.hasPendingRequests
      }
      service.store.load(Message.list(with: 1)) { _ in }
    }
    try one.send("from one", to: 1)
    await eventually("the other one has it") {
      other.store[Message.list(with: 1)]?.first?.text == "from one"
    }
    try other.send("from the other", to: 1)
    await eventually("it is answered") {
      one.store[Message.list(with: 1)]?.prefix(2).map(\.text) == ["from the other", "from one"]
    }
    #expect(one.store[EntityReference<Chat>(1)]?.last?.text == "from the other")
    other.deletePerson(2)
    await eventually("a person is gone") { one.store[Chat.all]?.map(\.id) == [1, 3, 4, 5] }
    #expect(one.store[Message.list(with: 1)]?.count == other.store[Message.list(with: 1)]?.count)
  }

  @Test("a late response of the cache does not replace newer server data")
  func fresher() async throws {
    let cache = SlowCache()
    let old = EntityStore(cache: cache)
    let ada = Participant(id: 1, name: "Ada, as she was", isOnline: false)
    let local = Message(id: 7_000_000, text: "kept", sender: .me)
    try old.write { transaction throws(EntityError) in
      try transaction.set(Message.list(with: 1), to: [local])
      try transaction.set(Chat.all, to: [Chat(with: ada, last: local)])
    }
    await eventually("it is kept") { old.saveState == .saved }

    let service = MessageService(
      server: MessageServer(clock: nil, random: SeededGenerator(seed: 7)), cache: cache)
    service.refresh()
    #expect(service.store[Chat.all] == nil)
    await eventually("an answer") {
      cache.answer()
      return !service.hasPendingRequests
    }
    #expect(service.store[Chat.all]?.map(\.id) == [1], "what was kept counts")
    #expect(service.store[EntityReference<Chat>(1)]?.last?.text == "kept")
    #expect(
      service.store[EntityReference<Participant>(1)]?.name == "Ada Fenwick", "and is the older one")
    #expect(service.store[EntityReference<Participant>(2)] == nil, "a participant without a chat")
  }

  @Test("a temporary read error is not treated as an empty cache")
  func unreadable() async throws {
    let cache = SlowCache()
    let old = EntityStore(cache: cache)
    let (ada, local) = (MessageSamples.people[0], Message(id: 7, text: "kept", sender: .me))
    try old.write { transaction throws(EntityError) in
      try transaction.set(Message.list(with: 1), to: [local])
      try transaction.set(Chat.all, to: [Chat(with: ada, last: local)])
    }
    var service = MessageService(server: MessageServer(clock: nil), cache: cache)
    func refresh() async {
      service.refresh()
      await eventually("an answer") {
        cache.answer()
        return !service.hasPendingRequests
      }
    }
    cache.failure.withLock { $0 = EntityCacheError(.notReadable, "a lock") }
    await refresh()
    #expect(
      service.store[Chat.all]?.count == 5 && service.statusText == "samples only, not saved: a lock"
    )
    cache.failure.withLock { $0 = nil }
    try service.send("in memory only", to: 1)
    #expect(service.statusText == "samples only, not saved: a lock")
    service = MessageService(server: MessageServer(clock: nil), cache: cache)
    await refresh()
    #expect(service.store[Chat.all]?.map(\.last?.text) == ["kept"])
    cache.failure.withLock { $0 = EntityCacheError(.notReadable, "a lock") }
    try service.send("lost", to: 1)
    await eventually("it is said") {
      cache.answer()
      return service.statusText.hasSuffix("a lock")
    }
    cache.failure.withLock { $0 = nil }
    let list = Message.list(with: 1)
    service.store.load(list) { _ in }
    await eventually("the messages") {
      cache.answer()
      return service.store[list] != nil
    }
    #expect(service.store[list]?.map(\.text) == ["kept"])
  }

  // MARK: - Invalid files

  /// Expects an error message and content in memory for an invalid file, and an unchanged file.
  func expectInMemory(_ reason: String) async throws {
    let before = try folder.text(of: "messages.sqlite")
    var told: [String] = []
    let service = MessageService(server: MessageServer(clock: nil), path: path) { line, _ in
      told.append(line)
    }
    service.refresh()
    await eventually("an answer") { service.store[Chat.all] != nil && !service.hasPendingRequests }
    #expect(told == ["samples only, not saved: \(path): \(reason)"])
    #expect(service.store[Chat.all]?.count == 5, "the samples are shown")
    #expect(service.statusText == "samples only, not saved: messages.sqlite: \(reason)")
    try service.send("hello", to: 1)
    await eventually("it is answered") { service.store.saveState != .saving }
    #expect(service.store[EntityReference<Chat>(1)]?.last?.text == "hello")
    #expect(service.statusText == "samples only, not saved: messages.sqlite: \(reason)")
    #expect(try folder.text(of: "messages.sqlite") == before)
  }

  @Test("does not change a file that is not a database")
  func noDatabase() async throws {
    try folder.write("messages.sqlite", "something else")
    try await expectInMemory("not a database")
  }

  @Test("does not change a database of another program or a newer version")
  func others() async throws {
    for (place, reason) in [
      (60, "written by a newer version (99; this version supports 4)"),
      (68, "belongs to another application"),
    ] {
      _ = unlink(path)
      do { _ = await settled() }
      await isClosed()
      let file = fopen(path, "r+")
      fseek(file, place, SEEK_SET)
      fwrite([0, 0, 0, 99] as [UInt8], 1, 4, file)
      fclose(file)
      try await expectInMemory(reason)
    }
  }

  @Test("a read-only file shows its content and reports that changes are lost")
  func readOnly() async throws {
    do {
      let service = await settled()
      try service.send("kept", to: 1)
      await eventually("it is kept") { service.store.saveState == .saved }
    }
    await isClosed()
    let before = try folder.text(of: "messages.sqlite")
    // The cache is read-only because file permissions do not apply to root.
    let service = MessageService(
      server: MessageServer(clock: nil), cache: SQLiteEntityCache(path: path, mode: .readOnly),
      path: path)
    service.refresh()
    await eventually("an answer") { service.store[Chat.all] != nil && !service.hasPendingRequests }
    #expect(service.store[EntityReference<Chat>(1)]?.last?.text == "kept")
    #expect(service.statusText.contains("not saved: messages.sqlite: is open read-only"))
    try service.send("not kept", to: 1)
    await eventually("it is answered") { service.store.saveState != .saving }
    #expect(service.statusText.contains("not saved: messages.sqlite: is open read-only"))
    #expect(try folder.text(of: "messages.sqlite") == before)
  }

  @Test("without a folder, reports it, also in the log, and continues")
  func nowhere() async throws {
    var told: [String] = []
    let service = MessageService(server: MessageServer(clock: nil), path: nil) { line, isTrouble in
      told.append("\(line) \(isTrouble)")
    }
    #expect(told == ["in memory only: no folder true"])
    service.refresh()
    #expect(service.store[Chat.all]?.count == 5)
    #expect(service.statusText == "in memory only: no folder")
  }
}
