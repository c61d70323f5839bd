internal import MocoaModel
internal import Synchronization

/// A run of rows in the index of a table: what each is found by, and a hash of its content.
///
/// Rows are read, a page at a time, when they are looked at; one that is not what it was is a stand-in.
/// Numbers without gaps take no memory.
final class TableChunk: ElementChunk {
  /// The most rows in a chunk.
  static let limit = 4096

  /// So many rows are read at once.
  static let pageSize = 64

  /// What the rows are found by, in their order.
  enum Keys: Equatable {
    /// Numbers without a gap.
    case dense(from: Int64)
    case numbers([Int64])

    /// Primary keys, by their hashes; of the first row of each page the key itself.
    case hashes([UInt64], starts: [[SQLiteValue]])
  }

  let keys: Keys
  private let hashes: [UInt64]
  private let pages: TablePages

  /// The places of rows for which something else was handed out.
  private let standIns = Mutex<Set<Int>>([])

  init(_ keys: Keys, _ hashes: [UInt64], in pages: TablePages) {
    (self.keys, self.hashes, self.pages) = (keys, hashes, pages)
  }

  /// Whether it holds the same rows with the same content, and nothing else was handed out for any.
  func isSame(as other: TableChunk) -> Bool {
    keys == other.keys && hashes == other.hashes && pages === other.pages && !hasStandIns
  }

  /// Whether something else was handed out for a row.
  var hasStandIns: Bool { standIns.withLock { !$0.isEmpty } }

  var count: Int { hashes.count }

  func id(at index: Int) -> ItemID {
    switch keys {
    case .dense(let first): ItemID(first + Int64(index))
    case .numbers(let numbers): ItemID(numbers[index])
    case .hashes(let hashes, _): ItemID(hash: hashes[index])
    }
  }

  /// Of a stand-in, another one than of the row: who has been shown it is to be shown the row.
  func contentHash(at index: Int) -> UInt64? {
    standIns.withLock { $0.contains(index) } ? ~hashes[index] : hashes[index]
  }

  func element(at index: Int) -> any CellModel {
    let id = id(at: index)
    switch pages.row(RowCache.Name(id: id, hash: hashes[index]), on: page(of: index)) {
    case .row(let row): return row
    case .standIn(let reason):
      standIns.withLock { _ = $0.insert(index) }
      return TableRow(id, problem: reason)
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
    return TablePages.Page(start: key(start) ?? [], id: id(at: start), place: key(index))
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
    standIns.withLock { standIns in
      for index in standIns where range.contains(index) {
        words[index - range.lowerBound] = ~hashes[index]
      }
    }
    return true
  }

  var footprint: Int {
    if case .dense = keys { return count * 8 }
    return count * 16
  }
}
