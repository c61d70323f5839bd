/// Terminal modes that the backend sets itself, because curses does not support them.
struct PrivateModes: OptionSet, Hashable {
  let rawValue: UInt8

  /// Mouse reports of buttons and the wheel (1000) with unlimited coordinates (1006), without
  /// movements.
  static let mouse = PrivateModes(rawValue: 1)

  /// Bracketed paste (2004), which distinguishes pasted text from keys.
  static let paste = PrivateModes(rawValue: 2)

  /// Synchronized output (2026): a frame is shown when it is complete.
  ///
  /// The mode is on only while a frame is sent.
  static let synchronized = PrivateModes(rawValue: 4)

  private static let numbers: [(PrivateModes, [String])] = [
    (.mouse, ["1000", "1006"]), (.paste, ["2004"]),
  ]

  /// The bytes that turn on all modes except `synchronized`.
  var on: [UInt8] { Self.bytes(numbers, "h") }

  /// The bytes that turn off all modes, in reverse order.
  var off: [UInt8] {
    (contains(.synchronized) ? Self.frameEnd : []) + Self.bytes(numbers.reversed(), "l")
  }

  /// The bytes that begin a synchronized frame.
  static let frameStart = bytes(["2026"], "h")

  /// The bytes that end a synchronized frame.
  static let frameEnd = bytes(["2026"], "l")

  private var numbers: [String] {
    Self.numbers.filter { contains($0.0) }.flatMap(\.1)
  }

  private static func bytes(_ numbers: [String], _ final: String) -> [UInt8] {
    numbers.flatMap { Array("\u{1B}[?\($0)\(final)".utf8) }
  }
}

/// The features of a terminal that terminfo does not describe sufficiently.
struct TerminalCapabilities {
  /// The modes that can be turned on.
  let modes: PrivateModes

  /// A Boolean value that indicates whether the terminal ignores sequences that it does not
  /// support.
  ///
  /// Only then can it receive clipboard text.
  let ignoresUnknownSequences: Bool

  /// A Boolean value that indicates whether the terminal can receive queries without showing them
  /// as text.
  let supportsQueries: Bool

  /// The queries for synchronized output, for the background color, and for the device attributes.
  ///
  /// Terminals reply in order, and all terminals reply to the last query, so that reply ends the
  /// wait.
  static let query = Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)

  /// Creates the features of a terminal.
  ///
  /// A terminal that reports the mouse (kmous) and has an alternate screen (smcup) is like xterm:
  /// it ignores unknown sequences. Consoles (linux, hurd) report the mouse without an alternate
  /// screen, and some print unknown sequences. Terminal.app has the type of xterm, but prints the
  /// `p` of the query.
  ///
  /// - Parameters:
  ///   - mouseKey: The terminfo string of mouse reports, or `nil`.
  ///   - hasOtherScreen: A Boolean value that indicates whether the terminal has an alternate
  ///     screen.
  ///   - program: The value of TERM_PROGRAM, or `nil`.
  init(mouseKey: [UInt8]?, hasOtherScreen: Bool, program: String?) {
    ignoresUnknownSequences =
      mouseKey?.starts(with: Array("\u{1B}[".utf8)) == true && hasOtherScreen
    modes = ignoresUnknownSequences ? [.mouse, .paste] : []
    supportsQueries = ignoresUnknownSequences && program != "Apple_Terminal"
  }
}
