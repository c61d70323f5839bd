/// A scanner for features that libvterm 0.1 does not report or support.
///
/// The features are private modes, clearing the screen, and REP.
struct SequenceScanner {
  private(set) var modes: Set<Int> = [7, 25]
  private(set) var clears = 0

  private enum State {
    case text
    case escape
    case sequence([UInt8])
    case string, stringRest
  }
  private var state = State.text
  private var last: [UInt8] = []

  /// Processes one byte, and returns the bytes that REP repeats.
  mutating func take(_ byte: UInt8) -> [UInt8] {
    switch state {
    case .text where byte == 0x1B:
      state = .escape
    case .text where byte >= 0x80 && byte < 0xC0:
      last.append(byte)
    case .text:
      last = byte < 0x20 ? [] : [byte]
    case .escape:
      state = .text
      switch byte {
      case UInt8(ascii: "["): state = .sequence([])
      case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .string
      case UInt8(ascii: "="): modes.insert(66)
      case UInt8(ascii: ">"): modes.remove(66)
      default: break
      }
    case .string where byte == UInt8(ascii: "R"):
      // The sequence of the Linux console that resets the palette has no final byte.
      state = .text
      return [7]
    case .string:
      state = byte == 7 ? .text : byte == 0x1B ? .escape : .stringRest
    case .stringRest:
      if byte == 7 { state = .text }
      if byte == 0x1B { state = .escape }
    case .sequence(let parameters):
      guard (0x40...0x7E).contains(byte) else {
        state = byte == 0x18 ? .text : .sequence(parameters + [byte])
        return []
      }
      state = .text
      return finish(String(decoding: parameters, as: UTF8.self), byte)
    }
    return []
  }

  private mutating func finish(_ parameters: String, _ final: UInt8) -> [UInt8] {
    let isPrivate = parameters.hasPrefix("?")
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch final {
    case UInt8(ascii: "h") where isPrivate: modes.formUnion(numbers)
    case UInt8(ascii: "l") where isPrivate: modes.subtract(numbers)
    case UInt8(ascii: "J") where numbers.first == 2 || numbers.isEmpty: clears += 1
    case UInt8(ascii: "b"): return Array(repeatElement(last, count: numbers.first ?? 1).joined())
    default: break
    }
    return []
  }
}
