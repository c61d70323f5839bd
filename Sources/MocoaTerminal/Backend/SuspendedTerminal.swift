/// The terminal while a closure uses it and the backend does not.
///
/// ``Backend/suspendTerminal(wholeScreen:_:)`` passes it to the closure.
@MainActor
public struct SuspendedTerminal {
  /// A file descriptor that becomes readable, and remains so, when the program receives a request
  /// to end.
  ///
  /// It is -1 if there is none.
  ///
  /// After such a request, the closure must return soon.
  public let endRequest: Int32

  /// A function that stops this process like a suspension, and returns when the process is
  /// continued.
  public let stop: () -> Void

  /// Creates a description of a suspended terminal.
  public init(endRequest: Int32 = -1, stop: @escaping () -> Void = {}) {
    (self.endRequest, self.stop) = (endRequest, stop)
  }
}
