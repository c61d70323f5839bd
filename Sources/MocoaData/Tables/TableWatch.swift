internal import Glibc

/// Waits on a thread until somebody has written to a database, its log or its journal, or has a link
/// lead to another one.
///
/// None of them is opened: closing any descriptor of a file would end all locks that SQLite has on it.
/// The folder is listened to as well, in which a log comes and a journal goes.
final class TableWatch: Sendable {
  private let path: String
  private let events: Int32
  private let wake = Wake()

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF)
  private static let folderEvents =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)

  /// A watch over a database; nil where the system has no watches left.
  init?(_ path: String) {
    self.path = path
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    guard inotify_add_watch(events, Self.folder(of: path), Self.folderEvents) >= 0 else {
      close(events)
      return nil
    }
    renew()
  }

  deinit {
    close(events)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Watches the files that are there now.
  private func renew() {
    let file = DatabaseConnection.realPath(of: path)
    if file != path { _ = inotify_add_watch(events, Self.folder(of: file), Self.folderEvents) }
    for ending in ["", "-wal"] {
      _ = inotify_add_watch(events, file + ending, Self.fileEvents)
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
      guard wake.waits(for: events) else { return false }
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
    wake.wait(for: events, milliseconds: milliseconds)
  }

  /// Takes all events that are there.
  ///
  /// - Returns: whether one of them is about the database.
  func takeEvents() -> Bool {
    defer { renew() }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isAbout = false
    let names = names
    while true {
      let count = read(events, &buffer, buffer.count)
      guard count > 0 else { return isAbout }
      buffer.withUnsafeBytes { bytes in
        isAbout = matters(UnsafeRawBufferPointer(rebasing: bytes[..<count]), names) || isAbout
      }
    }
  }

  private func matters(_ bytes: UnsafeRawBufferPointer, _ names: Set<String>) -> Bool {
    var rest = bytes
    let size = MemoryLayout<inotify_event>.size
    while rest.count >= size {
      let event = rest.loadUnaligned(as: inotify_event.self)
      let end = min(rest.count, size + Int(event.len))
      let name = String(decoding: rest[size..<end].prefix { $0 != 0 }, as: UTF8.self)
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      // An event without a name is of a file itself.
      if name.isEmpty || names.contains(name) { return true }
    }
    return false
  }
}
