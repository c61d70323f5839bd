import MocoaTerminal

/// The meanings of key sequences that terminfo does not contain, and of key names in terminfo
/// extensions.
enum EscapeSequence {
  /// Returns the key of `ESC [ parameters final`.
  private static func key(parameters: [UInt8], final: UInt8) -> KeyPress {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count <= 2, parameters.isEmpty || !numbers.contains(nil) else {
      return KeyPress(.unknown)
    }
    let first = numbers.first.flatMap { $0 } ?? 1
    let pressed = numbers.count == 2 ? modifiers(numbers[1] ?? 1) : []
    let key: KeyPress.Key? =
      switch final {
      case UInt8(ascii: "~"): editing(first)
      case UInt8(ascii: "Z"): .backTab
      case _ where first == 1: singleShift(final)
      default: nil
      }
    return key.map { KeyPress($0, pressed) } ?? KeyPress(.unknown)
  }

  /// Returns the key of `ESC O final`.
  static func singleShift(_ final: UInt8) -> KeyPress.Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  /// Returns the key of `ESC [ number ~`.
  private static func editing(_ number: Int) -> KeyPress.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Returns the modifiers of xterm's modifier number, which is 1 + the sum of 1 Shift, 2 Alt, 4
  /// Ctrl, 8 Meta.
  private static func modifiers(_ number: Int) -> KeyPress.Modifiers {
    let bits = max(0, number - 1)
    var modifiers: KeyPress.Modifiers = []
    if bits & 4 != 0 { modifiers.insert(.control) }
    if bits & 10 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// Returns the key of a terminfo extension such as `kUP5`, which is Ctrl with the up key.
  static func key(named name: String) -> KeyPress? {
    guard let digit = name.last?.wholeNumberValue else { return nil }
    let key: KeyPress.Key? =
      switch name.dropLast() {
      case "kUP": .up
      case "kDN": .down
      case "kLFT": .left
      case "kRIT": .right
      case "kHOM": .home
      case "kEND": .end
      case "kPRV": .pageUp
      case "kNXT": .pageDown
      case "kDC": .delete
      case "kIC": .insert
      default: nil
      }
    return key.map { KeyPress($0, modifiers(digit)) }
  }
}

/// The meanings of mouse reports and of replies of the terminal.
extension EscapeSequence {
  /// Returns the meaning of `ESC [ parameters final`, which is not a key.
  ///
  /// The result is `nil` for reports that the program ignores, such as the release of a button.
  static func input(parameters: [UInt8], final: UInt8) -> TerminalInput? {
    switch (parameters.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")):
      mouse(numbers(parameters.dropFirst())).map(TerminalInput.mouse)
    case (UInt8(ascii: "<"), UInt8(ascii: "m")): nil
    case (UInt8(ascii: "?"), UInt8(ascii: "y")) where parameters.last == UInt8(ascii: "$"):
      mode(numbers(parameters.dropFirst().dropLast())).map(TerminalInput.reply)
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): .reply(.attributes)
    default: .key(key(parameters: parameters, final: final))
    }
  }

  /// Returns the meaning of the reply `ESC ] text`.
  ///
  /// The result is `nil` if the text is not a reply to the query for the background color.
  static func reply(_ text: [UInt8]) -> TerminalReply? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2,
      ["11;rgb", "11;rgba"].contains(String(decoding: parts[0], as: UTF8.self))
    else { return nil }
    let levels = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(level)
    guard levels.count >= 3, let red = levels[0], let green = levels[1], let blue = levels[2] else {
      return nil
    }
    return .background(light: 0.299 * red + 0.587 * green + 0.114 * blue)
  }

  /// Returns the value of one to four hexadecimal digits, as a fraction of the maximum value.
  private static func level(_ digits: ArraySlice<UInt8>) -> Double? {
    guard (1...4).contains(digits.count),
      let number = Int(String(decoding: digits, as: UTF8.self), radix: 16), number >= 0
    else { return nil }
    return Double(number) / Double(1 << (4 * digits.count) - 1)
  }

  /// Returns `true` if a byte can occur in the reply to the query for the background color.
  static func isReplyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: ";:/rg".utf8.contains(byte)
    }
  }

  /// Returns the event of an X10 mouse report: `ESC [ M` and three bytes, each with an offset of
  /// 32.
  static func oldMouse(_ bytes: [UInt8]) -> MouseEvent? {
    // A coordinate that does not fit in a byte is reported as 0.
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    return mouse(bytes.map { Int($0) - 32 })
  }

  /// Returns the mouse event for three numbers: the button, the column and the row, both from 1.
  private static func mouse(_ numbers: [Int]) -> MouseEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let action: MouseEvent.Action
    // 4 Shift, 8 Meta, 16 Ctrl, 32 movement, 64 wheel, 128 further buttons.
    switch numbers[0] & ~0b1_1100 {
    case 0: action = .press(.left)
    case 1: action = .press(.middle)
    case 2: action = .press(.right)
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    default: return nil
    }
    var modifiers: KeyPress.Modifiers = []
    if numbers[0] & 8 != 0 { modifiers.insert(.alt) }
    if numbers[0] & 16 != 0 { modifiers.insert(.control) }
    let position = Point(column: numbers[1] - 1, row: numbers[2] - 1)
    return MouseEvent(action, at: position, modifiers)
  }

  private static func mode(_ numbers: [Int]) -> TerminalReply? {
    numbers.count == 2 ? .mode(numbers[0], state: numbers[1]) : nil
  }

  /// Returns the numbers in a text that separates them with semicolons.
  ///
  /// If a number is invalid, the result is empty.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
    let parts = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    // Numbers that exceed `Int` are invalid. Others are limited, so that sums cannot overflow.
    let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)).map { min($0, 1 << 20) } }
    return numbers.contains(nil) ? [] : numbers.compactMap { $0 }
  }
}
