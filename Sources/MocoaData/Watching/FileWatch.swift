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
  private let listener = FileListener()
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
    renew(files)
    guard watched.withLock({ !($0.files.isEmpty && $0.things.isEmpty && $0.names.isEmpty) }) else {
      return nil
    }
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
        let number = listener.add("\(folder)/\(name)", Self.thingEvents)
        if number >= 0 { things.insert(number) }
        return number < 0
      }
      let mask = missing.isEmpty ? Self.folderEvents : Self.missingEvents
      let number = listener.add(folder, mask)
      if number >= 0 { names[number, default: []].formUnion(missing) }
    }
    // What happens in it is told like what happens to a thing.
    if let folder {
      let number = listener.add(folder, Self.contentEvents)
      if number >= 0 { things.insert(number) }
    }
    let added = files?.map {
      listener.add("/proc/self/fd/\($0.descriptor)", Self.fileEvents)
    }
    return watched.withLock { watched in
      let isOther = (things, names) != (watched.things, watched.names)
      let files = added.map { Set($0.filter { $0 >= 0 }) } ?? watched.files
      let former = watched.things.union(watched.names.keys).union(watched.files)
      for number in former.subtracting(things).subtracting(names.keys).subtracting(files) {
        listener.remove(number)
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
      guard wake.waits(for: listener.descriptor) else { return false }
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
    let events = listener.take()
    guard !events.isEmpty else { return false }
    let watched = watched.withLock { $0 }
    return events.contains { event in
      let names = watched.names[event.number]
      // An event without a name is of the folder itself.
      return event == .lost || watched.files.contains(event.number)
        || watched.things.contains(event.number) || names != nil && event.name.isEmpty
        || names?.contains(event.name) == true
    }
  }
}
