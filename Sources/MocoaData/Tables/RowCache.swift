internal import MocoaModel

/// A cache of the rows of a table, limited to a few megabytes.
///
/// The key of a row contains the content hash from the index of the table. A row with other content
/// has another key, so the cache never returns outdated content.
struct RowCache {
  /// The key of a row: its identity and its content hash.
  struct Name: Hashable {
    var id: ItemID
    var hash: UInt64
  }

  /// The maximum size in bytes of each of the two generations of rows.
  static let limit = 4 << 20

  /// The rows of the current generation, which were used most recently.
  private var recent: [Name: TableRow] = [:]
  private var size = 0

  /// The rows of the previous generation.
  ///
  /// They are evicted when the current generation reaches the limit, and becomes the previous one.
  private var former: [Name: TableRow] = [:]

  /// Returns a cached row, or `nil` if the cache does not have it.
  ///
  /// A row of the previous generation moves to the current one.
  mutating func row(_ name: Name) -> TableRow? {
    if let row = recent[name] { return row }
    guard let row = former[name] else { return nil }
    insert(row)
    return row
  }

  /// Inserts a row.
  mutating func insert(_ row: TableRow) {
    if size > Self.limit { (former, recent, size) = (recent, [:], 0) }
    guard recent.updateValue(row, forKey: Name(id: row.itemID, hash: row.hash)) == nil else {
      return
    }
    size += row.size
  }
}
