internal import Glibc
internal import MocoaModel

/// The bytes of a stream, kept in a file without a name so that they can be read again.
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
  private let state = Monitor(State())
  private let stopping = Wake()

  /// Begins to keep what a descriptor gives; it is closed at the end.
  init(_ stream: Int32, name: String) throws(SourceError) {
    self.stream = stream
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
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    SpoolFile.shelterThread()
    while waitUntilWanted(), stopping.waits(for: stream) {
      let count = read(stream, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return end(count < 0 ? .system(bytes.name, errno) : nil) }
      do throws(SourceError) {
        try keep(buffer[..<count])
      } catch {
        return end(error)
      }
    }
    end(.stopped)
  }

  /// Waits until as much was asked for that reading ahead makes sense; false when it is over.
  private func waitUntilWanted() -> Bool {
    let state = state.wait { $0.isStopped || bytes.size < $0.wanted + Self.lead }
    return !state.isStopped
  }

  private func keep(_ portion: ArraySlice<UInt8>) throws(SourceError) {
    try bytes.append(portion)
    // Those who wait for more look again.
    wake()
  }

  private func end(_ failure: SourceError?) {
    state.update { state in
      state.isEnded = true
      state.failure = failure
    }
  }
}
