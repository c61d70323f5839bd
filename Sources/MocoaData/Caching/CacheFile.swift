internal import Glibc

/// The file of a cache: what may be done with it, and what is in it.
///
/// It is used on one thread. Everything that it does is either done as a whole or not at all.
final class CacheFile {
  /// What the file is called in messages.
  let name: String

  /// Where it is; nil in memory.
  let path: String?

  /// Where the tables are.
  let database: SQLiteDatabase

  /// How long a lock of another program is waited for, in milliseconds.
  var patience: Int64 = 2000

  /// The versions of the types of a kind that this program knows, by the numbers of the types.
  var versions: [Int64: [Int64: Int]] = [:]

  /// Why nothing can be written; nil where it can be.
  let refusal: EntityCacheError?

  /// Told what is wrong with single entities and lists.
  let log: @Sendable (String) -> Void

  /// Whether a transaction that writes is open.
  private(set) var isWriting = false

  /// What the tables have, as the open transaction leaves them.
  var seal = CacheSeal()

  /// The tables of which it is known whether rows of them are lost.
  var intact: [CacheSeal.Table: Bool] = [:]

  /// The latest commit whose changes are known here.
  var seen: Int64 = 0

  /// How large the file was at the most.
  private var size = 0

  /// What was asked for by name so far; all of it is in the table of names.
  private var numbers: [String: Int64] = [:]
  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// The types whose former names were looked for.
  var adopted: Set<ObjectIdentifier> = []

  /// The types of which it is known which others have to do with them, all of them adopted.
  var related: Set<ObjectIdentifier> = []

  /// The entities that are in nothing, and the latest commit when they were found.
  var collection: (commit: Int64, places: [Place])?

  /// The marked entities that are in something, as found with `collection`.
  var neededOrphans: [Place] = []

  /// How often entities that are in nothing were looked for; for tests.
  var computedUnneeded = 0

  /// The rows of lists that only other versions of the program can read, as found by loading.
  var foreignRows: [String: [StoredID]] = [:]

  /// How many more deletions may be kept of a kind, as far as is known.
  var deletionRoom: [Int64: Int64] = [:]

  /// The numbers by which the bodies of a type are found.
  struct Kind {
    let entity: Int64
    let type: Int64
  }

  init(
    _ database: SQLiteDatabase, path: String?, name: String, refusal: EntityCacheError?,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.database, self.path, self.name) = (database, path, name)
    (self.refusal, self.log) = (refusal, log)
    noteSize()
  }

  // MARK: - The file

  /// Takes note of how large the file is.
  func noteSize() { size = max(size, sizeNow ?? 0) }

  /// Takes note that the file is as large as it is, since it was made smaller here.
  func resetSize() { size = sizeNow ?? 0 }

  /// Whether the file is shorter than it was: nobody who may write to it makes it so, and what is
  /// written to it now would be lost.
  var hasShrunk: Bool { sizeNow.map { $0 < size } ?? false }

  private var sizeNow: Int? {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  // MARK: - Transactions

  /// Does something of which all is kept or nothing.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    // At once, so that nobody else can write between what is read here and what is written.
    try database.statement("BEGIN IMMEDIATE").run()
    isWriting = true
    defer { isWriting = false }
    do {
      let before = try latest()
      seal = before.seal
      let result = try body()
      // What is no batch has no news.
      if try latestCommit() == before.number, seal != before.seal {
        try record(.blob(Array("{}".utf8)), commit: before.number + 1)
        if seen == before.number { seen += 1 }
      }
      try database.statement("COMMIT").run()
      return result
    } catch {
      // What was added to the tables is not there any more.
      (numbers, kinds, deletionRoom, adopted, related) = ([:], [:], [:], [], [])
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// Reads several things as they are at one time.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try database.statement("BEGIN").run()
    defer { try? database.statement("COMMIT").run() }
    return try body()
  }

  // MARK: - Names

  /// The number of a name; nil where it was never needed.
  func number(of name: String) throws(SQLiteError) -> Int64? {
    if let number = numbers[name] { return number }
    let number = try rows(.names, "text = ?", [.text(name)]) { $0.integer(0) }.first
    // What no index finds may be there all the same.
    if number == nil, try names().contains(where: { $0.text == name }) { throw .corruption }
    numbers[name] = number
    return number
  }

  /// The number of a name, which is given one if it has none.
  func addedNumber(of name: String) throws(SQLiteError) -> Int64 {
    if let number = try number(of: name) { return number }
    let number = (try names().map(\.number).max() ?? 0) + 1
    _ = try insert(.names, [.integer(number), .text(name)])
    numbers[name] = number
    return number
  }

  /// All names and their numbers.
  func names() throws(SQLiteError) -> [(number: Int64, text: String)] {
    try checkIntact(.names)
    return try rows(.names, "true", []) { row in
      row.text(1).map { (number: row.integer(0), text: $0) }
    }
  }

  /// The number of the kind of a type; nil if no entity of the kind was ever stored.
  func entityNumber(of shape: EntityShape) throws(SQLiteError) -> Int64? {
    if let number = try number(of: shape.entityName) { return number }
    return try formerKinds(of: shape).first
  }

  /// The numbers of a type; nil where nothing of it was ever kept.
  func kind(of shape: EntityShape) throws(SQLiteError) -> Kind? {
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

  /// The numbers of a type, which is given some if it has none.
  func addedKind(of shape: EntityShape) throws(SQLiteError) -> Kind {
    try adoptFormerNames(of: shape)
    if let kind = kinds[ObjectIdentifier(shape)] { return kind }
    let kind = Kind(
      entity: try addedNumber(of: shape.entityName), type: try addedNumber(of: shape.storedName))
    kinds[ObjectIdentifier(shape)] = kind
    versions[kind.entity] = nil
    return kind
  }

  /// Forgets the numbers of types, which a change of names may have changed.
  func forgetKinds() { (kinds, versions) = ([:], [:]) }
}
