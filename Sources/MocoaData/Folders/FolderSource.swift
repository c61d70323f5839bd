internal import Glibc
public import MocoaModel
internal import MocoaSystem

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
  private var reading: BackgroundReading?

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

  private func read() {
    reading?.cancel()
    // The watch starts before the first name is read, so that no change is missed.
    let watch = follows ? FileWatcher([], [], folder: path) : nil
    let reading = BackgroundReading { watch?.cancel() }
    self.reading = reading
    state.phase = .loading(fraction: nil)
    let (path, displayed, cancellation) = (path, snapshot, reading.cancellation)
    reading.run(path, publishingTo: state) { notify in
      Self.follow(path, displayed, watch, cancellation, notify)
    }
  }

  // MARK: - On the thread

  /// The maximum pause before the folder is read again.
  private nonisolated static let maxPause = Duration.seconds(5)

  /// Reads a folder, and reads it again after each change until the session is canceled.
  private nonisolated static func follow(
    _ path: String, _ displayed: ListSnapshot, _ watch: FileWatcher?,
    _ cancellation: CancellationToken,
    _ notify: BackgroundReading.Handler
  ) {
    var (displayed, pause) = (displayed, Duration.zero)
    repeat {
      let start = ContinuousClock.now
      do throws(SourceError) {
        guard let after = try list(path, displayed, cancellation, notify) else { return }
        let changes = ChangeSet(from: after.reported, to: after.list)
        let update =
          changes.isEmpty
          ? nil : ListUpdate(before: after.reported, after: after.list, changes: changes)
        notify(update, .finished)
        displayed = after.list
      } catch {
        notify(nil, .failed("\(error)"))
      }
      pause = min(start.duration(to: .now), maxPause)
      // Reading takes at most half of the time if the folder changes constantly. Changes of many
      // files are combined.
    } while watch.map {
      $0.sleep(for: pause) && $0.next() && $0.waitForQuiet() && renewed($0)
    }
      ?? false
  }

  private nonisolated static func renewed(_ watch: FileWatcher) -> Bool {
    watch.renew()
    return true
  }

  /// Returns the complete list of the entries of a folder, and the partial list that was published
  /// last.
  ///
  /// - Returns: `nil` if the session was canceled.
  private nonisolated static func list(
    _ path: String, _ displayed: ListSnapshot, _ cancellation: CancellationToken,
    _ notify: BackgroundReading.Handler
  ) throws(SourceError) -> (list: ListSnapshot, reported: ListSnapshot)? {
    let names = try FolderName.all(in: path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system(path, errno) }
    defer { close(folder) }
    var (list, reported, time) = (empty, displayed, ContinuousClock.now)
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
        displayed.itemCount > 0
        ? nil
        : ListUpdate(
          before: reported, after: list,
          changes: .appending(list.itemCount - reported.itemCount, toSection: 0, of: reported))
      if update != nil { reported = list }
      notify(update, .loading(fraction: fraction))
    }
    list.sections[0].items.append(contentsOf: &entries)
    return cancellation.isCancelled ? nil : (list, reported)
  }
}

extension ElementSequence {
  /// Moves elements to the end of the sequence, and empties their array.
  fileprivate mutating func append(contentsOf elements: inout [any CellModel]) {
    self = self + ElementSequence(elements: elements)
    elements = []
  }
}
