/// A parser that splits the output for a terminal into text, controls and sequences.
struct ControlParser {
  /// A unit of output on which a terminal acts.
  enum Event: Equatable {
    /// A scalar to show.
    case text(Unicode.Scalar)
    /// A C0 control.
    case control(UInt8)
    /// An escape sequence: ESC, intermediate bytes and a final byte.
    case escape(intermediates: [UInt8], final: UInt8)
    /// A control sequence: CSI, a private marker, numbers, intermediate bytes and a final byte.
    case sequence(marker: UInt8?, numbers: [Int?], intermediates: [UInt8], final: UInt8)
  }

  private enum State {
    case text
    case escape(intermediates: [UInt8])
    case sequence([UInt8])
    /// A string for the terminal, such as a title. The flag is set if ESC precedes the next byte.
    case string(afterEscape: Bool)
  }

  private var state = State.text
  private var scalar: UInt32 = 0
  private var continuations = 0

  /// Processes one byte, and returns the event that it completes.
  mutating func take(_ byte: UInt8) -> Event? {
    switch state {
    case .text: return text(byte)
    case .escape(let intermediates): return escape(intermediates, byte)
    case .sequence(let bytes): return sequence(bytes, byte)
    case .string(let afterEscape):
      let isEnd = byte == 7 || afterEscape && byte == UInt8(ascii: "\\")
      state = isEnd ? .text : .string(afterEscape: byte == 0x1B)
      return nil
    }
  }

  private mutating func text(_ byte: UInt8) -> Event? {
    switch byte {
    case 0x1B:
      state = .escape(intermediates: [])
      return nil
    case ..<0x20: return .control(byte)
    case 0x7F: return nil
    case ..<0x80: return .text(Unicode.Scalar(byte))
    case ..<0xC0:
      guard continuations > 0 else { return .text("\u{FFFD}") }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      continuations -= 1
      return continuations > 0 ? nil : .text(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    case ..<0xE0: begin(byte & 0x1F, 1)
    case ..<0xF0: begin(byte & 0x0F, 2)
    default: begin(byte & 0x07, 3)
    }
    return nil
  }

  private mutating func begin(_ bits: UInt8, _ count: Int) {
    (scalar, continuations) = (UInt32(bits), count)
  }

  private mutating func escape(_ intermediates: [UInt8], _ byte: UInt8) -> Event? {
    switch byte {
    case 0x20..<0x30:
      state = .escape(intermediates: intermediates + [byte])
      return nil
    case UInt8(ascii: "[") where intermediates.isEmpty:
      state = .sequence([])
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      guard intermediates.isEmpty else { break }
      state = .string(afterEscape: false)
      return nil
    default: break
    }
    state = .text
    return .escape(intermediates: intermediates, final: byte)
  }

  private mutating func sequence(_ bytes: [UInt8], _ byte: UInt8) -> Event? {
    guard (0x40...0x7E).contains(byte) else {
      // CAN and SUB cancel a sequence.
      state = byte == 0x18 || byte == 0x1A ? .text : .sequence(bytes + [byte])
      return nil
    }
    state = .text
    let marker = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let rest = bytes.dropFirst(marker == nil ? 0 : 1)
    let parameters = rest.prefix { (0x30..<0x40).contains($0) }
    let numbers = parameters.split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    return .sequence(
      marker: marker, numbers: numbers, intermediates: Array(rest.dropFirst(parameters.count)),
      final: byte)
  }
}
