internal import MocoaLocalization
internal import MocoaModel
internal import MocoaSQLite
internal import Synchronization

/// Reads the rows of a table one page at a time, and caches them.
///
/// The type can be used on any thread. Rows are found by key, so their index in the table does not
/// matter. Drawing waits for the rows, so the time is limited: 50 ms for a lock of another
/// connection, and 100 ms for reading a page.
final class TablePages: Sendable {
  /// The location of a run of rows that are read together.
  struct Page {
    /// The key of the first row.
    var start: [SQLiteValue]
    var id: ItemID

    /// The key of the requested row, or `nil` if only its hash is known.
    var requestedKey: [SQLiteValue]?
  }

  /// The result of a request for a row.
  enum RowResult {
    case row(TableRow)

    /// The reason why the row is unavailable.
    case unavailable(String)
  }

  private struct State {
    var reader: RowReader?
    var rows = RowCache()

    /// The rows that do not have their indexed content any more, with the reasons.
    var missing: [RowCache.Name: String] = [:]

    /// The pages that could not be read completely, with the reason and the time of the next
    /// attempt.
    var failures: [ItemID: (reason: String, end: ContinuousClock.Instant)] = [:]

    /// The identities of pages that are read from the requested row on.
    ///
    /// Reading such a page from its first row exceeded a limit or failed.
    var large: Set<ItemID> = []
  }

  private let path: String
  private let shape: TableSchema
  private let state = Mutex(State())

  /// The number of bytes after which reading a page stops if the requested row was found.
  private static let size = 1 << 20

  /// The maximum number of cached results in each collection.
  private static let limit = 1 << 14

  /// The time to wait for a lock of another connection.
  private static let busyTimeout = Duration.milliseconds(50)

  /// The maximum duration of reading one page.
  private static let deadline = Duration.milliseconds(100)

  /// The delay before a failed page is read again.
  private static let retryDelay = Duration.seconds(1)

  init(path: String, _ shape: TableSchema) {
    (self.path, self.shape) = (path, shape)
  }

  /// Discards all cached failures, because the database has changed and the rows may be readable
  /// now.
  func removeFailures() {
    state.withLock { ($0.missing, $0.failures, $0.large) = ([:], [:], []) }
  }

  /// Discards the connection and all cached rows, because another file is at the path.
  func reopen() {
    state.withLock { $0 = State() }
  }

  /// Returns a row, if it has the content that it had when it was indexed.
  ///
  /// - Parameters:
  ///   - name: The identity and the content hash of the row.
  ///   - page: The page that contains the row.
  func row(_ name: RowCache.Name, on page: Page) -> RowResult {
    state.withLock { state in
      if let row = state.rows.row(name) { return .row(row) }
      if let reason = state.missing[name] { return .unavailable(reason) }
      if let failure = state.failures[page.id], failure.end > .now {
        return .unavailable(failure.reason)
      }
      if max(state.missing.count, state.failures.count, state.large.count) > Self.limit {
        (state.missing, state.failures, state.large) = ([:], [:], [])
      }
      return read(name, on: page, &state)
    }
  }

  private func read(_ name: RowCache.Name, on page: Page, _ state: inout State) -> RowResult {
    var finding = Finding(name)
    do throws(SourceError) {
      let reader = if let reader = state.reader { reader } else { try opened() }
      state.reader = reader
      // Reads from the start of the page, so that the preceding rows are cached for backward
      // scrolling.
      let start = state.large.contains(page.id) ? page.requestedKey ?? page.start : page.start
      try reader.connection.read(within: Self.deadline) { _ throws(SQLiteError) in
        // Reads up to twice the page size, because rows may have been inserted after indexing.
        try reader.forEach(.from(start), atMost: 2 * TableChunk.pageSize) { found in
          let row = reader.row(found)
          state.rows.insert(row)
          return finding.take(row)
        }
      }
      if finding.size > Self.size { state.large.insert(page.id) }
    } catch {
      state.large.insert(page.id)
      if finding.row == nil {
        state.failures[page.id] = ("\(error)", .now + Self.retryDelay)
        return .unavailable("\(error)")
      }
    }
    if let row = finding.row { return .row(row) }
    state.missing[name] = finding.reason
    return .unavailable(finding.reason)
  }

  /// The result of reading one page.
  private struct Finding {
    private let name: RowCache.Name
    private var count = 0
    private var isOther = false
    private(set) var row: TableRow?
    private(set) var size = 0

    init(_ name: RowCache.Name) { self.name = name }

    /// Records a row that was read.
    ///
    /// - Returns: `true` if reading should continue.
    mutating func take(_ row: TableRow) -> Bool {
      count += 1
      size += row.size
      if row.itemID == name.id {
        if row.hash == name.hash { self.row = row } else { isOther = true }
      }
      let isFound = self.row != nil || isOther
      return !isFound || (count < TableChunk.pageSize && size < TablePages.size)
    }

    /// The reason why the requested row is unavailable.
    var reason: String {
      isOther
        ? localized("row has changed since it was listed")
        : localized("row was deleted")
    }
  }

  private func opened() throws(SourceError) -> RowReader {
    RowReader(
      try DatabaseConnection(path: path, busyTimeout: Self.busyTimeout, CancellationToken()), shape)
  }
}

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

  /// The maximum size in bytes of a generation of cached rows.
  ///
  /// The cache holds two generations: the current and the previous one.
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
