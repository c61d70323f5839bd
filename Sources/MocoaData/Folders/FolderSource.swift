internal import Glibc
public import MocoaModel

/// What is in a folder, as a list: folders first, in the order of their names.
///
/// It is read on a thread of its own, and again when something in it comes, goes or is written.
@MainActor
public final class FolderSource: ListSource {
  /// What was read so far, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// How far reading has come.
  public var phase: ListPhase { state.phase }

  private let path: String
  private let follows: Bool
  private let state = SourceState(FolderSource.empty)
  private var reading: Reading?

  private nonisolated static let empty = ListSnapshot(sections: [SectionSnapshot(id: "entries")])

  /// Opens a folder, and begins to read.
  ///
  /// - Parameter follows: whether to read again when something in it has changed.
  /// - Throws: why there is no folder to be read. What is found out while reading shows in `phase`.
  public init(path: String, follows: Bool = false) throws(SourceError) {
    (self.path, self.follows) = (path, follows)
    guard access(path, R_OK | X_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  isolated deinit { reading?.cancel() }

  /// Whether a path leads to a folder.
  public nonisolated static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Ends reading; what is there stays, and `phase` says that it is not all.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.cancel()
    state.show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads all again, and shows in one update what has changed.
  ///
  /// - Throws: why the folder cannot be read any more; nothing has changed then.
  public func readAgain() throws(SourceError) {
    guard access(path, R_OK | X_OK) == 0 else { throw .system(path, errno) }
    read()
  }

  /// Calls back, at once or later, when the first entries are there or reading has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    state.whenSettled(perform)
  }

  // MARK: - Reading

  /// One time that the folder is read, and all that is read of it because it changed.
  private final class Reading: Sendable {
    let watch: FileWatch?
    let cancellation = Cancellation()

    init(_ watch: FileWatch?) { self.watch = watch }

    func cancel() {
      cancellation.cancel()
      watch?.cancel()
    }
  }

  private func read() {
    reading?.cancel()
    // The watch begins before the first name is read, so that nothing is missed.
    let reading = Reading(follows ? FileWatch([], [], folder: path) : nil)
    self.reading = reading
    state.phase = .loading(fraction: nil)
    let (path, shown) = (path, snapshot)
    let beginning = Monitor(Beginning())
    let take: @MainActor @Sendable (ListUpdate?, ListPhase) -> Void = {
      [weak self, weak reading] update, phase in
      guard let self, let reading, self.reading === reading, !reading.cancellation.isCancelled
      else { return }
      state.show(update, phase)
    }
    let isRunning = BackgroundThread.run {
      Self.follow(path, shown, reading) { update, phase in
        if beginning.update({ $0.keep(update, phase) }) { return }
        MainTurn.afterThis { take(update, phase) }
      }
    }
    guard isRunning else { return state.show(nil, .failed("\(SourceError.system(path, EAGAIN))")) }
    // What is there at once is never seen to come.
    _ = beginning.wait(atMost: Beginning.glance) { $0.isSettled }
    for answer in beginning.update({ $0.end() }) { state.show(answer.update, answer.phase) }
  }

  // MARK: - On the thread

  /// Takes what changes on the screen, and how far reading is.
  private typealias Tell = (ListUpdate?, ListPhase) -> Void

  /// How long it rests at most before all is read again.
  private nonisolated static let longestRest = Duration.seconds(5)

  /// Reads a folder, and again when it has changed, until that is cancelled.
  private nonisolated static func follow(
    _ path: String, _ shown: ListSnapshot, _ reading: Reading, _ tell: Tell
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
      pause = min(start.duration(to: .now), longestRest)
      // Where much is written it is read again no more than half of the time, and of many files at once.
    } while reading.watch.map { $0.rests(pause) && $0.next() && $0.settle() && renewed($0) }
      ?? false
  }

  private nonisolated static func renewed(_ watch: FileWatch) -> Bool {
    watch.renew()
    return true
  }

  /// All that is in a folder, and what was told of it; nil where that was cancelled.
  private nonisolated static func list(
    _ path: String, _ shown: ListSnapshot, _ cancellation: Cancellation, _ tell: Tell
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
      // Of a list that is there already all changes come at once.
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
  /// Takes elements over to the end.
  fileprivate mutating func append(contentsOf elements: inout [any CellModel]) {
    self = self + ElementSequence(elements: elements)
    elements = []
  }
}
