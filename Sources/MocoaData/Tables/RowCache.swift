internal import MocoaModel

/// A cache of rows, limited to a few megabytes.
///
/// The key of a row contains the content hash from the index of the table. A row with other content
/// has another key, so the cache never returns outdated content.
struct RowCache {
  /// The key of a row: its identity and its content hash.
  struct Name: Hashable {
    var id: ItemID
    var hash: UInt64
  }

  /// The maximum size of one of the two generations, in bytes.
  static let limit = 4 << 20

  /// The recently used rows, and their size in bytes.
  private var recent: [Name: TableRow] = [:]
  private var size = 0

  /// The rows of the previous generation.
  ///
  /// They are evicted when the recent rows reach the limit.
  private var former: [Name: TableRow] = [:]

  /// Returns a cached row, or `nil`.
  ///
  /// A row found in the previous generation becomes recent.
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
