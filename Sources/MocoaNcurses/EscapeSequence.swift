import MocoaTerminal

/// The meanings of key sequences that terminfo does not contain, and of key names in terminfo
/// extensions.
enum EscapeSequence {
  /// Returns the key of `ESC [ parameters final`.
  static func key(parameters: [UInt8], final: UInt8) -> KeyPress {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count <= 2, parameters.isEmpty || !numbers.contains(nil) else {
      return KeyPress(.unknown)
    }
    let first = numbers.first.flatMap { $0 } ?? 1
    let held = numbers.count == 2 ? modifiers(numbers[1] ?? 1) : []
    let key: KeyPress.Key? =
      switch final {
      case UInt8(ascii: "~"): editing(first)
      case UInt8(ascii: "Z"): .backTab
      case _ where first == 1: singleShift(final)
      default: nil
      }
    return key.map { KeyPress($0, held) } ?? KeyPress(.unknown)
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
