internal import Glibc
internal import Synchronization

/// Waits on a thread until one of some files is written to, or a name comes to lead elsewhere.
///
/// A file is watched itself, whatever name it has, and so is everything on the way to it that could
/// be replaced. A folder is listened to only where a name in it is missing, or all of them are meant:
/// whoever works in the same folder would else wake this thread with every file that he makes.
final class FileWatch: Sendable {
  /// The folder in which every name is meant.
  private let folder: String?
  private let events: Int32
  private let wake = Wake()
  private let watched: Mutex<Watched>

  /// What is watched, by the numbers that events have.
  private struct Watched {
    var paths: [String]
    var files: Set<Int32> = []

    /// What would be replaced, and the folders that would be moved.
    var things: Set<Int32> = []

    /// The names that are missing, by the folders they would be in.
    var names: [Int32: Set<String>] = [:]

    /// Whether something happened that nobody was told of yet.
    var hasNews = false
  }

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)

  /// Of what has a name: that it loses it.
  ///
  /// It may be the file, of which more is listened to.
  private static let thingEvents =
    UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_DONT_FOLLOW)
    | UInt32(IN_MASK_ADD)
  private static let folderEvents =
    UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR)
  private static let missingEvents =
    folderEvents | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
  private static let contentEvents =
    missingEvents | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    | UInt32(IN_MASK_ADD)

  /// A watch over a path and the file that was opened there; nil where the system has no watches
  /// left.
  convenience init?(_ path: String, _ file: FileBytes) {
    self.init([path], [file])
    guard watched.withLock({ !$0.files.isEmpty }) else { return nil }
  }

  /// A watch over some paths and the files that were opened there, and over all that is in a folder,
  /// which need not be there yet; nil where the system has no watches left.
  init?(_ paths: [String], _ files: [FileBytes], folder: String? = nil) {
    self.folder = folder
    watched = Mutex(Watched(paths: paths))
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    renew(files)
    guard watched.withLock({ !($0.files.isEmpty && $0.things.isEmpty && $0.names.isEmpty) }) else {
      return nil
    }
  }

  deinit {
    if events >= 0 { close(events) }
  }

  /// Watches what is on the way now, and other files than before.
  ///
  /// - Parameters:
  ///   - files: those that were opened; nil where they are the same.
  ///   - paths: where the way leads; nil where it leads where it did.
  /// - Returns: whether the way is another one: then something has happened of which no event may come.
  @discardableResult
  func renew(_ files: [FileBytes]? = nil, at paths: [String]? = nil) -> Bool {
    let paths = paths ?? watched.withLock { $0.paths }
    var things: Set<Int32> = []
    var names: [Int32: Set<String>] = [:]
    for (folder, found) in PathTurns(of: paths + [folder].compactMap(\.self)).names {
      let missing = found.filter { name in
        let number = inotify_add_watch(events, "\(folder)/\(name)", Self.thingEvents)
        if number >= 0 { things.insert(number) }
        return number < 0
      }
      let mask = missing.isEmpty ? Self.folderEvents : Self.missingEvents
      let number = inotify_add_watch(events, folder, mask)
      if number >= 0 { names[number, default: []].formUnion(missing) }
    }
    // What happens in it is told like what happens to a thing.
    if let folder {
      let number = inotify_add_watch(events, folder, Self.contentEvents)
      if number >= 0 { things.insert(number) }
    }
    let added = files?.map {
      inotify_add_watch(events, "/proc/self/fd/\($0.descriptor)", Self.fileEvents)
    }
    return watched.withLock { watched in
      let isOther = (things, names) != (watched.things, watched.names)
      let files = added.map { Set($0.filter { $0 >= 0 }) } ?? watched.files
      let former = watched.things.union(watched.names.keys).union(watched.files)
      for number in former.subtracting(things).subtracting(names.keys).subtracting(files) {
        inotify_rm_watch(events, number)
      }
      (watched.paths, watched.files) = (paths, files)
      (watched.things, watched.names) = (things, names)
      return isOther
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

  /// Waits for some time.
  ///
  /// - Returns: false when the watch was cancelled.
  func rests(_ time: Duration) -> Bool {
    wake.rests(milliseconds: Int32(time / .milliseconds(1)))
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
      if isLost || watched.files.contains(event.wd) || watched.things.contains(event.wd)
        || names != nil && name.isEmpty || names?.contains(name) == true
      {
        return true
      }
    }
    return false
  }
}
