internal import Glibc
internal import MocoaModel

/// Reads on in a file of lines whenever it has become longer, and tells when a file has changed.
///
/// The file is the same one, longer, and what was read last is still there: then the index goes on.
/// Anything else has made another list of it.
struct FileFollower: Sendable {
  private let loader: RecordLoader
  private let watch: FileWatch
  private let path: String
  private var rest: RecordPass?

  /// What the system said of the file when it was as long as what was read.
  private var known: stat

  /// - Parameters:
  ///   - rest: where reading ended; nil for an empty file.
  ///   - opened: what the system said of the file before it was read.
  init(
    _ loader: RecordLoader, _ watch: FileWatch, path: String, after rest: RecordPass?, opened: stat
  ) {
    (self.loader, self.watch, self.path) = (loader, watch, path)
    (self.rest, known) = (rest, opened)
  }

  /// Reads on until the watch is cancelled.
  ///
  /// - Returns: why it is over; nil when it was cancelled.
  mutating func run(_ publish: RecordPass.Publish) -> SourceError? {
    // What was written before the watch began gave no event.
    repeat {
      do throws(SourceError) {
        if try hasGrown(), let failure = try readOn(publish) { return failure }
      } catch {
        return error
      }
    } while watch.rest() && watch.next() && !loader.cancellation.isCancelled
    return nil
  }

  /// Reads what was added.
  ///
  /// - Returns: why that made no more records of it.
  private mutating func readOn(_ publish: RecordPass.Publish) throws(SourceError) -> SourceError? {
    let ending: RecordLoader.Ending
    if let rest {
      ending = loader.goOn(rest, publish)
    } else {
      var batches: [RecordBatch] = []
      ending = loader.run { batches.append($0) }
      // What was empty, and does not begin with a whole record yet, is looked at again.
      if ending.failure != nil { return nil }
      for batch in batches { publish(batch) }
    }
    rest = ending.rest
    let status = try loader.input.bytes.status()
    if Int(status.st_size) == rest?.offset { known = status }
    return ending.failure
  }

  /// Whether what is read stays the same when something is added to the file: lines do, and a value
  /// within the file; a whole document does not.
  private var isAppendable: Bool { rest?.mayGoOn == true || !loader.tokens.isEmpty }

  /// Whether the file has more than was read, and may have it.
  ///
  /// - Throws: when it is not the file that was read any more.
  private func hasGrown() throws(SourceError) -> Bool {
    let file = loader.input.bytes
    let status = try file.status()
    var named = stat()
    guard stat(path, &named) == 0 else { throw .removed(file.name) }
    guard named.st_dev == status.st_dev, named.st_ino == status.st_ino else {
      throw .changed(file.name)
    }
    guard let rest else { return status.st_size > 0 }
    let isLonger = status.st_size > known.st_size
    let isTouched =
      status.st_mtim.tv_sec != known.st_mtim.tv_sec
      || status.st_mtim.tv_nsec != known.st_mtim.tv_nsec
    // Past the cache, which remembers the bytes as they were.
    guard Int(status.st_size) >= rest.offset, !isTouched || isLonger && isAppendable,
      try file.bytes(at: rest.offset - rest.tail.count, upTo: rest.tail.count) == rest.tail
    else { throw .changed(file.name) }
    return rest.mayGoOn && Int(status.st_size) > rest.offset
  }
}
