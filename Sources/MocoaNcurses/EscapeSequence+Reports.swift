import MocoaTerminal

/// What terminals tell besides keys: the mouse, and answers.
extension EscapeSequence {
  /// What `ESC [ parameters final` means; nil for what is nothing to the program, such as the
  /// release of a button.
  static func input(parameters: [UInt8], final: UInt8) -> TerminalInput? {
    switch (parameters.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")):
      mouse(numbers(parameters.dropFirst())).map(TerminalInput.mouse)
    case (UInt8(ascii: "<"), UInt8(ascii: "m")): nil
    case (UInt8(ascii: "?"), UInt8(ascii: "y")) where parameters.last == UInt8(ascii: "$"):
      mode(numbers(parameters.dropFirst().dropLast())).map(TerminalInput.answer)
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): .answer(.attributes)
    default: .key(key(parameters: parameters, final: final))
    }
  }

  /// What `ESC ] text` means, as an answer; nil for what was not asked.
  static func answer(_ text: [UInt8]) -> TerminalAnswer? {
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

  /// One to four hexadecimal digits as a share of the most that they can say.
  private static func level(_ digits: ArraySlice<UInt8>) -> Double? {
    guard (1...4).contains(digits.count),
      let number = Int(String(decoding: digits, as: UTF8.self), radix: 16), number >= 0
    else { return nil }
    return Double(number) / Double(1 << (4 * digits.count) - 1)
  }

  /// Whether a byte can be in the answer that is expected.
  static func isInAnswer(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: ";:/rg".utf8.contains(byte)
    }
  }

  /// The mouse as X10 told of it: `ESC [ M` and three bytes, each 32 too large.
  static func oldMouse(_ bytes: [UInt8]) -> MouseEvent? {
    // A position beyond what a byte can tell comes as 0.
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    return mouse(bytes.map { Int($0) - 32 })
  }

  /// The mouse by its three numbers: what was done, the column and the row, both from 1.
  private static func mouse(_ numbers: [Int]) -> MouseEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let action: MouseEvent.Action
    // 4 Shift, 8 Meta, 16 Ctrl, 32 a movement, 64 the wheel, 128 further buttons.
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

  private static func mode(_ numbers: [Int]) -> TerminalAnswer? {
    numbers.count == 2 ? .mode(numbers[0], state: numbers[1]) : nil
  }

  /// Numbers between semicolons; none at all if one of them is none.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
    let parts = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    // Nineteen digits and more are no number of anything here.
    let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)).map { min($0, 1 << 20) } }
    return numbers.contains(nil) ? [] : numbers.compactMap { $0 }
  }
}
