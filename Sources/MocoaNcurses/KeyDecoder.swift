internal import CNcurses
import MocoaTerminal

/// A decoder that turns the input of curses into keys and reports of the terminal.
///
/// Curses recognizes the sequences in the terminfo entry. All other input arrives as bytes: UTF-8
/// text, Esc before a key with Alt, and sequences that terminfo does not contain. None of these
/// sequences may reach the program as typed keys, even if its bytes arrive one after the other. The
/// decoder reads bytes instead of using `wget_wch`, which loses a character that arrives in two
/// parts, and up to sixteen bytes after an invalid byte.
struct KeyDecoder {
  /// One unit of input from curses.
  enum Input: Equatable {
    /// A byte.
    case byte(UInt8)

    /// A key code of at least `KEY_MIN`.
    ///
    /// `name` is the terminfo name of a code that curses has assigned.
    case code(Int32, name: String? = nil)
  }

  private enum State: Equatable {
    case ground
    case escape
    case singleShift
    case sequence([UInt8])
    case oldMouse([UInt8])
    /// A reply that starts with `ESC ]`, and whether the Esc of its end has arrived.
    case command([UInt8], isEnding: Bool = false)
    /// The bytes that may continue a sequence whose start was already reported as keys.
    case afterTimeout(TimedOutPrefix, [UInt8])
    case text(bytes: [UInt8], expected: Int, modifiers: KeyPress.Modifiers)
  }

  /// The start of a sequence that was reported as keys after a timeout.
  private enum TimedOutPrefix: Equatable {
    case escape, bracket, command
  }

  /// The maximum length of a sequence in bytes.
  private static let maxSequenceLength = 64

  private var state = State.ground
  private var timedOutPrefix: TimedOutPrefix?
  private var paste: PastedText?

  /// A Boolean value that indicates whether text is being pasted.
  ///
  /// If so, the input must be fed as single bytes, because curses would recognize keys in the text.
  var isPasting: Bool { paste != nil }

  /// Decodes one unit of input, and appends the keys and reports that it completes.
  mutating func feed(_ input: Input, into inputs: inout [TerminalInput]) {
    guard paste == nil else {
      if case .byte(let byte) = input, paste?.take(byte) == true { endPaste(into: &inputs) }
      return
    }
    switch (state, input) {
    case (.ground, _):
      take(input, into: &inputs)
    case (.escape, .byte(27)):
      inputs.append(.key(KeyPress(.escape)))
    case (.escape, .byte(UInt8(ascii: "["))):
      state = .sequence([])
    case (.escape, .byte(UInt8(ascii: "O"))):
      state = .singleShift
    case (.escape, .byte(UInt8(ascii: "]"))):
      state = .command([])
    case (.escape, .byte(let byte)):
      state = .ground
      take(byte, .alt, into: &inputs)
    case (.escape, .code(let code, let name)):
      state = .ground
      take(code, name, .alt, into: &inputs)
    case (.singleShift, .byte(let byte)):
      if let key = EscapeSequence.singleShift(byte) {
        state = .ground
        inputs.append(.key(KeyPress(key)))
      } else {
        abandon(for: input, into: &inputs)
      }
    case (.sequence(let bytes), .byte(let byte)):
      continueSequence(bytes, byte, into: &inputs)
    case (.command(let bytes, let isEnding), .byte(let byte)):
      continueCommand(bytes, isEnding, byte, into: &inputs)
    case (.oldMouse(let bytes), _):
      continueMouse(bytes, input, into: &inputs)
    case (.afterTimeout(let start, let bytes), .byte(let byte)):
      continueLate(start, bytes, byte, into: &inputs)
    case (.text(let bytes, let expected, let modifiers), .byte(0x80...0xBF)):
      guard case .byte(let byte) = input else { return }
      add(bytes + [byte], expected, modifiers, into: &inputs)
    case (.singleShift, .code), (.sequence, .code), (.afterTimeout, .code), (.command, .code):
      abandon(for: input, into: &inputs)
    case (.text, _):
      state = .ground
      inputs.append(.key(.character("\u{FFFD}")))
      feed(input, into: &inputs)
    }
  }

  /// Processes a timeout of the input.
  ///
  /// A pending Esc is then a key, and not the start of a sequence. The start of a sequence that
  /// already contains a parameter is not reported as keys. The decoder waits for the end of the
  /// sequence. If the end never arrives, the next key is lost.
  mutating func flushTimeout(into inputs: inout [TerminalInput]) {
    if paste?.pause() == true { endPaste(into: &inputs) }
    switch state {
    case .escape:
      inputs.append(.key(KeyPress(.escape)))
      timedOutPrefix = .escape
    case .sequence([]):
      inputs.append(.key(KeyPress(.character("["), .alt)))
      timedOutPrefix = .bracket
    case .command([], _):
      inputs.append(.key(KeyPress(.character("]"), .alt)))
      timedOutPrefix = .command
    case .singleShift: inputs.append(.key(KeyPress(.character("O"), .alt)))
    case .afterTimeout(_, let bytes): type(bytes, into: &inputs)
    case .ground, .text, .sequence, .oldMouse, .command: return
    }
    state = .ground
  }

