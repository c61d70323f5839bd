internal import Glibc
internal import MocoaLocalization
public import MocoaModel
internal import MocoaSystem

/// A list of the content of a SQLite database: its tables, the rows of a table, or the values of a
/// row.
///
/// The source never writes to the database and never runs its triggers. SQLite may create an empty
/// log file next to a database that uses a write-ahead log. All reading happens on a background
/// thread. For a table, the source reads row keys and content hashes first, and each row when it is
/// displayed. Rows are in the order of their keys. Of a view, at most the first 10,000 rows are
/// read.
@MainActor
public final class DatabaseSource: TableSource {
  /// The items that were already read, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// The loading phase of the list.
  public var phase: ListPhase { state.phase }

  /// The column names if the list shows the rows of a table; otherwise `nil`.
  package var columnNames: [String]? { heading.names }

  private let heading = TableHeader()
  private let path: String
  private let content: DatabaseContent
  private let follows: Bool

  /// The size of the file in bytes when it was opened.
  package let fileSize: Int

  private let state = SourceState(RecordList.empty)
  private var reading: BackgroundReading?

  /// Opens a database and starts reading.
  ///
  /// - Parameters:
  ///   - path: The path of the database file.
  ///   - content: The part of the database to list.
  ///   - follows: A Boolean value that indicates whether to read again after each change of the
  ///     database.
  /// - Throws: ``SourceError`` if the path is not a readable file. Errors during reading appear in
  ///   ``phase``.
  public init(path: String, _ content: DatabaseContent = .tables, follows: Bool = false)
    throws(SourceError)
  {
    (self.path, self.content, self.follows) = (path, content, follows)
    guard access(path, R_OK) == 0 else { throw .system(path, errno) }
    // Opening a named pipe would block.
    guard SmallFile.isRegular(path) else { throw .database(path, localized("is not a file")) }
    fileSize = SmallFile.size(of: path) ?? 0
    read()
  }

  isolated deinit { reading?.cancel() }

  /// Returns `true` if a file begins with the SQLite header.
  public nonisolated static func isDatabase(_ path: String) -> Bool {
    guard SmallFile.isRegular(path) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    return pread(descriptor, &bytes, bytes.count, 0) == bytes.count
      && bytes.elementsEqual("SQLite format 3\0".utf8)
  }

  /// Adds an observer of every update of the list and of the phase.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Stops reading.
  ///
  /// The list keeps the items that were already read, and ``phase`` reports that it is incomplete.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.cancel()
    state.show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads the database again and publishes all changes in one update.
  ///
  /// - Throws: ``SourceError`` if the file is not readable. The list is then unchanged.
  public func reload() throws(SourceError) {
    guard access(path, R_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  /// Calls a closure after the first items are read or reading ends.
  ///
  /// The call is immediate if this has already happened.
  public func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    state.onInitialLoad(perform)
  }

  // MARK: - Reading

  private func read() {
    reading?.cancel()
    // The watch starts before the first read, so that no change is missed.
    let watch = follows ? DatabaseFileWatcher(path) : nil
    let reading = BackgroundReading { watch?.cancel() }
    self.reading = reading
    let reader = DatabaseReader(
      path: path, content: content, heading: heading, displayed: snapshot, watch: watch,
      cancellation: reading.cancellation)
    if !reading.run(path, publishingTo: state, { reader.run($0) }) {
      state.show(nil, .loading(fraction: nil))
    }
  }
}

/// The part of a database whose content a source lists.
public enum DatabaseContent: Sendable, Hashable {
  /// The tables and views.
  case tables

  /// The rows of the table or view with the associated name.
  case rows(of: String)

  /// The values of one row, and the rows that refer to it.
  case row(RowReference)

  /// The columns, indexes and triggers of the table or view with the associated name.
  case schema(of: String)
}
