internal import Glibc
internal import Synchronization

/// A watcher that blocks a thread until one of some files is written, or a path leads to another
/// file.
///
/// It watches each open file independently of its name, and each entry on a path that could be
/// replaced. A folder is watched only if a name in it is missing or if all its entries are
/// relevant. Otherwise each new file in the folder would wake the thread.
package final class FileWatcher: Sendable {
  /// The folder of which all entries are relevant, or `nil`.
  private let folder: String?
  private let listener = InotifySubscription()
  private let wake = WakePipe()
  private let watched: Mutex<Watched>

  /// The files and folders that are watched, by their watch numbers.
  private struct Watched {
    var paths: [String]
    var files: Set<Int32> = []

    /// The watches of entries that could be replaced, and of folders that could be moved.
    var entries: Set<Int32> = []

    /// The missing names, by the folder in which they are expected.
    var names: [Int32: Set<String>] = [:]

    /// A Boolean value that indicates whether an event has occurred that `next` has not yet
    /// reported.
    var hasUnreportedEvent = false
  }

  private static let fileEvents =
    UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)

  /// The events that report that a path no longer leads to the same file.
  ///
  /// They are added to the events of an existing watch. The watch may also observe the content of
  /// the file.
  private static let entryEvents =
    UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_DONT_FOLLOW)
    | UInt32(IN_MASK_ADD)
  private static let folderEvents =
    UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR)
  private static let missingEvents =
    folderEvents | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
  private static let contentEvents =
    missingEvents | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    | UInt32(IN_MASK_ADD)

  /// Creates a watcher of a path and of the file that was opened there.
  ///
  /// - Returns: `nil` if the system has no free watch.
  package convenience init?(_ path: String, _ file: any OpenFile) {
    self.init([path], [file])
    guard watched.withLock({ !$0.files.isEmpty }) else { return nil }
  }

  /// Creates a watcher of some paths, of the files that were opened there, and of all entries of a
  /// folder that may not exist yet.
  ///
  /// - Returns: `nil` if the system has no free watch.
  package init?(_ paths: [String], _ files: [any OpenFile], folder: String? = nil) {
    self.folder = folder
    watched = Mutex(Watched(paths: paths))
    renew(files)
    guard watched.withLock({ !($0.files.isEmpty && $0.entries.isEmpty && $0.names.isEmpty) }) else {
      return nil
    }
  }

  /// Watches the files that are at the paths now.
  ///
  /// - Parameters:
  ///   - files: The opened files, or `nil` if they are unchanged.
  ///   - paths: The paths, or `nil` if they are unchanged.
  /// - Returns: `true` if a path has changed. Its file may then have changed without an event.
  @discardableResult
  package func renew(_ files: [any OpenFile]? = nil, at paths: [String]? = nil) -> Bool {
    let paths = paths ?? watched.withLock { $0.paths }
    var entries: Set<Int32> = []
    var names: [Int32: Set<String>] = [:]
    for (folder, found) in PathDependencies(of: paths + [folder].compactMap(\.self)).names {
      let missing = found.filter { name in
        let number = listener.add("\(folder)/\(name)", Self.entryEvents)
        if number >= 0 { entries.insert(number) }
        return number < 0
      }
      let mask = missing.isEmpty ? Self.folderEvents : Self.missingEvents
      let number = listener.add(folder, mask)
      if number >= 0 { names[number, default: []].formUnion(missing) }
    }
    // Events of its entries are handled like those of a replaceable entry.
    if let folder {
      let number = listener.add(folder, Self.contentEvents)
      if number >= 0 { entries.insert(number) }
    }
    let added = files?.map {
      listener.add("/proc/self/fd/\($0.descriptor)", Self.fileEvents)
    }
    return watched.withLock { watched in
      let isOther = (entries, names) != (watched.entries, watched.names)
      let files = added.map { Set($0.filter { $0 >= 0 }) } ?? watched.files
      let former = watched.entries.union(watched.names.keys).union(watched.files)
      for number in former.subtracting(entries).subtracting(names.keys).subtracting(files) {
        listener.remove(number)
      }
      (watched.paths, watched.files) = (paths, files)
      (watched.entries, watched.names) = (entries, names)
      return isOther
    }
  }

  // MARK: - Waiting

  /// The time without events after which a writer is assumed to pause, in milliseconds.
  private static let pause: Int32 = 30

  /// Returns `true` if an event has occurred.
  ///
  /// The next call of `next` reports it.
  package func hasPendingEvents() -> Bool {
    let hasEvents = takeEvents()
    return watched.withLock { watched in
      watched.hasUnreportedEvent = watched.hasUnreportedEvent || hasEvents
      return watched.hasUnreportedEvent
    }
  }

  /// Waits for the next relevant event and consumes all pending events.
  ///
  /// - Returns: `false` if the watcher was canceled.
  package func next() -> Bool {
    while !hasPendingEvents() {
      guard wake.waitForInput(on: listener.descriptor) else { return false }
    }
    discardEvents()
    return true
  }

  /// Waits for a short time, so that many writes are combined into few events.
  ///
  /// - Returns: `false` if the watcher was canceled.
  package func debounce() -> Bool {
    wake.sleep(milliseconds: Self.pause)
  }

  /// Waits for a duration.
  ///
  /// - Returns: `false` if the watcher was canceled.
  package func sleep(for time: Duration) -> Bool {
    wake.sleep(milliseconds: Int32(time / .milliseconds(1)))
  }

  /// Waits until no event has occurred for 30 milliseconds, but at most 300 milliseconds.
  ///
  /// - Returns: `false` if the watcher was canceled.
  package func waitForQuiet() -> Bool {
    for _ in 0..<10 {
      discardEvents()
      guard debounce() else { return false }
      if !hasPendingEvents() { break }
    }
    discardEvents()
    return true
  }

  /// Ends the current wait and prevents further waits.
  package func cancel() {
    wake.wake()
  }

  // MARK: - Events

  private func discardEvents() {
    watched.withLock { $0.hasUnreportedEvent = false }
  }

  /// Consumes all pending events.
  ///
  /// - Returns: `true` if one of them is relevant.
  private func takeEvents() -> Bool {
    let events = listener.take()
    guard !events.isEmpty else { return false }
    let watched = watched.withLock { $0 }
    return events.contains { event in
      let names = watched.names[event.number]
      // An event without a name concerns the folder itself.
      return event == .lost || watched.files.contains(event.number)
        || watched.entries.contains(event.number) || names != nil && event.name.isEmpty
        || names?.contains(event.name) == true
    }
  }
}

