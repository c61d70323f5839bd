internal import Glibc
public import MocoaModel

/// A list source of the entries of a folder: folders first, sorted by name.
///
/// The folder is read on a background thread. A source that follows its folder reads it again when
/// an entry is added, removed or written.
@MainActor
public final class FolderSource: ListSource {
  /// The entries that have been read, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// The loading phase of the list.
  public var phase: ListPhase { state.phase }

  private let path: String
  private let follows: Bool
  private let state = SourceState(FolderSource.empty)
  private var reading: Reading?

  private nonisolated static let empty = ListSnapshot(sections: [SectionSnapshot(id: "entries")])

  /// Opens a folder and starts to read it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - follows: A Boolean value that indicates whether to read the folder again after changes.
  /// - Throws: ``SourceError`` if the folder cannot be accessed. Errors that occur during reading
  ///   appear in `phase`.
  public init(path: String, follows: Bool = false) throws(SourceError) {
    (self.path, self.follows) = (path, follows)
    guard access(path, R_OK | X_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  isolated deinit { reading?.cancel() }

  /// Returns `true` if a path leads to a folder.
  public nonisolated static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Adds an observer of every change of the list and of the phase.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Stops reading.
  ///
  /// The entries remain, and `phase` reports that the list is incomplete.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.cancel()
    state.show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads the folder again and publishes the changes in one update.
  ///
  /// - Throws: ``SourceError`` if the folder cannot be accessed any more. The list then stays
  ///   unchanged.
  public func reload() throws(SourceError) {
    guard access(path, R_OK | X_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  /// Calls a closure when the first entries are available or reading has ended.
  ///
  /// - Parameter perform: A closure that runs on the main actor. It may run before the method
  ///   returns.
  public func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    state.onInitialLoad(perform)
  }

  // MARK: - Reading

  /// One reading session: the first read of the folder and all later reads after its changes.
  private final class Reading: Sendable {
    let watch: FileWatcher?
    let cancellation = CancellationToken()

    init(_ watch: FileWatcher?) { self.watch = watch }

    func cancel() {
      cancellation.cancel()
      watch?.cancel()
    }
  }

  private func read() {
    reading?.cancel()
    // The watch starts before the first name is read, so that no change is missed.
    let reading = Reading(follows ? FileWatcher([], [], folder: path) : nil)
    self.reading = reading
    state.phase = .loading(fraction: nil)
    let (path, shown) = (path, snapshot)
    let beginning = Monitor(InitialResults())
    let take: @MainActor @Sendable (ListUpdate?, ListPhase) -> Void = {
      [weak self, weak reading] update, phase in
      guard let self, let reading, self.reading === reading, !reading.cancellation.isCancelled
      else { return }
      state.show(update, phase)
    }
    let isRunning = BackgroundThread.run {
      Self.follow(path, shown, reading) { update, phase in
        if beginning.update({ $0.record(update, phase) }) { return }
        MainActorScheduler.schedule { take(update, phase) }
      }
    }
    guard isRunning else { return state.show(nil, .failed("\(SourceError.system(path, EAGAIN))")) }
    // Entries that are available immediately appear in the first frame.
    _ = beginning.wait(atMost: InitialResults.initialTimeout) { $0.isComplete }
    for answer in beginning.update({ $0.end() }) { state.show(answer.update, answer.phase) }
  }

  // MARK: - On the thread

  /// A closure that receives a change of the list, or `nil`, and the loading phase.
  private typealias Handler = (ListUpdate?, ListPhase) -> Void

  /// The maximum pause before the folder is read again.
  private nonisolated static let maxPause = Duration.seconds(5)

  /// Reads a folder, and reads it again after each change until the session is canceled.
  private nonisolated static func follow(
    _ path: String, _ shown: ListSnapshot, _ reading: Reading, _ tell: Handler
  ) {
    var (shown, pause) = (shown, Duration.zero)
    repeat {
      let start = ContinuousClock.now
      do throws(SourceError) {
        guard let after = try list(path, shown, reading.cancellation, tell) else { return }
        let changes = ChangeSet(from: after.told, to: after.list)
        let update =
          changes.isEmpty
          ? nil : ListUpdate(before: after.told, after: after.list, changes: changes)
        tell(update, .finished)
        shown = after.list
      } catch {
        tell(nil, .failed("\(error)"))
      }
      pause = min(start.duration(to: .now), maxPause)
      // Reading takes at most half of the time if the folder changes constantly. Changes of many
      // files are combined.
    } while reading.watch.map {
      $0.sleep(for: pause) && $0.next() && $0.waitForQuiet() && renewed($0)
    }
      ?? false
  }

  private nonisolated static func renewed(_ watch: FileWatcher) -> Bool {
    watch.renew()
    return true
  }

  /// Returns the entries of a folder, and the list that was reported last.
  ///
  /// - Returns: `nil` if the session was canceled.
  private nonisolated static func list(
    _ path: String, _ shown: ListSnapshot, _ cancellation: CancellationToken, _ tell: Handler
  ) throws(SourceError) -> (list: ListSnapshot, told: ListSnapshot)? {
    let names = try FolderName.all(in: path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system(path, errno) }
    defer { close(folder) }
    var (list, told, time) = (empty, shown, ContinuousClock.now)
    var entries: [any CellModel] = []
    for (number, name) in names.enumerated() {
      if cancellation.isCancelled { return nil }
      if let entry = name.entry(in: folder, at: path) { entries.append(entry) }
      guard ContinuousClock.now - time >= .milliseconds(100) else { continue }
      time = .now
      let fraction = Double(number) / Double(names.count)
      list.sections[0].items.append(contentsOf: &entries)
      // If a list is already displayed, all changes are reported together at the end.
      let update =
        shown.itemCount > 0
        ? nil
        : ListUpdate(
          before: told, after: list,
          changes: .appending(list.itemCount - told.itemCount, toSection: 0, of: told))
      if update != nil { told = list }
      tell(update, .loading(fraction: fraction))
    }
    list.sections[0].items.append(contentsOf: &entries)
    return cancellation.isCancelled ? nil : (list, told)
  }
}

extension ElementSequence {
  /// Moves elements to the end of the sequence, and empties their array.
  fileprivate mutating func append(contentsOf elements: inout [any CellModel]) {
    self = self + ElementSequence(elements: elements)
    elements = []
  }
}
