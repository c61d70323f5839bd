internal import Glibc
internal import MocoaSystem

/// The database file of a cache, with the operations on it.
///
/// A file is used on one thread. Each operation takes effect completely or not at all.
final class CacheFile {
  /// The name of the file in messages to the user.
  let name: String

  /// The path of the file, or `nil` for a database in memory.
  let path: String?

  /// The database with the tables.
  let database: SQLiteDatabase

  /// The time to wait for a lock of another connection, in milliseconds.
  var busyTimeout: Int64 = 2000

  /// The `storedVersion` of each entity type of this program, by the name IDs of its kind and type.
  var versions: [Int64: [Int64: Int]] = [:]

  /// The error that prevents writing, or `nil` if the file is writable.
  let writeError: EntityCacheError?

  /// A closure that receives one line for each entity or list that cannot be saved or read.
  let log: @Sendable (String) -> Void

  /// A Boolean value that indicates whether a write transaction is open.
  private(set) var isWriting = false

  /// The seal of the tables after the changes of the open transaction.
  var seal = CacheSeal()

  /// The tables that were checked for lost rows: `true` if all rows are present.
  var intact: [CacheSeal.Table: Bool] = [:]

  /// The latest commit whose changes this connection has read or made.
  var seen: Int64 = 0

  /// The maximum size of the file until now, in bytes.
  private var size = 0

  /// The cached name IDs, by name.
  ///
  /// All of them are stored in the table of names.
  private var numbers: [String: Int64] = [:]
  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// The entity types whose former names were searched for in the file.
  var adopted: Set<ObjectIdentifier> = []

  /// The entity types that were searched for related types, all of which are in `adopted`.
  var related: Set<ObjectIdentifier> = []

  /// The orphans that were found last, and the latest commit at that time.
  var collection: (commit: Int64, places: [RowKey])?

  /// The entities that are marked as possible orphans but are in a list or a parent.
  ///
  /// They are found together with `collection`.
  var neededOrphans: [RowKey] = []

  /// The number of searches for orphans until now, for tests.
  var computedUnneeded = 0

  /// The identities in lists that only another version of the program can read, by list name.
  ///
  /// They are found when a list is loaded.
  var foreignRows: [String: [StoredID]] = [:]

  /// The cached numbers of further deletions that may be deferred, by the name ID of the kind.
  var remainingDeletionCounts: [Int64: Int64] = [:]

  /// The name IDs of an entity kind and of one of its types.
  struct Kind {
    let entity: Int64
    let type: Int64
  }

  init(
    _ database: SQLiteDatabase, path: String?, name: String, writeError refusal: EntityCacheError?,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.database, self.path, self.name) = (database, path, name)
    (self.writeError, self.log) = (refusal, log)
    updateMaxSize()
  }

  // MARK: - File

  /// Updates the maximum size after the file has grown.
  func updateMaxSize() { size = max(size, sizeNow ?? 0) }

  /// Resets the maximum size after this program has shrunk the file.
  func resetSize() { size = sizeNow ?? 0 }

  /// A Boolean value that indicates whether the file is shorter than its maximum size until now.
  ///
  /// No SQLite connection shrinks an open file, so the file was replaced or truncated, and later
  /// writes would be lost.
  var hasShrunk: Bool { sizeNow.map { $0 < size } ?? false }

  private var sizeNow: Int? {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  // MARK: - Transactions

  /// Runs a closure in a write transaction.
  ///
  /// If the closure throws, all changes are rolled back.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    // An immediate lock prevents other connections from writing between the reads and writes of the
    // closure.
    try database.statement("BEGIN IMMEDIATE").run()
    isWriting = true
    defer { isWriting = false }
    do {
      let before = try latest()
      seal = before.seal
      let result = try body()
      // A transaction other than a batch has no changes to report.
      if try latestCommit() == before.number, seal != before.seal {
        try record(.blob(Array("{}".utf8)), commit: before.number + 1)
        if seen == before.number { seen += 1 }
      }
      try database.statement("COMMIT").run()
      return result
    } catch {
      // Names and other rows that were added during the transaction do not exist any more.
      (numbers, kinds, remainingDeletionCounts, adopted, related, intact) = (
        [:], [:], [:], [], [], [:]
      )
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs a closure in a read transaction, so that all its reads see one state of the file.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try database.statement("BEGIN").run()
    defer { try? database.statement("COMMIT").run() }
    return try body()
  }

  // MARK: - Names

  /// Returns the ID of a name in the table of names, or `nil` if the name is not stored.
  func number(of name: String) throws(SQLiteError) -> Int64? {
    if let number = numbers[name] { return number }
    let number = try rows(.names, "text = ?", [.text(name)]) { $0.integer(0) }.first
    // A row that the index does not find may still exist.
    if number == nil, try names().contains(where: { $0.text == name }) { throw .corruption }
    numbers[name] = number
    return number
  }

  /// Returns the ID of a name in the table of names, and adds the name if needed.
  func addedNumber(of name: String) throws(SQLiteError) -> Int64 {
    if let number = try number(of: name) { return number }
    let number = (try names().map(\.number).max() ?? 0) + 1
    _ = try insert(.names, [.integer(number), .text(name)])
    numbers[name] = number
    return number
  }

  /// Returns all names in the table of names, with their IDs.
  func names() throws(SQLiteError) -> [(number: Int64, text: String)] {
    try checkIntact(.names)
    return try rows(.names, "true", []) { row in
      row.text(1).map { (number: row.integer(0), text: $0) }
    }
  }

  /// Returns the name ID of the entity kind of a type, or `nil` if no entity of the kind was ever
  /// stored.
  func entityNumber(of shape: EntityDescriptor) throws(SQLiteError) -> Int64? {
    if let number = try number(of: shape.entityName) { return number }
    return try formerKinds(of: shape).first
  }

  /// Returns the name IDs of a type, or `nil` if no value of the type was ever stored.
  func kind(of shape: EntityDescriptor) throws(SQLiteError) -> Kind? {
    if let kind = kinds[ObjectIdentifier(shape)] { return kind }
    guard let entity = try entityNumber(of: shape) else { return nil }
    var type = try number(of: shape.storedName)
    if type == nil { type = try formerTypes(of: shape).first }
    guard let type else { return nil }
    let kind = Kind(entity: entity, type: type)
    kinds[ObjectIdentifier(shape)] = kind
    versions[entity] = nil
    return kind
  }

  /// Returns the name IDs of a type, and adds its names if needed.
  func addedKind(of shape: EntityDescriptor) throws(SQLiteError) -> Kind {
    try adoptFormerNames(of: shape)
    if let kind = kinds[ObjectIdentifier(shape)] { return kind }
    let kind = Kind(
      entity: try addedNumber(of: shape.entityName), type: try addedNumber(of: shape.storedName))
    kinds[ObjectIdentifier(shape)] = kind
    versions[kind.entity] = nil
    return kind
  }

  /// Clears the cached IDs and versions of the entity types, because a renaming may have changed
  /// them.
  func clearKinds() { (kinds, versions) = ([:], [:]) }
}
