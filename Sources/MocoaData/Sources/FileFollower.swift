internal import Glibc

/// Reads on in a file of lines whenever it has become longer.
///
/// The file is the same one, longer, and what was read last is still there: then the index goes on.
/// Anything else has made another list of it.
struct FileFollower: Sendable {
  let loader: RecordLoader
  let watch: FileWatch
  var rest: RecordLoader.Rest

  /// Reads on until the watch is cancelled.
  ///
  /// - Returns: why it is over; nil when it was cancelled.
  mutating func run(_ publish: RecordLoader.Publish) -> SourceError? {
    // What was written before the watch began gave no event.
    repeat {
      do throws(SourceError) {
        if try hasGrown() {
          let ending = loader.goOn(rest, publish)
          if let failure = ending.failure { return failure }
          guard let rest = ending.rest else { return nil }
          self.rest = rest
        }
      } catch {
        return error
      }
    } while watch.rest() && watch.next() && !loader.cancellation.isCancelled
    return nil
  }

  /// Whether the file has more than was read.
  ///
  /// - Throws: when it is not the file that was read any more.
  private func hasGrown() throws(SourceError) -> Bool {
    let file = loader.input.bytes
    let status = try file.status()
    let size = Int(status.st_size)
    // Past the cache, which remembers the bytes as they were.
    guard status.st_nlink > 0, size >= rest.offset,
      try file.bytes(at: rest.offset - rest.tail.count, upTo: rest.tail.count) == rest.tail
    else { throw .changed(file.name) }
    return size > rest.offset
  }
}
