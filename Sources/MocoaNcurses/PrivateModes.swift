/// What a terminal does only when told so by hand, as curses does not know of it.
struct PrivateModes: OptionSet, Hashable {
  let rawValue: UInt8

  /// Buttons and the wheel are reported (1000), with positions of any size (1006); never movements.
  static let mouse = PrivateModes(rawValue: 1)

  /// What is pasted comes in brackets (2004), so that it is no keys.
  static let paste = PrivateModes(rawValue: 2)

  /// A frame is shown when it is whole (2026); on only while one is sent.
  static let synchronized = PrivateModes(rawValue: 4)

  private static let numbers: [(PrivateModes, [String])] = [
    (.mouse, ["1000", "1006"]), (.paste, ["2004"]),
  ]

  /// What switches on those that stay on.
  var on: [UInt8] { Self.bytes(numbers, "h") }

  /// What switches all of them off, in the opposite order.
  var off: [UInt8] {
    (contains(.synchronized) ? Self.frameEnd : []) + Self.bytes(numbers.reversed(), "l")
  }

  /// What stands before and behind a frame.
  static let frameStart = bytes(["2026"], "h")
  static let frameEnd = bytes(["2026"], "l")

  private var numbers: [String] {
    Self.numbers.filter { contains($0.0) }.flatMap(\.1)
  }

  private static func bytes(_ numbers: [String], _ final: String) -> [UInt8] {
    numbers.flatMap { Array("\u{1B}[?\($0)\(final)".utf8) }
  }
}

/// What may be asked of a terminal by hand, of which terminfo says little.
struct TerminalManners {
  /// The modes that may be switched on.
  let modes: PrivateModes

  /// Whether it leaves out what it does not know, so that it may be given text to copy.
  let isLikeXterm: Bool

  /// Whether it may be asked what it knows.
  let canBeAsked: Bool

  /// Whether frames can be synchronized, what the background is, and then what the terminal is, which
  /// ends the answers: one that leaves out the others is not waited for.
  static let question = Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)

  /// The manners of a terminal.
  ///
  /// Like xterm is what reports the mouse (kmous) and has another screen to go to (smcup): such an
  /// emulator leaves out what it does not know. Consoles (linux, hurd) have the former without the
  /// latter, and some print what they do not know. Terminal.app, whose type is xterm's, prints the
  /// `p` of the question.
  init(mouseKey: [UInt8]?, hasOtherScreen: Bool, program: String?) {
    isLikeXterm = mouseKey?.starts(with: Array("\u{1B}[".utf8)) == true && hasOtherScreen
    modes = isLikeXterm ? [.mouse, .paste] : []
    canBeAsked = isLikeXterm && program != "Apple_Terminal"
  }
}
