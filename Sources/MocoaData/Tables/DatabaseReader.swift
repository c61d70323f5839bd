internal import MocoaModel

/// Reads a database on a thread of its own, and again whenever somebody has written to it.
struct DatabaseReader: Sendable {
  let path: String
  let content: DatabaseContent

  /// Is told what the columns of a table are called.
  let heading: TableHeading

  /// What is shown already.
  let shown: ListSnapshot

  /// Nil where the database is read but once.
  let watch: TableWatch?
  let cancellation: Cancellation

  /// Takes what changes on the screen, and how far reading is.
  typealias Tell = (ListUpdate?, ListPhase) -> Void

  /// How long a lock of somebody else is waited for.
  private static let patience = Duration.seconds(2)

  /// How long it rests at most before all is read again.
  private static let longestRest = Duration.seconds(5)

  /// How often, at most, it is said how far reading is.
  private static let interval = Duration.milliseconds(30)

  /// What is written can be seen only when it is committed, of which no event may come: so long, in
  /// milliseconds, is waited for it, time and again.
  private static let looks: [Int32] = [30, 120, 500, 2000, 5000]

  /// Reads until it is cancelled; without a watch, once.
  func run(_ tell: Tell) {
    var shown = shown
    var lister = DatabaseLister(path: path, content, cancellation, heading: heading)
    while !cancellation.isCancelled {
      var isToBeOpened = false
      do throws(SourceError) {
        let connection = try DatabaseConnection(
          path: path, patience: Self.patience, cancellation)
        lister.forget(isOtherFile: true)
        isToBeOpened = try follow(connection, &lister, &shown, tell)
      } catch {
        // A log that came and went with the connection is no news; what comes from now on is.
        watch?.forget()
        tell(nil, .failed("\(error)"))
      }
      guard let watch else { return }
      guard isToBeOpened || watch.next(), watch.rests(milliseconds: Self.looks[0]) else { return }
    }
  }

  /// Reads by one connection, as long as its file is the one at the path.
  ///
  /// - Returns: whether there may be another now.
  private func follow(
    _ connection: DatabaseConnection, _ lister: inout DatabaseLister, _ shown: inout ListSnapshot,
    _ tell: Tell
  ) throws(SourceError) -> Bool {
    while true {
      let version = try connection.version()
      let start = ContinuousClock.now
      var failure: SourceError?
      do throws(SourceError) {
        try read(connection, &lister, &shown, tell)
      } catch {
        failure = error
      }
      if cancellation.isCancelled { return false }
      let pause = min(start.duration(to: .now), Self.longestRest)
      tell(nil, failure.map { .failed("\($0)") } ?? .finished)
      switch nextChange(since: version, connection, hasStandIns: lister.hasStandIns) {
      case .content:
        // Who writes again and again has it read again no more than half of the time.
        guard watch?.rests(milliseconds: Int32(pause / .milliseconds(1))) == true else {
          return false
        }
        lister.forget(isOtherFile: false)
      case .file: return true
      case .end: return false
      }
    }
  }

  /// Reads all of it; the first time, what is known so far is shown.
  private func read(
    _ connection: DatabaseConnection, _ lister: inout DatabaseLister, _ shown: inout ListSnapshot,
    _ tell: Tell
  ) throws(SourceError) {
    var isGrowing = shown.itemCount == 0
    var current = shown
    var latest: ListSnapshot?
    var time = ContinuousClock.now - Self.interval
    defer { shown = current }
    func show(_ list: ListSnapshot, _ phase: ListPhase) {
      guard let changes = changes(from: current, to: list) else { return }
      tell(ListUpdate(before: current, after: list, changes: changes), phase)
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
          tell(nil, .loading(fraction: fraction))
        }
      }
      show(list, .finished)
    } catch {
      // What is there stays: all that was found, or else what was shown before.
      if isGrowing, let latest { show(latest, .failed("\(error)")) }
      isGrowing = false
      throw error
    }
  }

  /// What makes one list of the other; nil where nobody waits for it any more.
  private func changes(from before: ListSnapshot, to after: ListSnapshot) -> ChangeSet? {
    let cancellation = cancellation
    return try? ChangeSet(from: before, to: after) { () throws(SourceError) in
      if cancellation.isCancelled { throw .stopped }
    }
  }

  private enum Change {
    /// Something was committed.
    case content

    /// Another file may be at the path.
    case file

    /// Nobody waits any more.
    case end
  }

  /// Waits until the database is another one.
  ///
  /// - Parameter hasStandIns: whether something that could not be read may be there now.
  private func nextChange(
    since version: Int64, _ connection: DatabaseConnection, hasStandIns: @autoclosure () -> Bool
  ) -> Change {
    guard let watch else { return .end }
    // First what was written while it was read.
    var pauses: [Int32] = []
    var hasEvent = false
    while true {
      if connection.hasMoved { return .file }
      // While it is locked nothing is known.
      if let now = try? connection.version(), now != version || (hasEvent && hasStandIns()) {
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
      pauses = Self.looks
      guard watch.rests(milliseconds: pauses.removeFirst()) else { return .end }
    }
  }
}
