import CZlib
import Glibc
import MocoaModel
import MocoaSQLite
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Caches with damaged, open or foreign parts")
@MainActor
struct CacheRepairTests {
  struct Leaf: Entity {
    let id: Int
    var text = ""
  }

  struct Branch: Entity {
    let id: Int
    var leaves: [Leaf] = []
    static var children: [ChildField<Branch>] { [.many(\.leaves)] }
  }

  /// An entity that cannot be encoded while it is broken.
  struct Vase: Entity {
    let id: Int
    var isBroken = false

    init(id: Int, isBroken: Bool = false) { (self.id, self.isBroken) = (id, isBroken) }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      if isBroken { throw TestError() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
    }

    enum CodingKeys: CodingKey { case id }
    struct TestError: Error {}
  }

  struct Baritone: Entity {
    let id: Int
  }

  struct Tenor: Entity {
    let id: Int
    static var formerNames: [String] { ["Shop.Baritone"] }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let log = CallbackRecorder<String>()
  private let leaves = ListKey<Leaf>("leaves")
  private let branches = ListKey<Branch>("branches")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cache.db")
  }

  private func opened() -> SQLiteEntityCache {
    SQLiteEntityCache(path: path) { [log] in log.tell($0) }
  }

  private func file() throws -> CacheFile {
    try CacheFile.open(path: path, mode: .readWrite, busyTimeout: .seconds(5)) { _ in }
  }

  private func isClosed() async {
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
  }

  private func compact(_ cache: SQLiteEntityCache) async -> EntityCacheError? {
    await withCheckedContinuation { done in
      cache.compact { _ in
        []
      } completion: {
        done.resume(returning: $0)
      }
    }
  }

  // MARK: - Damage

