/// A device that text is written to and lines are typed on, and nothing else: no place on it is
/// addressed, no key is heard before its line ends, and what was written stays as it is.
///
/// For terminals that cannot do more, and for those who have them read aloud.
@MainActor
public protocol LineTerminal: AnyObject {
  /// The size of the terminal now.
  var size: Size { get }

  /// Begins to tell of what is typed.
  ///
  /// - Throws: an error that describes itself in one line.
  func start(_ receive: @escaping @MainActor (LineEvent) -> Void) throws

  /// Writes text in which nothing acts on the terminal but ends of lines.
  func write(_ text: String)

  /// Leaves the terminal to something else, which returns when it is free again.
  ///
  /// - Parameters:
  ///   - wholeScreen: whether it is used as a screen, which an editor does, and not line by line.
  ///   - perform: uses the terminal.
  func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void)

  /// Stops the process until it is continued.
  func suspend()

  /// Ends the telling; later calls do nothing.
  func close()
}

/// What happens on a terminal on which lines are typed.
public enum LineEvent: Hashable, Sendable {
  /// A line was typed, and ended.
  case line(String)

  /// Nothing more will be typed: ^D.
  case end

  /// ^C.
  case interrupt

  /// The program was stopped and goes on.
  case resumed

  /// A signal asks for the end.
  case terminate(signal: Int32)

  /// The terminal is gone.
  case closed
}

/// Why a backend cannot take a terminal on which lines can be typed all the same.
public protocol LinesOnly: Error {
  /// Whether that is the case.
  var leavesLines: Bool { get }

  /// What is to be said of it, in one line; nil where whoever uses such a terminal knows.
  var reasonForLines: String? { get }
}
