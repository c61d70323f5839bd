/// A type that controls a terminal in line mode: it writes text and reads whole lines.
///
/// Line mode does not address points of the screen, does not read single keys, and never changes
/// written text. It is suitable for screen readers, and for terminals that support only this.
@MainActor
public protocol LineTerminal: AnyObject {
  /// The current size of the terminal.
  var size: Size { get }

  /// Starts reading lines.
  ///
  /// - Parameter receive: A closure that receives the events.
  /// - Throws: An error with a one-line description.
  func start(_ receive: @escaping @MainActor (LineEvent) -> Void) throws

  /// Writes text.
  ///
  /// The text must not contain control characters except line breaks.
  func write(_ text: String)

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// - Parameters:
  ///   - wholeScreen: A Boolean value that indicates whether the closure uses the whole screen, as
  ///     an editor does, or only writes lines.
  ///   - perform: A closure that uses the terminal, and returns when it no longer needs it.
  func suspendOutput(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void)

  /// Stops the process until it is continued.
  func suspend()

  /// Stops reading lines.
  ///
  /// Further calls do nothing.
  func close()
}

/// An event of a terminal in line mode.
public enum LineEvent: Hashable, Sendable {
  /// A complete line of input.
  case line(String)

  /// The end of the input: ^D.
  case end

  /// An interrupt by the user: ^C.
  case interrupt

  /// The continuation of the program after it was stopped.
  case resumed

  /// A termination signal, with its number.
  case terminate(signal: Int32)

  /// The loss of the terminal.
  case closed
}

/// An error of a terminal that cannot show screens, but may support line mode.
public protocol LineModeFallbackError: Error {
  /// A Boolean value that indicates whether the terminal supports line mode.
  var allowsLineMode: Bool { get }

  /// A one-line message that explains why line mode is used.
  ///
  /// It is `nil` if users of the terminal expect line mode without an explanation.
  var fallbackReason: String? { get }
}
