/// Bytes that come once, and are kept as they come.
protocol ByteStream: Sendable {
  /// What has come so far.
  var bytes: FileBytes { get }

  /// Waits until there are more than `offset` bytes, or will never be.
  ///
  /// - Parameters:
  ///   - limit: how long to wait at most; for ever without one.
  ///   - isCancelled: whether to wait no longer; asked when `wake` is called.
  /// - Throws: why no more came, once all that came was asked for.
  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent

  /// Has those who wait look whether they are cancelled.
  func wake()

  /// Takes no more from the stream; what has come stays.
  func stop()
}

/// How many bytes there are, and whether there will be more.
struct ByteExtent: Equatable {
  var count: Int
  var isEnded: Bool
}
