internal import Glibc
internal import MocoaModel

/// The bytes of a stream, kept in a file without a name so that they can be read again.
///
/// A thread takes what the stream gives as it comes, but no more than `lead` bytes ahead of what was
/// asked for: who writes the stream then waits, as behind any pipe. It never takes the last of the
/// disk.
final class StreamSpool: Sendable {
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
      bytes = FileBytes(try Self.unnamedFile(for: name), name: name, size: 0)
    } catch {
      close(stream)
      throw error
    }
    guard BackgroundThread.run({ self.run() }) else {
      close(stream)
      throw .system(name, EAGAIN)
    }
  }

  /// How many bytes there are, and whether there will be more.
  struct Extent: Equatable {
    var count: Int
    var isEnded: Bool
  }

  /// Waits until there are more than `offset` bytes, or will never be.
  ///
  /// - Parameters:
  ///   - limit: how long to wait at most; for ever without one.
  ///   - isCancelled: whether to wait no longer; asked when `wake` is called.
  /// - Throws: why no more came, once all that came was asked for.
  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> Extent
  {
    state.update { $0.wanted = max($0.wanted, offset + 1) }
    let state = state.wait(atMost: limit) {
      bytes.size > offset || $0.isEnded || isCancelled()
    }
    let extent = Extent(count: bytes.size, isEnded: state.isEnded)
    if let failure = state.failure, extent.count <= offset { throw failure }
    return extent
  }

  /// Has those who wait look whether they are cancelled.
  func wake() {
    state.update { _ in }
  }

  /// Takes no more from the stream; what has come stays.
  func stop() {
    state.update { $0.isStopped = true }
    stopping.wake()
  }

  // MARK: - The thread

  private func run() {
    defer { close(stream) }
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    shelter()
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

  /// Has a limit to the size of files end the stream with a message, and not the program: the signal
  /// is meant for this thread alone, and stays pending.
  private func shelter() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits until as much was asked for that reading ahead makes sense; false when it is over.
  private func waitUntilWanted() -> Bool {
    let state = state.wait { $0.isStopped || bytes.size < $0.wanted + Self.lead }
    return !state.isStopped
  }

  private func keep(_ portion: ArraySlice<UInt8>) throws(SourceError) {
    if bytes.size / Self.lead != (bytes.size + portion.count) / Self.lead, isFull {
      throw .spool(bytes.name, folder: Self.folder, ENOSPC)
    }
    var rest = portion
    var place = bytes.size
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        pwrite(bytes.descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .spool(bytes.name, folder: Self.folder, errno) }
      rest = rest.dropFirst(count)
      place += count
    }
    state.update { _ in bytes.size = place }
  }

  /// Whether so little is left of the disk that others may need it: a twentieth, or 64 MiB.
  private var isFull: Bool {
    var status = statvfs()
    guard fstatvfs(bytes.descriptor, &status) == 0, status.f_blocks > 0 else { return false }
    let free = status.f_bavail * status.f_frsize
    return status.f_bavail < status.f_blocks / 20 && free < 1 << 30 || free < 64 << 20
  }

  private func end(_ failure: SourceError?) {
    state.update { state in
      state.isEnded = true
      state.failure = failure
    }
  }

  // MARK: - The file

  private static var folder: String {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return String(cString: folder)
  }

  /// A new file that is gone when it is closed, whatever ends the program.
  private static func unnamedFile(for name: String) throws(SourceError) -> Int32 {
    var path = Array("\(folder)/mocoa-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .spool(name, folder: folder, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }
}
