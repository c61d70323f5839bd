internal import Glibc
internal import MocoaModel
internal import MocoaSystem
internal import Synchronization

/// The bytes of a stream, stored in a file without a name so that they can be read repeatedly.
///
/// Compressed bytes of a stream or a file are stored in decompressed form.
///
/// A thread reads the stream as its bytes arrive, but at most `readAheadLimit` bytes beyond the
/// requested offset. The writer of the stream then waits, as with any full pipe.
final class StreamSpool: ByteStream {
  /// The bytes that have arrived.
  let bytes: FileBytes

  /// The maximum number of bytes that the thread reads beyond the requested offset.
  private static let readAheadLimit = 32 << 20

  /// The maximum number of bytes that one read requests.
  private static let readSize = 1 << 20

  private struct State {
    /// The offset after the last requested byte.
    var wanted = 0
    var isStopped = false
    var isEnded = false
    var failure: SourceError?
  }

  private let stream: Int32

  private let isFile: Bool

  /// The offset in a regular file of the next byte to read.
  let fetchedCount: Atomic<Int>
  private let state = Monitor(State())
  private let stopping = WakePipe()

  /// Creates a spool and starts to read a descriptor.
  ///
  /// The spool closes the descriptor at the end.
  ///
  /// - Parameters:
  ///   - stream: The descriptor.
  ///   - name: The name of the input in messages.
  ///   - start: The offset of the first byte in a regular file, or `nil` for a stream.
  init(_ stream: Int32, name: String, from start: Int? = nil) throws(SourceError) {
    self.stream = stream
    isFile = start != nil
    fetchedCount = Atomic(start ?? 0)
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

  /// A Boolean value that indicates whether reading ended with an error.
  var hasFailed: Bool { state.update { $0.failure != nil } }

  func wake() {
    state.update { _ in }
  }

  func stop() {
    state.update { $0.isStopped = true }
    stopping.wake()
  }

  // MARK: - Thread

  private func run() {
    defer { close(stream) }
    SpoolFile.blockFileSizeSignal()
    do throws(SourceError) {
      try storeAll()
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Reads and stores all bytes until the stream ends or the spool is stopped.
  private func storeAll() throws(SourceError) {
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    var unpacker = StreamDecompressor(bytes.name)
    while waitUntilWanted(), stopping.waitForInput(on: stream) {
      let count = take(&buffer)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw .system(bytes.name, errno) }
      if count == 0 { return try unpacker.finish(store) }
      if try !unpacker.take(buffer[..<count], store) { break }
    }
    throw .stopped
  }

  /// Reads the next bytes into a buffer.
  ///
  /// - Returns: The result of the system call `read`.
  private func take(_ buffer: inout [UInt8]) -> Int {
    guard isFile else { return read(stream, &buffer, buffer.count) }
    // Other users of the open file have their own offsets.
    let offset = fetchedCount.load(ordering: .relaxed)
    let count = pread(stream, &buffer, buffer.count, off_t(offset))
    if count > 0 { fetchedCount.store(offset + count, ordering: .relaxed) }
    return count
  }

  /// Waits until fewer than `readAheadLimit` bytes beyond the requested offset are stored.
  ///
  /// - Returns: `false` if the spool was stopped.
  private func waitUntilWanted() -> Bool {
    let state = state.wait { $0.isStopped || bytes.size < $0.wanted + Self.readAheadLimit }
    return !state.isStopped
  }

  /// Stores bytes, and waits until more bytes are requested.
  ///
  /// - Returns: `false` if the spool was stopped.
  private func store(_ portion: ArraySlice<UInt8>) throws(SourceError) -> Bool {
    try bytes.append(portion)
    // Waiting threads check the new size.
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

/// A type that stores the bytes of an input that can be read from the system only once.
protocol ByteStream: Sendable {
  /// The bytes that have already arrived.
  var bytes: FileBytes { get }

  /// Waits until more than `offset` bytes are available or the stream ends.
  ///
  /// - Parameters:
  ///   - offset: The offset of the requested byte.
  ///   - limit: The maximum time to wait, or `nil` to wait without a limit.
  ///   - isCancelled: A closure that returns `true` to end the wait. It is called after each call
  ///     of `wake`.
  /// - Throws: ``SourceError`` if the stream has failed and `offset` is after its last byte.
  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent

  /// Makes all waiting threads check for cancellation.
  func wake()

  /// Stops reading from the stream.
  ///
  /// The available bytes remain.
  func stop()
}

/// The number of available bytes of an input, and whether the input has ended.
struct ByteExtent: Equatable {
  var count: Int
  var isEnded: Bool
}
