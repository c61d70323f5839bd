internal import Glibc
internal import MocoaSystem

/// A watcher that blocks a thread until a database may have changed.
///
/// This is the case when the database, its log or its journal is written, or when a symbolic link
/// leads to another database. The watcher opens none of these files, because closing a descriptor
/// would release all locks that SQLite has on the file. It also watches the folder, in which logs
/// and journals are created and deleted.
final class DatabaseFileWatcher: Sendable {
  private let path: String
  private let listener = InotifySubscription()
  private let wake = WakePipe()

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF)
  private static let folderEvents =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)

  /// Creates a watcher of a database, or returns `nil` if the system has no free watch.
  init?(_ path: String) {
    self.path = path
    guard listener.add(Self.folder(of: path), Self.folderEvents) >= 0 else { return nil }
    renew()
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Adds watches for the database file and its log, if they exist now.
  private func renew() {
    let file = SmallFile.resolvedPath(of: path)
    if file != path { listener.add(Self.folder(of: file), Self.folderEvents) }
    for ending in ["", "-wal"] {
      listener.add(file + ending, Self.fileEvents)
    }
  }

  /// The names of the database file, its log, its journal, and the symbolic link to it, if any.
  private var names: Set<String> {
    func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    let file = name(SmallFile.resolvedPath(of: path))
    return [name(path), file, file + "-wal", file + "-journal"]
  }

  /// Waits until a file of the database is written, and consumes all pending events.
  ///
  /// - Returns: `false` if the watcher was canceled.
  func next() -> Bool {
    repeat {
      guard wake.waitForInput(on: listener.descriptor) else { return false }
    } while !takeEvents()
    return true
  }

  /// Discards all pending events.
  func discardEvents() {
    _ = takeEvents()
  }

  /// Waits for a number of milliseconds.
  ///
  /// - Returns: `false` if the watcher was canceled.
  func sleep(milliseconds: Int32) -> Bool { wake.sleep(milliseconds: milliseconds) }

  /// Ends the current wait and prevents further waits.
  func cancel() { wake.wake() }

  /// Waits for an event.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or a negative number for no limit.
  func wait(milliseconds: Int32) -> WakePipe.Outcome {
    wake.wait(for: listener.descriptor, milliseconds: milliseconds)
  }

  /// Consumes all pending events.
  ///
  /// - Returns: `true` if one of them concerns the database.
  func takeEvents() -> Bool {
    defer { renew() }
    let names = names
    // An event without a name concerns a watched file itself.
    return listener.take().contains { $0.name.isEmpty || names.contains($0.name) }
  }
}
