internal import CNcurses
import MocoaTerminal

/// Makes keys, and what else a terminal tells, out of what curses reads.
///
/// Curses recognises the sequences that terminfo tells of; all else comes as bytes: text in UTF-8,
/// Esc before a key held down with Alt, and sequences that terminfo does not know, of which none may
/// reach the program as if it had been typed, in however many pieces it comes. Bytes are taken one by
/// one and not with `wget_wch`, which loses a character that arrives in two halves, and up to sixteen
/// bytes after an invalid one.
struct KeyDecoder {
  /// What curses reads at a time.
  enum Input: Equatable {
    /// A byte.
    case byte(UInt8)

    /// A code from `KEY_MIN` on; the name is terminfo's, where curses made the code up.
    case code(Int32, name: String? = nil)
  }

  private enum State: Equatable {
    case ground
    case escape
    case singleShift
    case sequence([UInt8])
    case oldMouse([UInt8])
    /// What begins with `ESC ]`, an answer; whether an Esc that ends it has come.
    case command([UInt8], isEnding: Bool = false)
    /// What may be the rest of a sequence whose start was taken for keys.
    case late(Belated, [UInt8])
    case text(bytes: [UInt8], expected: Int, modifiers: KeyPress.Modifiers)
  }

  /// How much of a sequence was taken for keys, as nothing more came for a while.
  private enum Belated: Equatable {
    case escape, bracket, command
  }

  /// The longest sequence that can be known.
  private static let longest = 64

  private var state = State.ground
  private var belated: Belated?
  private var paste: PastedText?

  /// Whether text is being pasted: what comes is to be fed byte by byte, as curses would take keys
  /// for it.
  var isPasting: Bool { paste != nil }

