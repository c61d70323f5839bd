internal import Glibc
internal import MocoaModel
internal import Synchronization

/// The bytes of a stream, kept in a file without a name so that they can be read again.
///
/// What comes compressed is kept as it was before, and so is what stands compressed in a file.
///
/// A thread takes what the stream gives as it comes, but no more than `lead` bytes ahead of what was
/// asked for: who writes the stream then waits, as behind any pipe.
final class StreamSpool: ByteStream {
  /// What has come so far.
  let bytes: FileBytes

  /// How far the thread reads ahead of what was asked for.
  private static let lead = 32 << 20

  /// How much is read at a time.
  private static let portion = 1 << 20

  private struct State {
    /// Up to where bytes were asked for.
    var wanted = 0
    var isStopped = false
    var isEnded = false
    var failure: SourceError?
  }

  private let stream: Int32

  private let isFile: Bool

  /// How many bytes of a file were taken, with those before the first.
  let taken: Atomic<Int>
  private let state = Monitor(State())
  private let stopping = Wake()

  /// Begins to keep what a descriptor gives; it is closed at the end.
  ///
  /// - Parameter start: where the first byte stands in a regular file; nil for a stream.
  init(_ stream: Int32, name: String, from start: Int? = nil) throws(SourceError) {
    self.stream = stream
    isFile = start != nil
    taken = Atomic(start ?? 0)
    do throws(SourceError) {
      bytes = FileBytes(try SpoolFile.make(for: name), name: name, size: 0)
    } catch {
      close(stream)
      throw error
    }
    guard BackgroundThread.run({ self.run() }) else {
      close(stream)
      throw .system(name, EAGAIN)
    }
  }

  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent
  {
    state.update { $0.wanted = max($0.wanted, offset + 1) }
    let state = state.wait(atMost: limit) {
      bytes.size > offset || $0.isEnded || isCancelled()
    }
    let extent = ByteExtent(count: bytes.size, isEnded: state.isEnded)
    if let failure = state.failure, extent.count <= offset { throw failure }
    return extent
  }

  /// Whether taking ended before all was taken.
  var hasFailed: Bool { state.update { $0.failure != nil } }

  func wake() {
    state.update { _ in }
  }

  func stop() {
    state.update { $0.isStopped = true }
    stopping.wake()
  }

  // MARK: - The thread

  private func run() {
    defer { close(stream) }
    SpoolFile.shelterThread()
    do throws(SourceError) {
      try keepAll()
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Takes all that comes, until it is over.
  private func keepAll() throws(SourceError) {
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    var unpacker = Unpacker(bytes.name)
    while waitUntilWanted(), stopping.waits(for: stream) {
      let count = take(&buffer)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw .system(bytes.name, errno) }
      if count == 0 { return try unpacker.finish(keep) }
      if try !unpacker.take(buffer[..<count], keep) { break }
    }
    throw .stopped
  }

  /// Takes what comes next; as `read` does it.
  private func take(_ buffer: inout [UInt8]) -> Int {
    guard isFile else { return read(stream, &buffer, buffer.count) }
    // Whoever else has the file open reads at a place of his own.
    let place = taken.load(ordering: .relaxed)
    let count = pread(stream, &buffer, buffer.count, off_t(place))
    if count > 0 { taken.store(place + count, ordering: .relaxed) }
    return count
  }

  /// Waits until as much was asked for that reading ahead makes sense; false when it is over.
  private func waitUntilWanted() -> Bool {
    let state = state.wait { $0.isStopped || bytes.size < $0.wanted + Self.lead }
    return !state.isStopped
  }

  /// Keeps bytes, and waits until more are wanted; false when it is over.
  private func keep(_ portion: ArraySlice<UInt8>) throws(SourceError) -> Bool {
    try bytes.append(portion)
    // Those who wait for more look again.
    wake()
    return waitUntilWanted()
  }

  private func end(_ failure: SourceError?) {
    state.update { state in
      state.isEnded = true
      state.failure = failure
    }
  }
}
