internal import Glibc
internal import MocoaModel
internal import Synchronization

/// The end of what a command writes to standard error, which is read so that the command never
/// waits for that.
final class CommandComplaints: Sendable {
  private let descriptor: Int32
  private let wake = Wake()
  private let kept = Mutex<[UInt8]>([])

  /// How many bytes are kept.
  private static let limit = 4096

  /// How many characters of a line are told.
  private static let lineLimit = 200

  /// So much is read before somebody else may have a turn.
  private static let portion = (size: 1 << 16, count: 64)

  /// After so long a command is slow, in milliseconds.
  private static let patience = Duration.seconds(1)

  /// Reads what a descriptor gives, which is closed at the end.
  init(_ descriptor: Int32, isSlow: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // Without a thread a command that complains a lot waits until it is ended.
    _ = BackgroundThread.run { self.listen(isSlow) }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// Reads what is left, and nothing more.
  ///
  /// - Returns: the last line that is not blank; empty where there is none.
  func close() -> String {
    drain()
    wake.wake()
    let text = String(decoding: kept.withLock { $0 }, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return String((line ?? "").drop(while: \.isWhitespace).prefix(Self.lineLimit))
  }

  private func listen(_ isSlow: () -> Void) {
    var slowAt: ContinuousClock.Instant? = .now + Self.patience
    var isOpen = true
    while isOpen || slowAt != nil {
      let left = slowAt.map { max(0, Int32(($0 - .now) / .milliseconds(1)) + 1) }
      switch wake.wait(for: isOpen ? descriptor : -1, milliseconds: left ?? -1) {
      case .ready: isOpen = drain()
      case .woken: return
      case .late:
        isSlow()
        slowAt = nil
      }
    }
  }

  /// Reads what is there.
  ///
  /// - Returns: whether there may be more later.
  @discardableResult
  private func drain() -> Bool {
    kept.withLock { kept in
      var buffer = [UInt8](repeating: 0, count: Self.portion.size)
      for _ in 0..<Self.portion.count {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        if count == 0 { return false }
        kept = Array((kept + buffer[..<count]).suffix(Self.limit))
      }
      return true
    }
  }
}
