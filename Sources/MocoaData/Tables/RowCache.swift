internal import MocoaModel

/// Rows that were read, as many as a few megabytes hold.
///
/// A row is kept under what was found of it when its table was listed: another content of it is another
/// row here, so that nothing that was read can stand for what is there now.
struct RowCache {
  /// A row with a certain content.
  struct Name: Hashable {
    var id: ItemID
    var hash: UInt64
  }

  /// Half of how many bytes are kept.
  static let limit = 4 << 20

  /// The rows of late, and how many bytes they have.
  private var recent: [Name: TableRow] = [:]
  private var size = 0

  /// Those before; let go when there are as many of late.
  private var former: [Name: TableRow] = [:]

  /// A row that is kept.
  mutating func row(_ name: Name) -> TableRow? {
    if let row = recent[name] { return row }
    guard let row = former[name] else { return nil }
    insert(row)
    return row
  }

  /// Keeps a row.
  mutating func insert(_ row: TableRow) {
    if size > Self.limit { (former, recent, size) = (recent, [:], 0) }
    guard recent.updateValue(row, forKey: Name(id: row.itemID, hash: row.hash)) == nil else {
      return
    }
    size += row.size
  }
}