/// The names on some paths that determine which files the paths lead to.
///
/// These are the last names, every symbolic link, and the first names that are missing or not
/// folders. Ordinary folders on a path are not included. Watching every folder up to the root would
/// cause a wake-up for each change in it.
struct PathDependencies {
  /// The names, by the path of their folder.
  private(set) var names: [String: Set<String>] = [:]

  /// The maximum number of symbolic links that are followed for one path, as in the kernel.
  private static let linkLimit = 40

  init(of paths: [String]) {
    for path in paths { follow(path) }
  }

  private mutating func follow(_ path: String) {
    var pending = Array(Self.parts(of: path).reversed())
    var folder = path.hasPrefix("/") ? "/" : "."
    var links = 0
    while let name = pending.popLast() {
      let entryPath = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      var status = stat()
      let kind = lstat(entryPath, &status) == 0 ? status.st_mode & S_IFMT : 0
      if pending.isEmpty || kind != S_IFDIR { names[folder, default: []].insert(name) }
      if kind == S_IFDIR {
        folder = entryPath
        continue
      }
      guard kind == S_IFLNK, let link = Self.target(of: entryPath) else { return }
      links += 1
      if links > Self.linkLimit { return }
      if link.hasPrefix("/") { folder = "/" }
      pending += Self.parts(of: link).reversed()
    }
  }

  private static func parts(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
