/// A word for each byte value, with one bit for each index of a pattern at which the byte may
/// appear.
final class BitMasks: Sendable {
  /// The words of all 256 byte values.
  nonisolated(unsafe) fileprivate let words: UnsafeMutablePointer<UInt64>
  // Sendable: the words are written only before the object is shared.

  /// The word with only the bit of the last index of the pattern.
  fileprivate let last: UInt64

  /// Creates the masks of a pattern.
  ///
  /// - Parameter variants: The bytes that may appear at each index; 1 to 64 elements.
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

/// A pattern that is searched byte by byte.
///
/// The caller must retain its ``BitMasks``.
struct BytePattern: @unchecked Sendable {
  // Sendable: the words are only read.
  private let words: UnsafePointer<UInt64>
  private let last: UInt64
  private let mayJump: Bool
  private let startsFirst: Bool
  private let endsLast: Bool

  init(_ masks: BitMasks, _ form: Filter.Pattern.Kind) {
    (words, last, mayJump) = (UnsafePointer(masks.words), masks.last, form == .fuzzy)
    if case .anchored(let start, let end) = form {
      (startsFirst, endsLast) = (start, end)
    } else {
      (startsFirst, endsLast) = (false, false)
    }
  }

  /// Returns `true` if a text matches the pattern.
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
    // The matches that end at this byte, and at any earlier byte.
    var (ends, ended): (UInt64, UInt64) = (0, 0)
    var previous: UInt8 = 0
    for byte in bytes {
      let mask = words[Int(byte)]
      var possible = ends << 1 | 1
      // Checks for the start of a word only if the result depends on it.
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

/// The kind of a byte in a word of text, which determines where a word starts.
private enum ByteKind {
  case other, lower, upper, digit

  /// The first byte of a two-byte letter.
  case lead

  /// Any byte of a letter except the first.
  case trail

  /// The first byte of a character that counts as a word, as do most characters of three or more
  /// bytes.
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

  /// Returns `true` if a byte of this kind starts a word after a byte of another kind.
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
