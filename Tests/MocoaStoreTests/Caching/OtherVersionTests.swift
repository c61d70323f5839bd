import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests files that other versions of a program wrote, with other type names.
@Suite("Caches that another version of the program wrote")
@MainActor
struct OtherVersionTests {
  struct Singer: Entity {
    let id: Int
    var name = ""
    static var formerNames: [String] { ["Shop.Vocalist"] }
  }

  struct Song: Entity {
    let id: Int
    var singer: Singer
    var guests: [Singer] = []
    static var children: [ChildField<Song>] { [.required(\.singer), .many(\.guests)] }
  }

  /// A person.
  ///
  /// An earlier version stores the name in two parts.
  struct Person: Entity {
    let id: Int
    var name: String
    static var storedName: String { "Person" }
    static var storedVersion: Int { 2 }

    static func migrate(_ fields: inout FieldValue, from version: Int) throws {
      guard case .object(var all) = fields else { return }
      guard let first = fields.string("first"), let last = fields.string("last") else {
        throw TestError()
      }
      all.append(.init(name: "name", value: .string("\(first) \(last)")))
      fields = .object(all)
    }

    struct TestError: Error, CustomStringConvertible {
      var description: String { "a name is missing" }
    }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let singers = ListKey<Singer>("singers")
  private let people = ListKey<Person>("people")
  private let ella = Singer(id: 1, name: "Ella")
  private let nina = Singer(id: 2, name: "Nina")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cache.db")
  }

  private func opened(_ mode: SQLiteEntityCache.Mode = .readWrite) -> SQLiteEntityCache {
    SQLiteEntityCache(path: path, mode: mode)
  }

  /// Creates a file with two singers, a list of them and a song with both, and changes it with SQL.
  private func make(_ sql: String) async throws {
    await opened().keep {
      $0.upsert(ella, nina, Song(id: 1, singer: ella, guests: [nina]))
      $0.set(singers, [1, 2])
    }
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
    try OtherConnection(path).run(sql)
    try CacheFixture.reseal(path)
  }

