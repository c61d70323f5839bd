/// A terminal that a closure uses while the output of the backend is suspended.
///
/// ``Backend/suspendTerminal(wholeScreen:_:)`` passes it to the closure.
@MainActor
public struct SuspendedTerminal {
  /// A file descriptor that becomes readable, and remains so, when the program is requested to end.
  ///
  /// After such a request, the closure must return soon. The value is -1 if the backend cannot
  /// report requests.
  public let endRequest: Int32

  /// A function that stops this process, and returns when the process is continued.
  public let stop: () -> Void

  /// Creates a description of a suspended terminal.
  public init(endRequest: Int32 = -1, stop: @escaping () -> Void = {}) {
    (self.endRequest, self.stop) = (endRequest, stop)
  }
}
