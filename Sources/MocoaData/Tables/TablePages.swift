internal import MocoaLanguage
internal import MocoaModel
internal import Synchronization

/// The rows of a table that are looked at, read some at a time, for any thread.
///
/// Rows are found by the key of one, wherever they are. A lock of somebody else is waited for no longer
/// than a blink, and so is what takes long to be read: what is drawn waits for it.
final class TablePages: Sendable {
  /// Where rows are that are read together.
  struct Page {
    /// The key of the first.
    var start: [SQLiteValue]
    var id: ItemID

    /// The key of the row that is wanted, where that is known.
    var place: [SQLiteValue]?
  }

  /// What is there in the place of a row.
  enum Answer {
    case row(TableRow)

    /// Nothing that could be read, for a reason.
    case standIn(String)
  }

  private struct State {
    var reader: RowReader?
    var rows = RowCache()

    /// Why some rows are not what they were.
    var missing: [RowCache.Name: String] = [:]

    /// The pages that could not be read as a whole, and until when it is not tried again.
    var failures: [ItemID: (reason: String, end: ContinuousClock.Instant)] = [:]

    /// The pages that are too large to be read from their beginnings on.
    var large: Set<ItemID> = []
  }

  private let path: String
  private let shape: TableShape
  private let state = Mutex(State())

  /// Behind the row that is wanted, no more bytes are read than these.
  private static let size = 1 << 20

  /// So many answers of a kind are kept.
  private static let limit = 1 << 14

  /// How long a lock is waited for.
  private static let patience = Duration.milliseconds(50)

  /// How long rows may take to be read.
  private static let deadline = Duration.milliseconds(100)

  /// How long it is not tried again what did not succeed.
  private static let rest = Duration.seconds(1)

  init(path: String, _ shape: TableShape) {
    (self.path, self.shape) = (path, shape)
  }

  /// Has what is missing looked for again: something was written.
  func forget() {
    state.withLock { ($0.missing, $0.failures, $0.large) = ([:], [:], []) }
  }

  /// Has the database opened anew as well: another file stands at its path.
  func reopen() {
    state.withLock { $0 = State() }
  }

  /// A row as it was when it was listed.
  func row(_ name: RowCache.Name, on page: Page) -> Answer {
    state.withLock { state in
      if let row = state.rows.row(name) { return .row(row) }
      if let reason = state.missing[name] { return .standIn(reason) }
      if let failure = state.failures[page.id], failure.end > .now {
        return .standIn(failure.reason)
      }
      if max(state.missing.count, state.failures.count, state.large.count) > Self.limit {
        (state.missing, state.failures, state.large) = ([:], [:], [])
      }
      return read(name, on: page, &state)
    }
  }

  private func read(_ name: RowCache.Name, on page: Page, _ state: inout State) -> Answer {
    var finding = Finding(name)
    do throws(SourceError) {
      let reader = if let reader = state.reader { reader } else { try opened() }
      state.reader = reader
      // From the beginning on, so that those before it are there as well when one goes back.
      let start = state.large.contains(page.id) ? page.place ?? page.start : page.start
      try reader.connection.read(within: Self.deadline) { _ throws(SQLiteError) in
        // A few more: some may have come between those that are known.
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
        state.failures[page.id] = ("\(error)", .now + Self.rest)
        return .standIn("\(error)")
      }
    }
    if let row = finding.row { return .row(row) }
    state.missing[name] = finding.reason
    return .standIn(finding.reason)
  }

  /// What was found while a page was read.
  private struct Finding {
    private let name: RowCache.Name
    private var count = 0
    private var isOther = false
    private(set) var row: TableRow?
    private(set) var size = 0

    init(_ name: RowCache.Name) { self.name = name }

    /// Takes a row; whether to go on behind it.
    mutating func take(_ row: TableRow) -> Bool {
      count += 1
      size += row.size
      if row.itemID == name.id {
        if row.hash == name.hash { self.row = row } else { isOther = true }
      }
      let isFound = self.row != nil || isOther
      return !isFound || (count < TableChunk.pageSize && size < TablePages.size)
    }

    /// Why it is not there.
    var reason: String {
      isOther
        ? phrase("this row has changed: what was in it is not known any more")
        : phrase("this row is gone")
    }
  }

  private func opened() throws(SourceError) -> RowReader {
    RowReader(
      try DatabaseConnection(path: path, patience: Self.patience, Cancellation()), shape)
  }
}
