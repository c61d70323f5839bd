internal import MocoaModel
internal import MocoaSQLite
internal import MocoaSystem

/// Lists a database on a background thread, and again after each commit.
struct DatabaseReader: Sendable {
  let path: String
  let content: DatabaseContent

  /// The object that receives the column names of a table.
  let heading: TableHeader

  /// The list that is already displayed.
  let displayed: ListSnapshot

  /// The watch of the database file, or `nil` if the database is read only once.
  let watch: DatabaseFileWatcher?
  let cancellation: CancellationToken

  /// A closure that receives an update of the list, if any, and the reading phase.
  typealias Handler = (ListUpdate?, ListPhase) -> Void

  /// The time to wait for a lock held by another connection.
  private static let busyTimeout = Duration.seconds(2)

  /// The maximum pause before the database is read again.
  private static let maxPause = Duration.seconds(5)

  /// The minimum interval between two progress notifications.
  private static let interval = Duration.milliseconds(30)

  /// The delays between version checks after a file event, in milliseconds.
  ///
  /// A write becomes visible only when it is committed, and the commit may cause no event.
  private static let versionCheckDelays: [Int32] = [30, 120, 500, 2000, 5000]

  /// Reads until the operation is canceled, or once if the reader has no watch.
  func run(_ handler: Handler) {
    var displayed = displayed
    var lister = DatabaseLister(
      path: path, content, cancellation, heading: heading, isDisplayed: watch != nil)
    while !cancellation.isCancelled {
      var isToBeOpened = false
      do throws(SourceError) {
        let connection = try DatabaseConnection(
          path: path, busyTimeout: Self.busyTimeout, cancellation)
        lister.reset(isOtherFile: true)
        isToBeOpened = try follow(connection, &lister, &displayed, handler)
      } catch {
        // Discards the events of the log file that opening and closing the connection caused. Later
        // events count.
        watch?.discardEvents()
        handler(nil, .failed("\(error)"))
      }
      guard let watch else { return }
      guard isToBeOpened || watch.next(), watch.sleep(milliseconds: Self.versionCheckDelays[0])
      else { return }
    }
  }

  /// Lists the database through one connection, and again after each commit, until another file may
  /// be at the path.
  ///
  /// - Returns: `true` if another file may be at the path now, `false` if reading was canceled.
  private func follow(
    _ connection: DatabaseConnection, _ lister: inout DatabaseLister,
    _ displayed: inout ListSnapshot,
    _ handler: Handler
  ) throws(SourceError) -> Bool {
    while true {
      let version = try connection.version()
      let start = ContinuousClock.now
      var failure: SourceError?
      do throws(SourceError) {
        try read(connection, &lister, &displayed, handler)
      } catch {
        failure = error
      }
      if cancellation.isCancelled { return false }
      let pause = min(start.duration(to: .now), Self.maxPause)
      handler(nil, failure.map { .failed("\($0)") } ?? .finished)
      switch nextChange(since: version, connection, hasUnavailableRows: lister.hasUnavailableRows) {
      case .content:
        // If the database changes constantly, reading takes at most half of the time.
        guard watch?.sleep(milliseconds: Int32(pause / .milliseconds(1))) == true else {
          return false
        }
        lister.reset(isOtherFile: false)
      case .file: return true
      case .end: return false
      }
    }
  }

  /// Reads the complete content.
  ///
  /// During the first read, partial lists are shown.
  private func read(
    _ connection: DatabaseConnection, _ lister: inout DatabaseLister,
    _ displayed: inout ListSnapshot,
    _ handler: Handler
  ) throws(SourceError) {
    var isGrowing = displayed.itemCount == 0
    var current = displayed
    var latest: ListSnapshot?
    var time = ContinuousClock.now - Self.interval
    defer { displayed = current }
    func show(_ list: ListSnapshot, _ phase: ListPhase) {
      guard let changes = changes(from: current, to: list) else { return }
      // Counts of tables that arrive later are not changes of the database.
      let context = isGrowing && content == .tables ? QueryChange() : nil
      handler(
        ListUpdate(before: current, after: list, changes: changes, context: context), phase)
      current = list
    }
    do throws(SourceError) {
      let list = try lister.list(connection) { list, fraction in
        latest = list
        guard ContinuousClock.now - time >= Self.interval else { return }
        time = .now
        if isGrowing {
          show(list, .loading(fraction: fraction))
        } else {
          handler(nil, .loading(fraction: fraction))
        }
      }
      show(list, .finished)
    } catch {
      // Shows the rows read before the error, or keeps the list shown before.
      if isGrowing, let latest { show(latest, .failed("\(error)")) }
      isGrowing = false
      throw error
    }
  }

  /// Returns the changes between two lists, or `nil` if the operation was canceled.
  private func changes(from before: ListSnapshot, to after: ListSnapshot) -> ChangeSet? {
    let cancellation = cancellation
    return try? ChangeSet(from: before, to: after) { () throws(SourceError) in
      if cancellation.isCancelled { throw .stopped }
    }
  }

  private enum Change {
    /// A transaction was committed.
    case content

    /// Another file may be at the path.
    case file

    /// The operation was canceled.
    case end
  }

  /// Waits until the database changes.
  ///
  /// - Parameter hasUnavailableRows: A Boolean value that indicates whether the list has
  ///   placeholders for rows that could not be read and may become readable.
  private func nextChange(
    since version: Int64, _ connection: DatabaseConnection,
    hasUnavailableRows: @autoclosure () -> Bool
  ) -> Change {
    guard let watch else { return .end }
    // First detects changes that were written during reading.
    var pauses: [Int32] = []
    var hasEvent = false
    while true {
      if connection.hasMoved { return .file }
      // While the database is locked, the version is unknown.
      if let now = try? connection.version(), now != version || (hasEvent && hasUnavailableRows()) {
        return .content
      }
      let pause = pauses.isEmpty ? -1 : pauses.removeFirst()
      switch watch.wait(milliseconds: pause) {
      case .woken: return .end
      case .late: continue
      case .ready: if !watch.takeEvents() { continue }
      }
      if connection.isFrozen { return .file }
      hasEvent = true
      pauses = Self.versionCheckDelays
      guard watch.sleep(milliseconds: pauses.removeFirst()) else { return .end }
    }
  }
}
