/// A type that stores the bytes of an input that can be read from the system only once.
protocol ByteStream: Sendable {
  /// The bytes that have arrived until now.
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