  /// Takes one input and adds what is now complete.
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
    case (.late(let start, let bytes), .byte(let byte)):
      continueLate(start, bytes, byte, into: &inputs)
    case (.text(let bytes, let expected, let modifiers), .byte(0x80...0xBF)):
      guard case .byte(let byte) = input else { return }
      add(bytes + [byte], expected, modifiers, into: &inputs)
    case (.singleShift, .code), (.sequence, .code), (.late, .code), (.command, .code):
      abandon(for: input, into: &inputs)
    case (.text, _):
      state = .ground
      inputs.append(.key(.character("\u{FFFD}")))
      feed(input, into: &inputs)
    }
  }

  /// Says that nothing more came at once, so that an Esc is the key and not the start of something.
  ///
  /// What nobody types, a sequence with its first parameter, is waited for all the same; if its end
  /// never comes, the next key is lost with it.
  mutating func settle(into inputs: inout [TerminalInput]) {
    if paste?.pause() == true { endPaste(into: &inputs) }
    switch state {
    case .escape:
      inputs.append(.key(KeyPress(.escape)))
      belated = .escape
    case .sequence([]):
      inputs.append(.key(KeyPress(.character("["), .alt)))
      belated = .bracket
    case .command([], _):
      inputs.append(.key(KeyPress(.character("]"), .alt)))
      belated = .command
    case .singleShift: inputs.append(.key(KeyPress(.character("O"), .alt)))
    case .late(_, let bytes): type(bytes, into: &inputs)
    case .ground, .text, .sequence, .oldMouse, .command: return
    }
    state = .ground
  }

  private mutating func endPaste(into inputs: inout [TerminalInput]) {
    if let text = paste?.input { inputs.append(text) }
    paste = nil
  }

  /// Ends what turned out to be no sequence, and takes what does not belong to it.
  private mutating func abandon(for input: Input, into inputs: inout [TerminalInput]) {
    switch state {
    case .sequence(let bytes) where !bytes.isEmpty, .command(let bytes, _) where !bytes.isEmpty:
      inputs.append(.key(KeyPress(.unknown)))
      state = .ground
    default: break
    }
    settle(into: &inputs)
    belated = nil
    feed(input, into: &inputs)
  }

  private mutating func continueSequence(
    _ bytes: [UInt8], _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    switch (bytes, byte) {
    case (_, 0x20...0x3F):
      // One that is too long is nothing that is known, but has an end like others.
      if bytes.count <= Self.longest { state = .sequence(bytes + [byte]) }
    case ([], UInt8(ascii: "M")):
      state = .oldMouse([])
    case (Array("200".utf8), UInt8(ascii: "~")):
      state = .ground
      paste = PastedText()
    case (_, 0x40...0x7E):
      state = .ground
      let input =
        bytes.count > Self.longest
        ? .key(KeyPress(.unknown)) : EscapeSequence.input(parameters: bytes, final: byte)
      if let input { inputs.append(input) }
    default: abandon(for: .byte(byte), into: &inputs)
    }
  }

  /// Goes on with an answer, which ends with a BEL or with `ESC \`.
  private mutating func continueCommand(
    _ bytes: [UInt8], _ isEnding: Bool, _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    switch byte {
    case 7 where !bytes.isEmpty, UInt8(ascii: "\\") where isEnding:
      state = .ground
      if let answer = EscapeSequence.answer(bytes) { inputs.append(.answer(answer)) }
    case 27 where !bytes.isEmpty && !isEnding: state = .command(bytes, isEnding: true)
    case _ where !isEnding && EscapeSequence.isInAnswer(byte):
      if bytes.count <= Self.longest { state = .command(bytes + [byte]) }
    default: abandon(for: .byte(byte), into: &inputs)
    }
  }

  private mutating func continueMouse(
    _ bytes: [UInt8], _ input: Input, into inputs: inout [TerminalInput]
  ) {
    let byte: UInt8
    switch input {
    // A column of 95 is what curses takes for the key that sends 127.
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

  /// Goes on with what may be the rest of a report: a bracket, `<` or `?`, and a digit, at once.
  private mutating func continueLate(
    _ start: Belated, _ bytes: [UInt8], _ byte: UInt8, into inputs: inout [TerminalInput]
  ) {
    let held = bytes + [byte]
    let rest = start == .escape ? held.dropFirst() : held[...]
    if start == .command || held.first == UInt8(ascii: "]") {
      return continueLateCommand(start, held, rest, byte, into: &inputs)
    }
    switch (rest.count, byte) {
    case (1, UInt8(ascii: "<")), (1, UInt8(ascii: "?")): state = .late(start, held)
    case (2, UInt8(ascii: "0")...UInt8(ascii: "9")): state = .sequence(Array(rest))
    default:
      state = .ground
      type(bytes, into: &inputs)
      feed(.byte(byte), into: &inputs)
    }
  }

  /// Goes on with what may be the rest of the answer that is expected, by its number.
  private mutating func continueLateCommand(
    _ start: Belated, _ held: [UInt8], _ rest: ArraySlice<UInt8>, _ byte: UInt8,
    into inputs: inout [TerminalInput]
  ) {
    let number = Array("11".utf8)
    if number.starts(with: rest) {
      state = rest.count == number.count ? .command(number) : .late(start, held)
    } else {
      state = .ground
      type(held.dropLast(), into: &inputs)
      feed(.byte(byte), into: &inputs)
    }
  }

  private func type(_ bytes: some Sequence<UInt8>, into inputs: inout [TerminalInput]) {
    for byte in bytes { inputs.append(.key(KeyDecoder.ascii(byte))) }
  }

  private mutating func take(_ input: Input, into inputs: inout [TerminalInput]) {
    defer { belated = nil }
    switch (belated, input) {
    case (.escape, .byte(UInt8(ascii: "["))): state = .late(.escape, [UInt8(ascii: "[")])
    case (.escape, .byte(UInt8(ascii: "]"))): state = .late(.escape, [UInt8(ascii: "]")])
    case (.command, .byte(UInt8(ascii: "1"))): state = .late(.command, [UInt8(ascii: "1")])
    case (.bracket, .byte(UInt8(ascii: "<"))): state = .late(.bracket, [UInt8(ascii: "<")])
    case (.bracket, .byte(UInt8(ascii: "?"))): state = .late(.bracket, [UInt8(ascii: "?")])
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
    // Overlong forms and surrogates make several replacement characters of one.
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
    // The size is told by the signal.
    if code == KEY_RESIZE { return }
    // What the linux console's terminfo calls the suspend key is Ctrl-Z itself.
    let key =
      code == KEY_SUSPEND
      ? .control("z") : name.flatMap(EscapeSequence.key(named:)) ?? KeyPress(KeyDecoder.key(code))
    inputs.append(.key(key.adding(modifiers)))
  }
}