  private mutating func endPaste(into inputs: inout [TerminalInput]) {
    if let text = paste?.input { inputs.append(text) }
    paste = nil
  }

  /// Ends an invalid sequence, and decodes the input that ended it.
  ///
  /// - Parameters:
  ///   - input: The unit of input that does not belong to the sequence.
  ///   - inputs: The array to which keys and reports are appended.
  private mutating func abandon(for input: Input, into inputs: inout [TerminalInput]) {
    switch state {
    case .sequence(let bytes) where !bytes.isEmpty, .command(let bytes, _) where !bytes.isEmpty:
      inputs.append(.key(KeyPress(.unknown)))
      state = .ground
    default: break
    }
    flushTimeout(into: &inputs)
    timedOutPrefix = nil
    feed(input, into: &inputs)
  }

  private mutating func continueSequence(
    _ bytes: [UInt8], _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    switch (bytes, byte) {
    case (_, 0x20...0x3F):
      // A sequence that is too long is unknown, but its end must still be found.
      if bytes.count <= Self.maxSequenceLength { state = .sequence(bytes + [byte]) }
    case ([], UInt8(ascii: "M")):
      state = .oldMouse([])
    case (Array("200".utf8), UInt8(ascii: "~")):
      state = .ground
      paste = PastedText()
    case (_, 0x40...0x7E):
      state = .ground
      let input =
        bytes.count > Self.maxSequenceLength
        ? .key(KeyPress(.unknown)) : EscapeSequence.input(parameters: bytes, final: byte)
      if let input { inputs.append(input) }
    default: abandon(for: .byte(byte), into: &inputs)
    }
  }

  /// Processes the next byte of a reply, which ends with BEL or `ESC \`.
  private mutating func continueCommand(
    _ bytes: [UInt8], _ isEnding: Bool, _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    switch byte {
    case 7 where !bytes.isEmpty, UInt8(ascii: "\\") where isEnding:
      state = .ground
      if let reply = EscapeSequence.reply(bytes) { inputs.append(.reply(reply)) }
    case 27 where !bytes.isEmpty && !isEnding: state = .command(bytes, isEnding: true)
    case _ where !isEnding && EscapeSequence.isReplyByte(byte):
      if bytes.count <= Self.maxSequenceLength { state = .command(bytes + [byte]) }
    default: abandon(for: .byte(byte), into: &inputs)
    }
  }

  private mutating func continueMouse(
    _ bytes: [UInt8], _ input: Input, into inputs: inout [TerminalInput]
  ) {
    let byte: UInt8
    switch input {
    // Curses reports the byte 127, which means column 95, as the Backspace key.
    case .code(KEY_BACKSPACE, _): byte = 127
    case .byte(let read) where read >= 32 || read == 0: byte = read
    default:
      state = .ground
      feed(input, into: &inputs)
      return
    }
    guard bytes.count == 2 else {
      state = .oldMouse(bytes + [byte])
      return
    }
    state = .ground
    if let event = EscapeSequence.oldMouse(bytes + [byte]) { inputs.append(.mouse(event)) }
  }

  /// Processes the next byte after the start of a sequence that was reported as keys after a
  /// timeout.
  ///
  /// If the bytes form a report of the terminal, they are removed from the input. A report
  /// continues with a bracket, then `<` or `?`, then a digit. All other bytes are keys.
  private mutating func continueLate(
    _ start: TimedOutPrefix, _ bytes: [UInt8], _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    let received = bytes + [byte]
    let body = start == .escape ? received.dropFirst() : received[...]
    if start == .command || received.first == UInt8(ascii: "]") {
      return continueLateCommand(start, received, body, byte, into: &inputs)
    }
    switch (body.count, byte) {
    case (1, UInt8(ascii: "<")), (1, UInt8(ascii: "?")): state = .afterTimeout(start, received)
    case (2, UInt8(ascii: "0")...UInt8(ascii: "9")): state = .sequence(Array(body))
    default:
      state = .ground
      type(bytes, into: &inputs)
      feed(.byte(byte), into: &inputs)
    }
  }

  /// Processes the next byte after the start of a reply that was reported as keys after a timeout.
  ///
  /// The reply to the query for the background color begins with the number 11.
  private mutating func continueLateCommand(
    _ start: TimedOutPrefix, _ received: [UInt8], _ body: ArraySlice<UInt8>, _ byte: UInt8,
    into inputs: inout [TerminalInput]
  ) {
    let number = Array("11".utf8)
    if number.starts(with: body) {
      state = body.count == number.count ? .command(number) : .afterTimeout(start, received)
    } else {
      state = .ground
      type(received.dropLast(), into: &inputs)
      feed(.byte(byte), into: &inputs)
    }
  }