  @Test(
    "report one damaged list, read the rest, and replace the list",
    arguments: [
      "UPDATE list_base SET ids = x'00' WHERE list = 1", "UPDATE list_edit SET first = 9",
      "UPDATE list SET size = 99 WHERE number = 1", "DELETE FROM list_base WHERE list = 1",
      "DELETE FROM list_edit WHERE number = 1", "UPDATE list SET kind = 77 WHERE number = 1",
    ])
  func damagedList(sql: String) async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Leaf(id: 2), Branch(id: 1, leaves: [Leaf(id: 1)]))
      $0.set(leaves, [1])
      $0.set(branches, [1])
    }
    await opened().keep { $0.edit(leaves, at: 1, after: 1, inserting: [2]) }
    await isClosed()
    try OtherConnection(path).run(sql)
    let cache = opened()
    func expectRest() async throws {
      #expect(try await cache.entity(EntityReference<Leaf>(2)) == Leaf(id: 2))
      #expect(try await cache.list(branches) == [Branch(id: 1, leaves: [Leaf(id: 1)])])
    }
    let error = await #expect(throws: EntityCacheError.self) { try await cache.list(leaves) }
    #expect(
      error?.kind == .unreadable
        && error?.description.contains("save the complete list again") == true)
    try await expectRest()
    // This number of edits compacts the list, which must not treat the damaged list as missing.
    #expect(
      await cache.keep { batch in
        for id in 0..<1100 { batch.edit(leaves, at: 0, after: nil, inserting: [ItemID(id)]) }
        batch.delete(EntityReference<Leaf>(9))
      } == nil)
    let again = await #expect(throws: EntityCacheError.self) { try await cache.list(leaves) }
    #expect(again == error)
    #expect(await cache.keep { $0.set(leaves, [2]) } == nil)
    #expect(try await cache.list(leaves) == [Leaf(id: 2)])
    try await expectRest()
    #expect(cache.status == .ready)
    let other = opened()
    #expect(try await other.list(leaves) == [Leaf(id: 2)])
    #expect(try await other.list(branches)?.count == 1)
  }

  @Test(
    "report lists that lost a deletion, and read the entities",
    arguments: ["DELETE FROM deletion", "UPDATE deletion SET checksum = 7"])
  func lostDeletion(sql: String) async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Leaf(id: 2), Branch(id: 1, leaves: [Leaf(id: 2)]))
      $0.set(leaves, [1, 2])
    }
    await opened().keep { $0.delete(EntityReference<Leaf>(1)) }
    await opened().keep { $0.upsert(Leaf(id: 1)) }
    await isClosed()
    try OtherConnection(path).run(sql)
    let cache = opened()
    let error = await #expect(throws: EntityCacheError.self) { try await cache.list(leaves) }
    #expect(error?.kind == .unreadable)
    #expect(try await cache.entity(EntityReference<Leaf>(1)) == Leaf(id: 1))
    #expect(try await cache.entity(EntityReference<Branch>(1))?.leaves == [Leaf(id: 2)])
    #expect(await cache.keep { $0.set(leaves, [2]) } == nil)
    #expect(try await cache.list(leaves) == [Leaf(id: 2)])
    #expect(await cache.keep { $0.delete(EntityReference<Leaf>(2)) } == nil)
    #expect(try await cache.list(leaves) == [])
    #expect(cache.status == .ready)
  }

  @Test("set a list although a damaged row has the last number")
  func lastNumber() async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Branch(id: 1))
      $0.set(leaves, [1])
    }
    await isClosed()
    try OtherConnection(path).run(
      """
      INSERT INTO list (number, name, kind, since, size, edited)
        VALUES (\(Int64.max), 'damaged', 1, 0, 0, 0)
      """)
    let cache = opened()
    #expect(await cache.keep { $0.set(branches, [1]) } == nil)
    #expect(try await cache.list(branches) == [Branch(id: 1)])
    #expect(try await cache.list(leaves) == [Leaf(id: 1)])
  }

  @Test("examine deletions again after a repair that was rolled back")
  func repairRolledBack() async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Leaf(id: 2))
      $0.set(leaves, [1, 2])
    }
    await opened().keep { $0.delete(EntityReference<Leaf>(1)) }
    await isClosed()
    try OtherConnection(path).run("DELETE FROM deletion")
    let file = try file()
    #expect(throws: CancellationError.self) {
      try file.write {
        try file.apply(EntityBatch.ListEdit(leaves, to: [2]), commit: 9)
        #expect(try file.isIntact(.deletions))
        throw CancellationError()
      }
    }
    #expect(try !file.isIntact(.deletions))
  }

  @Test("report one entity with a damaged reference, and read the others")
  func damagedReference() async throws {
    await opened().keep {
      for id in 1...3 { $0.upsert(Leaf(id: id), Branch(id: id, leaves: [Leaf(id: id)])) }
      $0.set(branches, [1, 2, 3])
    }
    await isClosed()
    try OtherConnection(path).run("UPDATE reference SET is_required = 1 WHERE parent_id = 2")
    let cache = opened()
    let error = await #expect(throws: EntityCacheError.self) {
      try await cache.entity(EntityReference<Branch>(2))
    }
    #expect(error?.kind == .unreadable)
    for id in 1...3 { #expect(try await cache.entity(EntityReference<Leaf>(id)) == Leaf(id: id)) }
    #expect(try await cache.list(branches)?.map(\.id) == [1, 3])
    #expect(cache.status == .ready)
  }

  @Test("stay open if a damaged row prevents a collection")
  func damagedCollecting() async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Branch(id: 1, leaves: [Leaf(id: 1)]))
      $0.set(leaves, [1])
    }
    await opened().keep { $0.upsert(Branch(id: 1)) }
    await isClosed()
    try OtherConnection(path).run("UPDATE list_base SET ids = x'00'")
    let cache = opened()
    #expect(await compact(cache) == nil)
    #expect(log.values.filter { $0.contains("a row is damaged") }.count == 1)
    #expect(try await cache.entity(EntityReference<Leaf>(1)) == Leaf(id: 1))
    #expect(await cache.keep { $0.upsert(Leaf(id: 2)) } == nil)
    #expect(cache.status == .ready)
  }

  @Test("are not read without the journal of an interrupted change")
  func journal() async throws {
    await opened().keep { $0.upsert(Leaf(id: 1)) }
    await isClosed()
    try folder.write("cache.db-journal", String(repeating: "journal ", count: 100))
    try #require(chmod(path, 0o444) == 0 && chmod(folder.folder, 0o555) == 0)
    defer { chmod(folder.folder, 0o755) }
    // Permissions do not restrict root. The thread of a cache has the rights of the thread that
    // opens it.
    let address = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(address, to: (@convention(c) (UInt32) -> Int32).self)
    if getuid() == 0 { _ = setUser(65534) }
    let cache = opened()
    if getuid() == 0 { _ = setUser(0) }
    await #expect(throws: EntityCacheError.self) {
      try await cache.entity(EntityReference<Leaf>(1))
    }
  }

  // MARK: - Collecting

  @Test("keep an entity that is saved alone after its deletion")
  func deletedAndMadeAgain() async throws {
    await opened().keep { $0.upsert(Leaf(id: 1), Branch(id: 1, leaves: [Leaf(id: 1)])) }
    await opened().keep { $0.delete(EntityReference<Leaf>(1)) }
    await opened().keep { $0.upsert(Leaf(id: 1)) }
    await isClosed()
    let cache = opened()
    #expect(await compact(cache) == nil)
    #expect(try await cache.entity(EntityReference<Leaf>(1)) == Leaf(id: 1))
  }

  @Test("keep a child while its parent stays")
  func childOfKept() async throws {
    let file = try file()
    _ = try file.apply(
      .of {
        $0.upsert(Leaf(id: 1), Branch(id: 1, leaves: [Leaf(id: 1)]))
        $0.set(branches, [1])
      })
    _ = try file.apply(.of { $0.set(branches, []) })
    #expect(
      try file.unneededKeys() == [EntityReference<Branch>(1).key, EntityReference<Leaf>(1).key])
    #expect(try file.collect([EntityReference<Leaf>(1).key]) == 0)
    #expect(try file.collect([EntityReference<Leaf>(1).key, EntityReference<Branch>(1).key]) == 2)
  }

  @Test("find orphans once for several partial collections")
  func pieces() async throws {
    let file = try file()
    _ = try file.apply(
      .of { batch in
        for id in 0..<90 { batch.upsert(Leaf(id: id)) }
        batch.set(leaves, (0..<90).map { ItemID($0) })
      })
    _ = try file.apply(.of { $0.set(leaves, [5]) })
    let keys = try file.unneededKeys()
    #expect(keys.count == 89)
    for start in stride(from: 0, to: 89, by: 30) {
      let part = Set(keys[start..<min(start + 30, 89)])
      #expect(try file.collect(part) == part.count)
    }
    #expect(file.computedUnneeded == 1)
    #expect(try file.unneededKeys().isEmpty)
    _ = try file.apply(.of { $0.set(leaves, []) })
    #expect(try file.unneededKeys() == [EntityReference<Leaf>(5).key] && file.computedUnneeded == 2)
  }

  @Test("shrink the file after a collection that ends early")
  func endedCollection() async throws {
    let count = 8192 + 100
    let text = String(repeating: "text ", count: 40)
    await opened().keep { batch in
      for id in 0..<count { batch.upsert(Leaf(id: id, text: text)) }
      batch.set(leaves, (0..<count).map { ItemID($0) })
    }
    await opened().keep { $0.set(leaves, []) }
    await isClosed()
    let cache = opened()
    let error: EntityCacheError? = await withCheckedContinuation { done in
      cache.compact { keys in
        keys.count == 100 ? nil : []
      } completion: {
        done.resume(returning: $0)
      }
    }
    #expect(error == nil)
    let file = OtherConnection(path)
    #expect(file.number("SELECT count(*) FROM entity") == 100)
    #expect(file.number("PRAGMA page_count") < 300)
  }

  @Test("collect nothing from a file without a log, which others may use")
  func withoutLog() async throws {
    let file = try file()
    #expect(try file.withExclusiveLock {})
    try file.database.execute("PRAGMA journal_mode = DELETE")
    let other = OtherConnection(path)
    #expect(other.number("SELECT count(*) FROM entity") == 0)
    var isRun = false
    #expect(try !file.withExclusiveLock { isRun = true })
    #expect(!isRun)
  }

  // MARK: - Other versions

  @Test("keep values of a later version if the new ones are unencodable")
  func unencodable() async throws {
    await opened().keep { $0.upsert(Vase(id: 1), Vase(id: 2)) }
    await isClosed()
    try OtherConnection(path).run("UPDATE entity SET version = 9 WHERE id = 1")
    try CacheFixture.reseal(path)
    let cache = opened()
    let error = await cache.keep {
      $0.upsert(Vase(id: 1, isBroken: true), Vase(id: 2, isBroken: true))
    }
    #expect(error?.kind == .newerEntity)
    #expect(OtherConnection(path).number("SELECT id FROM entity") == 1)
  }

  @Test("distinguish the current name of a type from another's former name")
  func presentName() async throws {
    let cache = opened()
    await cache.keep { $0.upsert(Baritone(id: 1)) }
    await cache.keep { $0.upsert(Tenor(id: 2)) }
    #expect(try await cache.entity(EntityReference<Baritone>(1)) == Baritone(id: 1))
    #expect(try await opened().entity(EntityReference<Baritone>(1)) == Baritone(id: 1))
    #expect(try await cache.entity(EntityReference<Tenor>(1)) == nil)
  }
}

@Suite("CRC-32")
struct CRC32Tests {
  @Test("is the checksum of zlib, also if the bytes are given in parts")
  func sameAsZlib() {
    var random = SeededGenerator(seed: 8)
    for count in Array(0...40) + [255, 1000, 4097] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let expected = UInt32(crc32_z(0, bytes, bytes.count))
      let split = random.below(count + 1)
      bytes.withUnsafeBytes { bytes in
        #expect(CRC32.updated(0, with: bytes) == expected)
        let first = UnsafeRawBufferPointer(rebasing: bytes[..<split])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[split...])
        #expect(CRC32.updated(CRC32.updated(0, with: first), with: rest) == expected)
      }
    }
  }
}
