internal import CNcurses
import MocoaTerminal

extension KeyDecoder {
  /// Returns the key of an ASCII byte, except Esc.
  static func ascii(_ byte: UInt8) -> KeyPress {
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
  /// Returns the key with additional modifiers.
  func adding(_ more: Modifiers) -> KeyPress {
    KeyPress(key, modifiers.union(more))
  }
}
