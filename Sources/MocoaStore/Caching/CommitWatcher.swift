internal import Glibc
internal import MocoaModel
internal import MocoaSystem

/// A watcher of commits to a SQLite database by other connections.
///
/// It watches for as long as it is retained. SQLite writes the database and its log before a commit
/// is visible, and the commit itself causes no file event. Therefore each process touches the file
/// after a commit. If a process ends before that, the system closes the file, which is also an
/// event.
final class CommitWatcher {
  private let wake = WakePipe()

  /// The time to wait after a commit for further commits, in milliseconds.
  ///
  /// All of them are reported in one call.
  private static let pause: Int32 = 10

  /// Watches a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - perform: A closure that is called on a background thread after commits.
  /// - Returns: `nil` if the system has no free watch or thread.
  init?(_ path: String, perform: @escaping @Sendable () -> Void) {
    let (listener, wake) = (InotifySubscription(), wake)
    guard listener.add(path, UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE)) >= 0,
      BackgroundThread.run({ Self.run(listener, wake, perform) })
    else { return nil }
  }

  deinit {
    wake.wake()
  }

  private static func run(_ listener: InotifySubscription, _ wake: WakePipe, _ perform: () -> Void)
  {
    while wake.waitForInput(on: listener.descriptor), wake.sleep(milliseconds: pause) {
      _ = listener.take()
      perform()
    }
  }

  /// Touches a database file, so that the watchers of all processes report a commit.
  static func touch(_ path: String?) {
    guard let path else { return }
    // The file is not opened, because closing a descriptor would release all locks that SQLite has
    // on the file.
    _ = utimensat(AT_FDCWD, path, nil, 0)
  }
}
