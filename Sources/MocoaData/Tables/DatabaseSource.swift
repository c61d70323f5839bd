internal import MocoaLocalization
internal import Dispatch
internal import Glibc
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
  /// The items read until now, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// The loading phase of the list.
  public var phase: ListPhase { state.phase }

  /// The column names if the list shows the rows of a table; otherwise `nil`.
  package var columnNames: [String]? { heading.names }

  private let heading = TableHeader()
  private let path: String
  private let content: DatabaseContent
  private let follows: Bool

  private let state = SourceState(RecordList.empty)
  private var reading: Reading?

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
  /// The items read until now stay, and ``phase`` reports that the list is incomplete.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.cancel()
    show(nil, .failed("\(SourceError.stopped)"))
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

  /// One reading session: the first read of the database and all later reads after its changes.
  private final class Reading {
    let watch: DatabaseFileWatcher?
    let cancellation = CancellationToken()

    init(_ watch: DatabaseFileWatcher?) { self.watch = watch }

    func cancel() {
      cancellation.cancel()
      watch?.cancel()
    }
  }

  private func read() {
    reading?.cancel()
    // The watch starts before the first read, so that no change is missed.
    let reading = Reading(follows ? DatabaseFileWatcher(path) : nil)
    self.reading = reading
    let reader = DatabaseReader(
      path: path, content: content, heading: heading, shown: snapshot, watch: reading.watch,
      cancellation: reading.cancellation)
    let beginning = Monitor(InitialResults())
    let tell = handler(for: reading)
    let isRunning = BackgroundThread.run {
      reader.run { update, phase in
        if !beginning.update({ $0.record(update, phase) }) { tell(update, phase) }
      }
      beginning.update { $0.finish() }
    }
    guard isRunning else { return show(nil, .failed("\(SourceError.system(path, EAGAIN))")) }
    // Results that arrive within the initial timeout appear without an update.
    _ = beginning.wait(atMost: InitialResults.initialTimeout) { $0.isComplete }
    let answers = beginning.update { $0.end() }
    if answers.isEmpty { show(nil, .loading(fraction: nil)) }
    for answer in answers { show(answer.update, answer.phase) }
  }

  /// Returns a closure that passes the results of a session to this source.
  ///
  /// It can be called on any thread, and has no effect when another session has started.
  private func handler(for reading: Reading) -> @Sendable (ListUpdate?, ListPhase) -> Void {
    let take: @MainActor @Sendable (ListUpdate?, ListPhase) -> Void = {
      [weak self, weak reading] update, phase in
      guard let self, let reading, self.reading === reading, !reading.cancellation.isCancelled
      else { return }
      show(update, phase)
    }
    return { update, phase in
      DispatchQueue.main.async { MainActor.assumeIsolated { take(update, phase) } }
    }
  }

  private func show(_ update: ListUpdate?, _ phase: ListPhase) { state.show(update, phase) }
}
