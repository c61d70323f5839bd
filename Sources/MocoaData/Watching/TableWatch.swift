internal import Glibc

/// Waits on a thread until somebody has written to a database, its log or its journal, or has a link
/// lead to another one.
///
/// None of them is opened: closing any descriptor of a file would end all locks that SQLite has on it.
/// The folder is listened to as well, in which a log comes and a journal goes.
final class TableWatch: Sendable {
  private let path: String
  private let listener = FileListener()
  private let wake = Wake()

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF)
  private static let folderEvents =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)

  /// A watch over a database; nil where the system has no watches left.
  init?(_ path: String) {
    self.path = path
    guard listener.add(Self.folder(of: path), Self.folderEvents) >= 0 else { return nil }
    renew()
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Watches the files that are there now.
  private func renew() {
    let file = DatabaseConnection.realPath(of: path)
    if file != path { listener.add(Self.folder(of: file), Self.folderEvents) }
    for ending in ["", "-wal"] {
      listener.add(file + ending, Self.fileEvents)
    }
  }

  /// The names of what matters in the folders.
  private var names: Set<String> {
    func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    let file = name(DatabaseConnection.realPath(of: path))
    return [name(path), file, file + "-wal", file + "-journal"]
  }

  /// Waits until something was written, and takes all that there is to be told of it.
  ///
  /// - Returns: false when the watch was cancelled.
  func next() -> Bool {
    repeat {
      guard wake.waits(for: listener.descriptor) else { return false }
    } while !takeEvents()
    return true
  }

  /// Takes what is there without telling it.
  func forget() {
    _ = takeEvents()
  }

  /// Waits a little.
  ///
  /// - Returns: false when the watch was cancelled.
  func rests(milliseconds: Int32) -> Bool { wake.rests(milliseconds: milliseconds) }

  /// Ends the wait, now and for ever.
  func cancel() { wake.wake() }

  /// Waits for an event, for some time, or for ever where below 0.
  func wait(milliseconds: Int32) -> Wake.Outcome {
    wake.wait(for: listener.descriptor, milliseconds: milliseconds)
  }

  /// Takes all events that are there.
  ///
  /// - Returns: whether one of them is about the database.
  func takeEvents() -> Bool {
    defer { renew() }
    let names = names
    // An event without a name is of a file itself.
    return listener.take().contains { $0.name.isEmpty || names.contains($0.name) }
  }
}
