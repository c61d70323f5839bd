/// For each byte the places of a pattern at which it may stand, as bits.
final class BitMasks: Sendable {
  /// 256 words.
  nonisolated(unsafe) fileprivate let words: UnsafeMutablePointer<UInt64>
  // It is written before anybody else has it.

  /// The bit of the last place.
  fileprivate let last: UInt64

  /// - Parameter variants: the bytes that may stand at each place; 1 to 64 of them.
  init(_ variants: [Set<UInt8>]) {
    words = .allocate(capacity: 256)
    words.initialize(repeating: 0, count: 256)
    for (place, bytes) in variants.enumerated() {
      for byte in bytes { words[Int(byte)] |= 1 << UInt64(place) }
    }
    last = 1 << UInt64(variants.count - 1)
  }

  deinit { words.deallocate() }
}

/// A pattern that is looked for byte by byte, as long as its masks are there.
struct BytePattern: @unchecked Sendable {
  // Sendable, because the words are only read.
  private let words: UnsafePointer<UInt64>
  private let last: UInt64
  private let mayJump: Bool
  private let startsFirst: Bool
  private let endsLast: Bool

  init(_ masks: BitMasks, _ form: Filter.Pattern.Form) {
    (words, last, mayJump) = (UnsafePointer(masks.words), masks.last, form == .fuzzy)
    if case .anchored(let start, let end) = form {
      (startsFirst, endsLast) = (start, end)
    } else {
      (startsFirst, endsLast) = (false, false)
    }
  }

  /// Whether a text is like the pattern.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    mayJump ? findsFuzzily(bytes) : finds(bytes)
  }

  private func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var ends: UInt64 = 0
    var first: UInt64 = 1
    for byte in bytes {
      ends = (ends << 1 | first) & words[Int(byte)]
      if startsFirst { first = 0 }
      if !endsLast, ends & last != 0 { return true }
    }
    return ends & last != 0
  }

  private func findsFuzzily(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // What ends here, and what ended anywhere before.
    var (ends, ended): (UInt64, UInt64) = (0, 0)
    var previous: UInt8 = 0
    for byte in bytes {
      let mask = words[Int(byte)]
      var possible = ends << 1 | 1
      // Where words begin is only asked where it makes a difference.
      let more = ended << 1 & mask & ~possible
      if more != 0, ByteKind(byte).begins(after: ByteKind(previous)) { possible |= more }
      ends = possible & mask
      if ends & last != 0 { return true }
      ended |= ends
      previous = byte
    }
    return false
  }
}

/// What a byte is in a word.
private enum ByteKind {
  case other, lower, upper, digit

  /// A letter of two bytes: its first one.
  case lead

  /// Any byte of a letter but the first.
  case trail

  /// The first byte of a sign that is a word by itself, as most that need three bytes or more.
  case sign

  init(_ byte: UInt8) {
    self =
      switch byte {
      case 0x61...0x7A: .lower
      case 0x41...0x5A: .upper
      case 0x30...0x39: .digit
      case 0x80...0xBF: .trail
      case 0xC0...0xDF: .lead
      case 0xE0...0xFF: .sign
      default: .other
      }
  }

  /// Whether a word begins with it.
  func begins(after before: ByteKind) -> Bool {
    switch self {
    case .other, .trail: false
    case .lower, .lead: before == .other || before == .digit
    case .upper: before != .upper
    case .digit: before != .digit
    case .sign: true
    }
  }
}
