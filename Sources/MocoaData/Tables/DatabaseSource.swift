internal import MocoaLanguage
internal import Dispatch
internal import Glibc
public import MocoaModel

/// What is in a SQLite database, as a list: its tables, the rows of one, or the cells of a row.
///
/// Nothing is written to it, and nothing that stands in the file is run; SQLite may make an empty log
/// beside it, where it is of those that keep one. All is read on a thread of its own;
/// of a table that finds the keys of its rows and hashes of their content, and a row is read when it is
/// looked at. Rows are in the order of their keys. Of a view the first 10,000 rows are read.
@MainActor
public final class DatabaseSource: TableSource {
  /// The list so far, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// How far reading has come.
  public var phase: ListPhase { state.phase }

  /// The names of the columns, where the list is the rows of a table.
  package var columnNames: [String]? { heading.names }

  private let heading = TableHeading()
  private let path: String
  private let content: DatabaseContent
  private let follows: Bool

  private let state = SourceState(RecordList.empty)
  private var reading: Reading?

  /// Opens a database, and begins to read.
  ///
  /// - Parameter follows: whether to read again when somebody has written to it.
  /// - Throws: why there is no file to be opened. What is found out while reading shows in `phase`.
  public init(path: String, _ content: DatabaseContent = .tables, follows: Bool = false)
    throws(SourceError)
  {
    (self.path, self.content, self.follows) = (path, content, follows)
    guard access(path, R_OK) == 0 else { throw .system(path, errno) }
    // To open a pipe would take for ever.
    guard SmallFile.isRegular(path) else { throw .database(path, phrase("is no file")) }
    read()
  }

  isolated deinit { reading?.cancel() }

  /// Whether a file begins as a database does.
  public nonisolated static func isDatabase(_ path: String) -> Bool {
    guard SmallFile.isRegular(path) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    return pread(descriptor, &bytes, bytes.count, 0) == bytes.count
      && bytes.elementsEqual("SQLite format 3\0".utf8)
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Ends reading; what is there stays, and `phase` says that it is not all.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.cancel()
    show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads all again, and shows in one update what has changed.
  ///
  /// - Throws: why the file cannot be opened any more; nothing has changed then.
  public func readAgain() throws(SourceError) {
    guard access(path, R_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  /// Calls back, at once or later, when the first items are there or reading has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    state.whenSettled(perform)
  }

  // MARK: - Reading

  /// One time that the database is read, and all that is read of it because it changed.
  private final class Reading {
    let watch: TableWatch?
    let cancellation = Cancellation()

    init(_ watch: TableWatch?) { self.watch = watch }

    func cancel() {
      cancellation.cancel()
      watch?.cancel()
    }
  }

  private func read() {
    reading?.cancel()
    // The watch begins before the first byte is read, so that nothing is missed.
    let reading = Reading(follows ? TableWatch(path) : nil)
    self.reading = reading
    let reader = DatabaseReader(
      path: path, content: content, heading: heading, shown: snapshot, watch: reading.watch,
      cancellation: reading.cancellation)
    let beginning = Monitor(Beginning())
    let tell = teller(of: reading)
    let isRunning = BackgroundThread.run {
      reader.run { update, phase in
        if !beginning.update({ $0.keep(update, phase) }) { tell(update, phase) }
      }
      beginning.update { $0.settle() }
    }
    guard isRunning else { return show(nil, .failed("\(SourceError.system(path, EAGAIN))")) }
    // What is there at once is never seen to come.
    _ = beginning.wait(atMost: Beginning.glance) { $0.isSettled }
    let answers = beginning.update { $0.end() }
    if answers.isEmpty { show(nil, .loading(fraction: nil)) }
    for answer in answers { show(answer.update, answer.phase) }
  }

  /// A way for a thread to tell this source, as long as it is still the same reading.
  private func teller(of reading: Reading) -> @Sendable (ListUpdate?, ListPhase) -> Void {
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
