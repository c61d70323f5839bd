internal import MocoaModel
internal import MocoaSQLite
internal import Synchronization

/// A run of rows in the index of a table, with the key and the content hash of each row.
///
/// Rows are read one page at a time when they are displayed. If a row changed after it was indexed,
/// the chunk returns a placeholder. Integer keys without gaps need no memory.
final class TableChunk: ElementChunk {
  /// The maximum number of rows in a chunk.
  static let limit = 4096

  /// The number of rows that are read together.
  static let pageSize = 64

  /// The keys of the rows, in order.
  enum Keys: Equatable {
    /// Consecutive integers.
    case dense(from: Int64)
    case numbers([Int64])

    /// The hashes of primary keys, with the complete key of the first row of each page.
    case hashes([UInt64], starts: [[SQLiteValue]])
  }

  let keys: Keys
  private let hashes: [UInt64]
  private let pages: TablePages

  /// The indexes of rows for which the chunk has returned a placeholder.
  private let unavailableRows = Mutex<Set<Int>>([])

  init(_ keys: Keys, _ hashes: [UInt64], in pages: TablePages) {
    (self.keys, self.hashes, self.pages) = (keys, hashes, pages)
  }

  /// Returns `true` if both chunks have the same rows with the same content, and this chunk has
  /// returned no placeholder.
  func isSame(as other: TableChunk) -> Bool {
    keys == other.keys && hashes == other.hashes && pages === other.pages && !hasUnavailableRows
  }

  /// A Boolean value that indicates whether the chunk has returned a placeholder for any row.
  var hasUnavailableRows: Bool { unavailableRows.withLock { !$0.isEmpty } }

  var count: Int { hashes.count }

  func id(at index: Int) -> ItemID {
    switch keys {
    case .dense(let first): ItemID(first + Int64(index))
    case .numbers(let numbers): ItemID(numbers[index])
    case .hashes(let hashes, _): ItemID(hash: hashes[index])
    }
  }

  /// Returns the content hash of a row.
  ///
  /// If the chunk has returned a placeholder for the row, the hash is another one. The row is then
  /// displayed as changed when it is readable.
  func contentHash(at index: Int) -> UInt64? {
    unavailableRows.withLock { $0.contains(index) } ? ~hashes[index] : hashes[index]
  }

  func element(at index: Int) -> any CellModel {
    let id = id(at: index)
    switch pages.row(RowCache.Name(id: id, hash: hashes[index]), on: page(of: index)) {
    case .row(let row): return row
    case .unavailable(let reason):
      unavailableRows.withLock { _ = $0.insert(index) }
      return TableRow(id, errorMessage: reason)
    }
  }

  private func page(of index: Int) -> TablePages.Page {
    let start = index / Self.pageSize * Self.pageSize
    func key(_ index: Int) -> [SQLiteValue]? {
      switch keys {
      case .dense(let first): [.integer(first + Int64(index))]
      case .numbers(let numbers): [.integer(numbers[index])]
      case .hashes(_, let starts):
        index.isMultiple(of: Self.pageSize) ? starts[index / Self.pageSize] : nil
      }
    }
    return TablePages.Page(start: key(start) ?? [], id: id(at: start), requestedKey: key(index))
  }

  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    switch keys {
    case .dense(let first):
      _ = words.initialize(
        fromContentsOf: range.lazy.map { UInt64(bitPattern: first + Int64($0)) })
      return .integer
    case .numbers(let numbers):
      _ = words.initialize(
        fromContentsOf: numbers[range].lazy.map { UInt64(bitPattern: $0) })
      return .integer
    case .hashes(let hashes, _):
      _ = words.initialize(fromContentsOf: hashes[range])
      return .hash
    }
  }

  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    _ = words.initialize(fromContentsOf: hashes[range])
    unavailableRows.withLock { standIns in
      for index in standIns where range.contains(index) {
        words[index - range.lowerBound] = ~hashes[index]
      }
    }
    return true
  }

  var estimatedByteCount: Int {
    if case .dense = keys { return count * 8 }
    return count * 16
  }
}
