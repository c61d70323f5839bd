internal import CNcurses
import MocoaTerminal

/// Makes keys out of what curses reads.
///
/// Curses recognises the sequences that terminfo tells of; all else comes as bytes: text in UTF-8,
/// Esc before a key held down with Alt, and sequences that terminfo does not know, of which none may
/// reach the program as if it had been typed. Bytes are taken one by one and not with `wget_wch`,
/// which loses a character that arrives in two halves, and up to sixteen bytes after an invalid one.
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
    case text(bytes: [UInt8], expected: Int, modifiers: KeyPress.Modifiers)
  }

  private var state = State.ground

  /// Takes one input and adds the keys that are now complete.
  mutating func feed(_ input: Input, into keys: inout [KeyPress]) {
    switch (state, input) {
    case (.ground, .byte(let byte)):
      take(byte, [], into: &keys)
    case (.ground, .code(let code, let name)):
      take(code, name, [], into: &keys)
    case (.escape, .byte(27)):
      keys.append(KeyPress(.escape))
    case (.escape, .byte(UInt8(ascii: "["))):
      state = .sequence([])
    case (.escape, .byte(UInt8(ascii: "O"))):
      state = .singleShift
    case (.escape, .byte(let byte)):
      state = .ground
      take(byte, .alt, into: &keys)
    case (.escape, .code(let code, let name)):
      state = .ground
      take(code, name, .alt, into: &keys)
    case (.singleShift, .byte(let byte)):
      state = .ground
      if let key = EscapeSequence.singleShift(byte) {
        keys.append(KeyPress(key))
      } else {
        keys.append(KeyPress(.character("O"), .alt))
        feed(input, into: &keys)
      }
    case (.sequence(let bytes), .byte(let byte)):
      switch byte {
      case 0x20...0x3F where bytes.count < 64: state = .sequence(bytes + [byte])
      case 0x40...0x7E:
        state = .ground
        keys.append(EscapeSequence.key(parameters: bytes, final: byte))
      default:
        settle(into: &keys)
        feed(input, into: &keys)
      }
    case (.text(let bytes, let expected, let modifiers), .byte(0x80...0xBF)):
      guard case .byte(let byte) = input else { return }
      add(bytes + [byte], expected, modifiers, into: &keys)
    case (.singleShift, .code), (.sequence, .code):
      settle(into: &keys)
      feed(input, into: &keys)
    case (.text, _):
      state = .ground
      keys.append(.character("\u{FFFD}"))
      feed(input, into: &keys)
    }
  }

  /// Says that nothing more came at once, so that an Esc is the key and not the start of something.
  mutating func settle(into keys: inout [KeyPress]) {
    switch state {
    case .ground, .text: return
    case .escape: keys.append(KeyPress(.escape))
    case .singleShift: keys.append(KeyPress(.character("O"), .alt))
    case .sequence(let bytes):
      keys.append(bytes.isEmpty ? KeyPress(.character("["), .alt) : KeyPress(.unknown))
    }
    state = .ground
  }

  private mutating func take(
    _ byte: UInt8, _ modifiers: KeyPress.Modifiers, into keys: inout [KeyPress]
  ) {
    switch byte {
    case 27: state = .escape
    case 0xC2...0xDF: state = .text(bytes: [byte], expected: 2, modifiers: modifiers)
    case 0xE0...0xEF: state = .text(bytes: [byte], expected: 3, modifiers: modifiers)
    case 0xF0...0xF4: state = .text(bytes: [byte], expected: 4, modifiers: modifiers)
    case 0x80...: keys.append(.character("\u{FFFD}"))
    default: keys.append(KeyDecoder.ascii(byte).adding(modifiers))
    }
  }

  private mutating func add(
    _ bytes: [UInt8], _ expected: Int, _ modifiers: KeyPress.Modifiers,
    into keys: inout [KeyPress]
  ) {
    guard bytes.count == expected else {
      state = .text(bytes: bytes, expected: expected, modifiers: modifiers)
      return
    }
    state = .ground
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
    // Overlong forms and surrogates make several replacement characters of one.
    guard let scalar = scalars.next(), scalars.next() == nil else {
      keys.append(.character("\u{FFFD}"))
      return
    }
    let isControl = (0x80..<0xA0).contains(scalar.value)
    keys.append(KeyPress(isControl ? .unknown : .character(scalar), modifiers))
  }

  private mutating func take(
    _ code: Int32, _ name: String?, _ modifiers: KeyPress.Modifiers, into keys: inout [KeyPress]
  ) {
    // The size is told by the signal.
    if code == KEY_RESIZE { return }
    let key = name.flatMap(EscapeSequence.key(named:)) ?? KeyPress(KeyDecoder.key(code))
    keys.append(key.adding(modifiers))
  }

  /// The key of a byte below 128, Esc aside.
  static func ascii(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 9: KeyPress(.tab)
    // Enter sends CR; LF is Ctrl-J, and what ends a line of pasted text.
    case 10, 13: KeyPress(.enter)
    case 8, 127: KeyPress(.backspace)
    case 0: .control(" ")
    case 1...26: .control(Unicode.Scalar(byte + 96))
    case 27...31: .control(Unicode.Scalar(byte + 64))
    default: .character(Unicode.Scalar(byte))
    }
  }

  /// The key of one of curses' own codes.
  static func key(_ code: Int32) -> KeyPress.Key {
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
  /// The same key with more modifiers.
  func adding(_ more: Modifiers) -> KeyPress {
    KeyPress(key, modifiers.union(more))
  }
}
