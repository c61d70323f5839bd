internal import MocoaSystem

/// The checksum of a table row, which covers its key columns and its other columns.
enum RowChecksum {
  /// Returns the checksum of a row with some values and, as its last column, some bytes.
  static func of(_ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil) -> Int64 {
    var sum: UInt32 = 0
    for value in values {
      switch value {
      case .integer(let value): add(1, value, to: &sum)
      case .real(let value): add(2, Int64(bitPattern: value.bitPattern), to: &sum)
      case .text(var text): text.withUTF8 { add(3, UnsafeRawBufferPointer($0), to: &sum) }
      case .utf8(let bytes): bytes.withUnsafeBytes { add(3, $0, to: &sum) }
      case .blob(let bytes): bytes.withUnsafeBytes { add(4, $0, to: &sum) }
      case .null: add(5, 0, to: &sum)
      }
    }
    if let bytes { add(4, bytes, to: &sum) }
    return Int64(sum)
  }

  /// Returns the checksum of the first `count` columns of a row.
  static func of(_ row: SQLiteStatement, columns count: Int32) -> Int64 {
    var sum: UInt32 = 0
    for column in 0..<count {
      switch row.type(of: column) {
      case .integer: add(1, row.integer(column), to: &sum)
      case .real: add(2, Int64(bitPattern: row.real(column).bitPattern), to: &sum)
      case .text: row.withUTF8(column) { add(3, UnsafeRawBufferPointer($0), to: &sum) }
      case .blob: row.withBytes(column) { add(4, $0, to: &sum) }
      case .null: add(5, 0, to: &sum)
      }
    }
    return Int64(sum)
  }

  private static func add(_ tag: UInt8, _ value: Int64, to sum: inout UInt32) {
    var header = (value.littleEndian, tag)
    withUnsafeBytes(of: &header) {
      sum = CRC32.updated(sum, with: UnsafeRawBufferPointer(rebasing: $0.prefix(9)))
    }
  }

  private static func add(_ tag: UInt8, _ bytes: UnsafeRawBufferPointer, to sum: inout UInt32) {
    add(tag, Int64(bytes.count), to: &sum)
    sum = CRC32.updated(sum, with: bytes)
  }
}

extension SQLiteStatement {
  /// A Boolean value that indicates whether the last column of the row is the checksum of the
  /// columns before it.
  var isSound: Bool {
    let last = columnCount - 1
    return integer(last) == RowChecksum.of(self, columns: last)
  }
}

/// A table with a checksum in each row.
///
/// A checksum covers the key columns and then the other columns, in order.
struct CheckedTable {
  let name: String
  let key: [String]
  let otherColumns: [String]

  static let names = CheckedTable(name: "name", key: ["number"], otherColumns: ["text"])
  static let entities = CheckedTable(
    name: "entity", key: ["kind", "id", "type"], otherColumns: ["since", "version", "body"])
  static let references = CheckedTable(
    name: "reference", key: ["kind", "id", "parent_kind", "parent_id", "parent_type"],
    otherColumns: ["is_required"])
  static let lists = CheckedTable(
    name: "list", key: ["number"],
    otherColumns: ["name", "kind", "since", "size", "edited", "edits"])
  static let bases = CheckedTable(name: "list_base", key: ["list"], otherColumns: ["ids"])
  static let edits = CheckedTable(
    name: "list_edit", key: ["list", "number"],
    otherColumns: ["since", "first", "past", "removed", "previous", "ids"])
  static let deletions = CheckedTable(
    name: "deletion", key: ["kind", "since", "id"], otherColumns: [])
  static let orphans = CheckedTable(name: "orphan", key: ["kind", "id"], otherColumns: [])

  static let all = [names, entities, references, lists, bases, edits, deletions, orphans]

  /// All columns except the checksum.
  var columns: String { (key + otherColumns).joined(separator: ", ") }

  /// The start of a statement that returns all columns, with the checksum as the last.
  var select: String { "SELECT \(columns), checksum FROM \(name)" }

  /// A statement that inserts a row with its checksum.
  ///
  /// The statement has no effect if a row with the same key exists.
  var insert: String {
    let places = Array(repeating: "?", count: key.count + otherColumns.count + 1).joined(
      separator: ", ")
    return "INSERT INTO \(name) (\(columns), checksum) VALUES (\(places)) ON CONFLICT DO NOTHING"
  }

  /// A statement that updates the row with a key.
  ///
  /// Its parameters are the same as those of `insert`.
  var update: String {
    let values = (otherColumns + ["checksum"]).enumerated()
      .map { "\($0.element) = ?\($0.offset + key.count + 1)" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(values) WHERE \(condition)"
  }

  /// A statement that deletes the row with a key.
  var delete: String { "DELETE FROM \(name) WHERE \(condition)" }

  private var condition: String {
    key.enumerated().map { "\($0.element) = ?\($0.offset + 1)" }.joined(separator: " AND ")
  }
}

/// A summary of the tables after a commit, which detects rows that were lost later.
///
/// For each counted table, the seal has the number of rows and the sum of the checksums of their
/// keys.
struct CacheSeal: Equatable {
  /// The tables whose rows are counted.
  enum Table: Int, CaseIterable {
    case names, entities, references, lists, deletions

    var checked: CheckedTable {
      switch self {
      case .names: .names
      case .entities: .entities
      case .references: .references
      case .lists: .lists
      case .deletions: .deletions
      }
    }
  }

  struct Tally: Equatable {
    var count: Int64 = 0
    var sum: Int64 = 0

    mutating func add(_ key: Int64) { (count, sum) = (count + 1, sum &+ key) }
    mutating func remove(_ key: Int64) { (count, sum) = (count - 1, sum &- key) }
  }

  private var tallies = Array(repeating: Tally(), count: Table.allCases.count)

  subscript(table: Table) -> Tally {
    get { tallies[table.rawValue] }
    set { tallies[table.rawValue] = newValue }
  }

  init() {}

  /// Returns the stored form of the seal after a commit.
  func bytes(commit: Int64) -> [UInt8] {
    let numbers = [commit] + tallies.flatMap { [$0.count, $0.sum] }
    let sum = RowChecksum.of(numbers.map { .integer($0) })
    return (numbers + [sum]).flatMap { number in
      withUnsafeBytes(of: number.littleEndian, Array.init)
    }
  }

  /// Creates a seal from its stored form.
  ///
  /// - Returns: `nil` if the bytes are damaged or belong to another commit.
  init?(_ bytes: [UInt8], commit: Int64) {
    let count = 2 + 2 * tallies.count
    guard bytes.count == 8 * count else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard numbers[0] == commit,
      numbers[count - 1] == RowChecksum.of(numbers.dropLast().map { .integer($0) })
    else { return nil }
    for place in tallies.indices {
      tallies[place] = Tally(count: numbers[1 + 2 * place], sum: numbers[2 + 2 * place])
    }
  }
}