  private func type(_ bytes: some Sequence<UInt8>, into inputs: inout [TerminalInput]) {
    for byte in bytes { inputs.append(.key(KeyDecoder.ascii(byte))) }
  }

  private mutating func take(_ input: Input, into inputs: inout [TerminalInput]) {
    defer { timedOutPrefix = nil }
    switch (timedOutPrefix, input) {
    case (.escape, .byte(UInt8(ascii: "["))): state = .afterTimeout(.escape, [UInt8(ascii: "[")])
    case (.escape, .byte(UInt8(ascii: "]"))): state = .afterTimeout(.escape, [UInt8(ascii: "]")])
    case (.command, .byte(UInt8(ascii: "1"))): state = .afterTimeout(.command, [UInt8(ascii: "1")])
    case (.bracket, .byte(UInt8(ascii: "<"))): state = .afterTimeout(.bracket, [UInt8(ascii: "<")])
    case (.bracket, .byte(UInt8(ascii: "?"))): state = .afterTimeout(.bracket, [UInt8(ascii: "?")])
    case (_, .byte(let byte)): take(byte, [], into: &inputs)
    case (_, .code(let code, let name)): take(code, name, [], into: &inputs)
    }
  }

  private mutating func take(
    _ byte: UInt8, _ modifiers: KeyPress.Modifiers, into inputs: inout [TerminalInput]
  ) {
    switch byte {
    case 27: state = .escape
    case 0xC2...0xDF: state = .text(bytes: [byte], expected: 2, modifiers: modifiers)
    case 0xE0...0xEF: state = .text(bytes: [byte], expected: 3, modifiers: modifiers)
    case 0xF0...0xF4: state = .text(bytes: [byte], expected: 4, modifiers: modifiers)
    case 0x80...: inputs.append(.key(.character("\u{FFFD}")))
    default: inputs.append(.key(KeyDecoder.ascii(byte).adding(modifiers)))
    }
  }

  private mutating func add(
    _ bytes: [UInt8], _ expected: Int, _ modifiers: KeyPress.Modifiers,
    into inputs: inout [TerminalInput]
  ) {
    guard bytes.count == expected else {
      state = .text(bytes: bytes, expected: expected, modifiers: modifiers)
      return
    }
    state = .ground
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
    // Overlong encodings and surrogates decode to several replacement characters.
    guard let scalar = scalars.next(), scalars.next() == nil else {
      inputs.append(.key(.character("\u{FFFD}")))
      return
    }
    let isControl = (0x80..<0xA0).contains(scalar.value)
    inputs.append(.key(KeyPress(isControl ? .unknown : .character(scalar), modifiers)))
  }

  private mutating func take(
    _ code: Int32, _ name: String?, _ modifiers: KeyPress.Modifiers,
    into inputs: inout [TerminalInput]
  ) {
    // SIGWINCH reports the size.
    if code == KEY_RESIZE { return }
    // The terminfo entry of the linux console defines Ctrl-Z as the suspend key.
    let key =
      code == KEY_SUSPEND
      ? .control("z") : name.flatMap(EscapeSequence.key(named:)) ?? KeyPress(KeyDecoder.key(code))
    inputs.append(.key(key.adding(modifiers)))
  }
}

extension KeyDecoder {
  /// Returns the key of an ASCII byte, except Esc.
  private static func ascii(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 9: KeyPress(.tab)
    // Enter sends CR. LF is Ctrl-J, and the line break of pasted text.
    case 10, 13: KeyPress(.enter)
    case 8, 127: KeyPress(.backspace)
    case 0: .control(" ")
    case 1...26: .control(Unicode.Scalar(byte + 96))
    case 27...31: .control(Unicode.Scalar(byte + 64))
    default: .character(Unicode.Scalar(byte))
    }
  }

  /// Returns the key of a curses key code.
  private static func key(_ code: Int32) -> KeyPress.Key {
    switch code {
    case KEY_UP, KEY_SR: .up
    case KEY_DOWN, KEY_SF: .down
    case KEY_LEFT, KEY_SLEFT: .left
    case KEY_RIGHT, KEY_SRIGHT: .right
    case KEY_HOME, KEY_SHOME, KEY_FIND, KEY_A1: .home
    case KEY_END, KEY_SEND, KEY_SELECT, KEY_C1, KEY_LL: .end
    case KEY_PPAGE, KEY_SPREVIOUS, KEY_A3: .pageUp
    case KEY_NPAGE, KEY_SNEXT, KEY_C3: .pageDown
    case KEY_ENTER: .enter
    case KEY_BACKSPACE: .backspace
    case KEY_BTAB: .backTab
    case KEY_DC, KEY_SDC: .delete
    case KEY_IC, KEY_SIC: .insert
    case (KEY_F0 + 1)...(KEY_F0 + 63): .function(Int(code - KEY_F0))
    default: .unknown
    }
  }
}

extension KeyPress {
  /// Returns the key with additional modifiers.
  func adding(_ more: Modifiers) -> KeyPress {
    KeyPress(key, modifiers.union(more))
  }
}
