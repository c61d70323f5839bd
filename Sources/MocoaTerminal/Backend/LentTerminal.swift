/// The terminal while a backend has lent it.
@MainActor
public struct LentTerminal {
  /// A descriptor that becomes readable when the program is asked to end, and stays so; -1 if there is none.
  ///
  /// The terminal has to be free again soon afterwards.
  public let endRequest: Int32

  /// Stops this process, as a suspension does, and returns when it is continued.
  public let stop: () -> Void

  /// Creates the description of a terminal that is lent.
  public init(endRequest: Int32 = -1, stop: @escaping () -> Void = {}) {
    (self.endRequest, self.stop) = (endRequest, stop)
  }
}
