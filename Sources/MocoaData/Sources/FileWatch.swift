internal import Glibc
internal import Synchronization

/// Waits on a thread until a file is written to, or its name comes to lead elsewhere.
///
/// The file is watched itself, whatever name it has, and so are the folders on the way to it: of
/// these only the names that matter are listened to.
final class FileWatch: Sendable {
  private let path: String
  private let events: Int32
  private let wake = Wake()
  private let watched = Mutex(Watched())

  /// What is watched, by the numbers that events have.
  private struct Watched {
    var file: Int32 = -1
    var names: [Int32: Set<String>] = [:]

    /// Whether something happened that nobody was told of yet.
    var hasNews = false
  }

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)
  private static let folderEvents =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
    | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR)

  /// A watch over a path and the file that was opened there; nil where the system has no watches
  /// left.
  init?(_ path: String, _ file: FileBytes) {
    self.path = path
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    renew(file)
    guard watched.withLock({ $0.file >= 0 }) else { return nil }
  }

  deinit {
    if events >= 0 { close(events) }
  }

  /// Watches what is on the way now, and another file than before.
  func renew(_ file: FileBytes? = nil) {
    var names: [Int32: Set<String>] = [:]
    for (folder, found) in PathTurns(of: path).names {
      let number = inotify_add_watch(events, folder, Self.folderEvents)
      if number >= 0 { names[number, default: []].formUnion(found) }
    }
    let added = file.map {
      inotify_add_watch(events, "/proc/self/fd/\($0.descriptor)", Self.fileEvents)
    }
    watched.withLock { watched in
      for number in watched.names.keys where names[number] == nil {
        inotify_rm_watch(events, number)
      }
      watched.names = names
      guard let added, added != watched.file else { return }
      if watched.file >= 0 { inotify_rm_watch(events, watched.file) }
      watched.file = added
    }
  }

  // MARK: - Waiting

  /// How long a pause is in what is written.
  private static let pause: Int32 = 30

  /// Whether something has happened; it is still to be told by `next`.
  func hasNews() -> Bool {
    let isTold = takeEvents()
    return watched.withLock { watched in
      watched.hasNews = watched.hasNews || isTold
      return watched.hasNews
    }
  }

  /// Waits for the next event that matters, and takes all that are there.
  ///
  /// - Returns: false when the watch was cancelled.
  func next() -> Bool {
    while !hasNews() {
      guard wake.waits(for: events) else { return false }
    }
    forgetNews()
    return true
  }

  /// Waits a little, so that much that is written comes to few events.
  ///
  /// - Returns: false when the watch was cancelled.
  func rest() -> Bool {
    wake.rests(milliseconds: Self.pause)
  }

  /// Waits until nothing has happened for a little while, but not for long.
  ///
  /// - Returns: false when the watch was cancelled.
  func settle() -> Bool {
    for _ in 0..<10 {
      forgetNews()
      guard rest() else { return false }
      if !hasNews() { break }
    }
    forgetNews()
    return true
  }

  /// Ends the wait, now and for ever.
  func cancel() {
    wake.wake()
  }

  // MARK: - Events

  private func forgetNews() {
    watched.withLock { $0.hasNews = false }
  }

  /// Takes all events that are there.
  ///
  /// - Returns: whether one of them matters.
  private func takeEvents() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isToBeTold = false
    while true {
      let count = read(events, &buffer, buffer.count)
      guard count > 0 else { return isToBeTold }
      buffer.withUnsafeBytes { bytes in
        isToBeTold = matters(UnsafeRawBufferPointer(rebasing: bytes[..<count])) || isToBeTold
      }
    }
  }

  private func matters(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    let watched = watched.withLock { $0 }
    let size = MemoryLayout<inotify_event>.size
    while rest.count >= size {
      let event = rest.loadUnaligned(as: inotify_event.self)
      let end = min(rest.count, size + Int(event.len))
      let name = String(decoding: rest[size..<end].prefix { $0 != 0 }, as: UTF8.self)
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      let names = watched.names[event.wd]
      // An event without a name is of the folder itself.
      if isLost || event.wd == watched.file || names != nil && name.isEmpty
        || names?.contains(name) == true
      {
        return true
      }
    }
    return false
  }
}
