internal import Glibc
internal import MocoaModel

/// Tells when somebody has kept something in a database, for as long as it is held.
///
/// What is written to a database and its log is written before a commit can be seen, and that itself
/// leaves no event. So whoever has committed touches the file; and whoever ended before he could do so
/// has closed it.
final class DatabaseWatch {
  private let wake = Wake()

  /// So long it is waited for more, so that many commits are told once.
  private static let pause: Int32 = 10

  /// Watches a file; nil where the system has no watches left.
  init?(_ path: String, perform: @escaping @Sendable () -> Void) {
    let (listener, wake) = (FileListener(), wake)
    guard listener.add(path, UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE)) >= 0,
      BackgroundThread.run({ Self.run(listener, wake, perform) })
    else { return nil }
  }

  deinit {
    wake.wake()
  }

  private static func run(_ listener: FileListener, _ wake: Wake, _ perform: () -> Void) {
    while wake.waits(for: listener.descriptor), wake.rests(milliseconds: pause) {
      _ = listener.take()
      perform()
    }
  }

  /// Tells those who watch a file that something was kept there.
  static func touch(_ path: String?) {
    guard let path else { return }
    // Without opening it: closing any descriptor of a file would end all locks that SQLite has on it.
    _ = utimensat(AT_FDCWD, path, nil, 0)
  }
}