  private func expect(
    _ kind: EntityCacheError.Kind, _ words: String, _ body: () async throws -> Any?,
    _ location: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: EntityCacheError.self, sourceLocation: location) {
      _ = try await body()
    }
    #expect(error?.kind == kind, sourceLocation: location)
    let text = error?.description ?? ""
    #expect(text.contains(words) && !text.contains("\n"), "\(text)", sourceLocation: location)
  }

  private static let renamed =
    "UPDATE name SET text = 'Shop.Crooner' WHERE text LIKE '%OtherVersionTests.Singer'"

  // MARK: - Names

  @Test("report a renamed type, instead of nil or an empty list")
  func unknownType() async throws {
    try await make(Self.renamed)
    let store = EntityStore(cache: opened())
    await expect(.unknownType, "the unknown type \"Shop.Crooner\"") {
      try await store.load(EntityReference<Singer>(1))
    }
    await expect(.unknownType, "formerNames") { try await store.load(singers) }
    await expect(.unknownType, "it contains Singer 1, which cannot be read") {
      try await store.load(EntityReference<Song>(1))
    }
    let provider = try CollectionProvider(store, singers)
    provider.load()
    await eventually("it is said") { if case .failed = provider.phase { true } else { false } }
    #expect(!provider.isLoaded)
    // A list that cannot be read cannot be edited.
    #expect(throws: EntityError.notLoaded(list: "singers")) { try provider.append([ella]) }
    #expect(OtherConnection(path).number("SELECT count(*) FROM entity") == 3)
  }

  @Test("report a list whose entity name has changed")
  func unknownKind() async throws {
    try await make("UPDATE name SET text = 'Crooner' WHERE text = 'Singer'")
    let store = EntityStore(cache: opened())
    await expect(.unknownType, "it holds Crooner, not Singer") { try await store.load(singers) }
    #expect(store[singers] == nil)
  }

  @Test("read values of a former type name, and save the current name")
  func formerName() async throws {
    try await make(
      """
      UPDATE name SET text = 'Shop.Vocalist' WHERE text LIKE '%OtherVersionTests.Singer';
      UPDATE name SET text = 'Vocalist' WHERE text = 'Singer'
      """)
    let reader = opened(.readOnly)
    #expect(try await reader.list(singers) == [ella, nina])
    #expect(try await reader.entity(EntityReference<Song>(1))?.guests == [nina])
    for _ in 0..<2 {
      let cache = opened()
      #expect(try await cache.list(singers) == [ella, nina])
      #expect(
        try await cache.entity(EntityReference<Song>(1))
          == Song(id: 1, singer: ella, guests: [nina]))
    }
    let file = OtherConnection(path)
    #expect(file.number("SELECT count(*) FROM entity") == 3)
    let former = "(SELECT number FROM name WHERE text LIKE '%Vocalist')"
    #expect(
      file.number("SELECT count(*) FROM entity WHERE kind IN \(former) OR type IN \(former)") == 0)
    let store = EntityStore(cache: opened())
    store.delete(EntityReference<Singer>(1))
    try await store.flush()
    #expect(try await opened().list(singers) == [nina])
    #expect(
      try await opened().entity(EntityReference<Song>(1)) == nil, "it cannot be without its singer")
  }

  @Test("delete values of a former type name before they are read")
  func formerNameDeleted() async throws {
    try await make(
      """
      UPDATE name SET text = 'Shop.Vocalist' WHERE text LIKE '%OtherVersionTests.Singer';
      UPDATE name SET text = 'Vocalist' WHERE text = 'Singer'
      """)
    let store = EntityStore(cache: opened())
    store.delete(EntityReference<Singer>(2))
    try await store.flush()
    #expect(try await opened().list(singers) == [ella])
  }

  @Test("use the later of two values of former and current names")
  func bothNames() async throws {
    try await make(Self.renamed.replacing("Crooner", with: "Vocalist"))
    let present = "(SELECT number FROM name WHERE text = '\(Singer.storedName)')"
    try OtherConnection(path).run(
      """
      INSERT INTO name (text) VALUES ('\(Singer.storedName)');
      INSERT INTO entity (kind, id, type, body, since, version)
        SELECT kind, id, \(present),
          CAST(replace(replace(body, 'Ella', 'new'), 'Nina', 'new') AS BLOB),
          since + iif(id = 1, -1, 1), 1
        FROM entity WHERE type = (SELECT number FROM name WHERE text = 'Shop.Vocalist')
      """)
    try CacheFixture.reseal(path)
    #expect(try await opened().list(singers)?.map(\.name) == ["Ella", "new"])
    #expect(OtherConnection(path).number("SELECT count(*) FROM entity") == 3)
  }

  @Test("are readable while another program writes, with and without former names")
  func lockedByOthers() async throws {
    for sql in ["", Self.renamed.replacing("Crooner", with: "Vocalist")] {
      try await make(sql)
      let other = OtherConnection(path)
      try other.run("BEGIN IMMEDIATE")
      let cache = SQLiteEntityCache(path: path, busyTimeout: .milliseconds(20))
      #expect(try await cache.list(singers) == [ella, nina])
      #expect(try await cache.entity(EntityReference<Song>(1))?.guests == [nina])
      try other.run("COMMIT")
      // Content that could not be stored under the current name before is now stored under it.
      #expect(try await cache.list(singers) == [ella, nina])
      #expect(other.number("SELECT count(*) FROM name WHERE text = '\(Singer.storedName)'") == 1)
    }
  }

  @Test("take no lock if only a former name remains")
  func formerNameAlone() async throws {
    try await make(Self.renamed.replacing("Crooner", with: "Vocalist"))
    #expect(try await opened().list(singers) == [ella, nina])
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
    let other = OtherConnection(path)
    #expect(other.number("SELECT count(*) FROM name WHERE text = 'Shop.Vocalist'") == 1)
    let file = try CacheFile.open(path: path, mode: .readWrite, busyTimeout: .seconds(5)) { _ in }
    try other.run("BEGIN IMMEDIATE")
    let shape = EntityDescriptor.descriptor(for: Singer.self)
    try file.adoptFormerNames(of: [shape])
    #expect(file.adopted.contains(ObjectIdentifier(shape)))
    try other.run("COMMIT")
  }

  @Test("keep entities of another type whose kind has the former name")
  func otherTypeOfKind() async throws {
    try await make(
      """
      UPDATE name SET text = 'Shop.Vocalist' WHERE text LIKE '%OtherVersionTests.Singer';
      UPDATE name SET text = 'Vocalist' WHERE text = 'Singer';
      INSERT INTO name (text) VALUES ('Club.Vocalist');
      INSERT INTO entity (kind, id, type, body, since, version)
        SELECT kind, 7, (SELECT number FROM name WHERE text = 'Club.Vocalist'), body, since, version
        FROM entity WHERE kind = (SELECT number FROM name WHERE text = 'Vocalist') AND id = 1;
      INSERT INTO list (number, name, kind, since, size, edited)
        SELECT 99, 'club', kind, since, 1, 0 FROM list WHERE name = 'singers';
      INSERT INTO list_base (list, ids) VALUES (99, x'38')
      """)
    #expect(IDList.ids(of: [0x38]) == [.integer(7)])
    let cache = opened()
    #expect(try await cache.list(singers) == [ella, nina])
    #expect(try await cache.entity(EntityReference<Song>(1))?.guests == [nina])
    let file = OtherConnection(path)
    let former = "(SELECT number FROM name WHERE text = 'Vocalist')"
    #expect(file.number("SELECT id FROM entity WHERE kind = \(former)") == 7)
    #expect(file.number("SELECT number FROM list WHERE kind = \(former)") == 99)
  }

  // MARK: - Versions

  private func makePeople(_ sql: String) async throws {
    await opened().keep {
      $0.upsert(Person(id: 1, name: "Ella F"), Person(id: 2, name: "Nina S"))
      $0.set(people, [1, 2])
    }
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
    try OtherConnection(path).run(sql)
    try CacheFixture.reseal(path)
  }

  @Test("migrate fields of an earlier version, and save the current version")
  func earlierVersion() async throws {
    try await makePeople(
      """
      UPDATE entity SET version = 1,
        body = CAST('{"id":' || id || ',"first":"Ella","last":"' || id || '"}' AS BLOB)
      """)
    let store = EntityStore(cache: opened())
    #expect(try await store.load(people)?.map(\.name) == ["Ella 1", "Ella 2"])
    try store.upsert(Person(id: 1, name: "new"))
    try await store.flush()
    #expect(try await opened().list(people)?.map(\.name) == ["new", "Ella 2"])
    #expect(OtherConnection(path).number("SELECT version FROM entity WHERE id = 1") == 2)
  }

  @Test("report fields that cannot be migrated")
  func unmigratable() async throws {
    try await makePeople("UPDATE entity SET version = 1 WHERE id = 2")
    let store = EntityStore(cache: opened())
    await expect(.unreadable, "a name is missing") {
      try await store.load(EntityReference<Person>(2))
    }
  }

  @Test("neither read nor overwrite values of a later version; save the rest")
  func laterVersion() async throws {
    try await makePeople("UPDATE entity SET version = 3, body = x'7B7D' WHERE id = 2")
    let store = EntityStore(cache: opened())
    await expect(.newerVersion, "it has version 3") {
      try await store.load(EntityReference<Person>(2))
    }
    try store.upsert(Person(id: 2, name: "lost"))
    await expect(.newerEntity, "cannot save Person 2") { try await store.flush() }
    try store.upsert(Person(id: 3, name: "saved"))
    await expect(.newerEntity, "cannot save Person 2") { try await store.flush() }
    #expect(store.saveState != .saved)
    let file = OtherConnection(path)
    #expect(file.number("SELECT count(*) FROM entity WHERE id = 2 AND body = x'7B7D'") == 1)
    #expect(try await opened().entity(EntityReference<Person>(3))?.name == "saved")
  }

  @Test("merge external changes after a later version of an entity blocked a save")
  func newsAfterRefusal() async throws {
    try await makePeople("UPDATE entity SET version = 3, body = x'7B7D' WHERE id = 2")
    let store = EntityStore(cache: opened())
    try store.write {
      try $0.upsert([Person(id: 1, name: "mine"), Person(id: 2, name: "lost")])
    }
    await expect(.newerEntity, "cannot save Person 2") { try await store.flush() }
    let shown = EntityProvider(store, EntityReference<Person>(1))
    #expect(await opened().keep { $0.upsert(Person(id: 1, name: "theirs")) } == nil)
    await eventually("it is taken over") { shown.value?.name == "theirs" }
    #expect(store[EntityReference<Person>(2)]?.name == "lost" && store.saveState != .saved)
  }

  // MARK: - Lists

  @Test("report the number of unreadable rows, and keep them in the list")
  func partOfList() async throws {
    try await makePeople("UPDATE entity SET version = 3 WHERE id = 2")
    let store = EntityStore(cache: opened())
    let provider = try CollectionProvider(store, people)
    provider.load()
    await eventually("it is loaded") { provider.isLoaded }
    #expect(provider.values.map(\.id) == [1] && store.unreadable(in: people).count == 1)
    let phase = "\(provider.phase)"
    #expect(phase.contains("1 of 2 rows cannot be read: "), "\(phase)")
    try provider.append([Person(id: 3, name: "c")])
    try await store.flush()
    try provider.set([Person(id: 4, name: "d"), Person(id: 3, name: "c")])
    #expect(provider.phase == .finished)
    try await store.flush()
    try OtherConnection(path).run("UPDATE entity SET version = 2")
    try CacheFixture.reseal(path)
    #expect(try await opened().list(people)?.map(\.id) == [4, 3, 2])
  }

  @Test("read a file of the previous version")
  func versionBefore() async throws {
    try await make("")
    try OtherConnection(path).run(CacheFixture.formatTwo)
    let reader = opened(.readOnly)
    await expect(.notReadable, "is from an older version") { try await reader.list(singers) }
    #expect(try await opened().list(singers) == [ella, nina])
    #expect(try await opened().entity(EntityReference<Song>(1))?.guests == [nina])
  }
}

extension FieldValue {
  fileprivate func string(_ name: String) -> String? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value.scalarString
  }
}
