internal import Glibc

/// Reads on in a file of lines whenever it has become longer, and tells when a file has changed.
///
/// The file is the same one, longer, and what was read last is still there: then the index goes on.
/// Anything else has made another list of it.
struct FileFollower: Sendable {
  private let loader: RecordLoader
  private let watch: FileWatch
  private var rest: RecordPass?
  private let opened: stat

  /// - Parameters:
  ///   - rest: where reading ended; nil for an empty file.
  ///   - opened: what the system said of the file before it was read.
  init(_ loader: RecordLoader, _ watch: FileWatch, after rest: RecordPass?, opened: stat) {
    (self.loader, self.watch, self.rest, self.opened) = (loader, watch, rest, opened)
  }

  /// Reads on until the watch is cancelled.
  ///
  /// - Returns: why it is over; nil when it was cancelled.
  mutating func run(_ publish: RecordPass.Publish) -> SourceError? {
    // What was written before the watch began gave no event.
    repeat {
      do throws(SourceError) {
        guard try hasGrown() else { continue }
        let ending = rest.map { loader.goOn($0, publish) } ?? loader.run(publish)
        if let failure = ending.failure { return failure }
        rest = ending.rest
      } catch {
        return error
      }
    } while watch.rest() && watch.next() && !loader.cancellation.isCancelled
    return nil
  }

  /// Whether the file has more than was read, and may have it.
  ///
  /// - Throws: when it is not the file that was read any more.
  private func hasGrown() throws(SourceError) -> Bool {
    let file = loader.input.bytes
    let status = try file.status()
    let size = Int(status.st_size)
    guard let rest else { return size > 0 }
    let isUntouched =
      status.st_size == opened.st_size && status.st_mtim.tv_sec == opened.st_mtim.tv_sec
      && status.st_mtim.tv_nsec == opened.st_mtim.tv_nsec
    // Past the cache, which remembers the bytes as they were.
    guard status.st_nlink > 0, rest.mayGoOn || isUntouched, size >= rest.offset,
      try file.bytes(at: rest.offset - rest.tail.count, upTo: rest.tail.count) == rest.tail
    else { throw .changed(file.name) }
    return rest.mayGoOn && size > rest.offset
  }
}
