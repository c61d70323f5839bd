/// Bytes that every matching item contains.
///
/// An item without them is skipped before it is parsed.
///
/// The search compares the first and the last byte at many offsets at once, and all bytes if both
/// match. Records often share the beginning or the end of the searched text, but rarely both.
package struct RequiredBytes: Sendable {
  /// The two bytes that may appear at an index: the lowercase and uppercase forms of a letter, or
  /// the same byte twice.
  typealias Choice = (UInt8, UInt8)

  private let choices: [Choice]

  /// The searches for the bytes at the first and the last index, which are evaluated first.
  private let probes: (Probe, Probe)

  /// A Boolean value that indicates whether the bytes contain a quotation mark.
  package let haveQuote: Bool

  /// Creates the required bytes of a pattern.
  ///
  /// The initializer returns `nil` for a pattern of fewer than two bytes, which nearly every text
  /// contains. It also returns `nil` if more than two bytes may appear at an index.
  ///
  /// - Parameter variants: The bytes that may appear at each index of the pattern.
  init?(_ variants: [Set<UInt8>]) {
    guard variants.count >= 2, variants.allSatisfy({ (1...2).contains($0.count) }) else {
      return nil
    }
    choices = variants.map { ($0.min() ?? 0, $0.max() ?? 0) }
    haveQuote = variants.contains { $0.contains(UInt8(ascii: "\"")) }
    probes = (Probe(0, choices[0]), Probe(choices.count - 1, choices[choices.count - 1]))
  }

  /// Returns `true` if the bytes may appear in a text.
  package func mayOccur(in bytes: UnsafeRawBufferPointer) -> Bool {
    let starts = bytes.count - choices.count + 1
    guard starts >= 8 else { return starts > 0 && occur(in: bytes, startingIn: 0..<starts) }
    let (first, second) = probes
    var start = 0
    while start + 32 <= starts {
      var matches: UInt64 = 0
      for offset in stride(from: start, to: start + 32, by: 8) {
        matches |= first.matches(in: bytes, from: offset) & second.matches(in: bytes, from: offset)
      }
      if matches != 0, occur(in: bytes, startingIn: start..<start + 32) { return true }
      start += 32
    }
    while start < starts {
      // The last eight offsets may overlap with the previous ones.
      let offset = min(start, starts - 8)
      let matches = first.matches(in: bytes, from: offset) & second.matches(in: bytes, from: offset)
      if matches != 0, occur(in: bytes, startingIn: offset..<offset + 8) { return true }
      start += 8
    }
    return false
  }

  private func occur(in bytes: UnsafeRawBufferPointer, startingIn starts: Range<Int>) -> Bool {
    choices.withUnsafeBufferPointer { choices in
      starts.contains { start in
        choices.indices.allSatisfy { index in
          let byte = bytes[start + index]
          return byte == choices[index].0 || byte == choices[index].1
        }
      }
    }
  }

  /// A search for the byte at one index of the pattern, at eight adjacent offsets at once.
  private struct Probe: Sendable {
    private let index: Int

    /// A mask of the bits that are equal in both possible bytes, repeated for eight bytes.
    private let mask: UInt64
    /// The values of the bits in `mask`, repeated for eight bytes.
    private let wanted: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    init(_ index: Int, _ choice: Choice) {
      self.index = index
      let common = ~(choice.0 ^ choice.1)
      mask = UInt64(common) &* Self.ones
      wanted = UInt64(choice.0 & common) &* Self.ones
    }

    /// Returns a nonzero value if the byte matches at one of eight adjacent offsets.
    ///
    /// The highest bit of each matching byte is set. The bits of some later bytes may be set too,
    /// so the caller must compare them.
    @inline(__always)
    func matches(in bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
      let word = bytes.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
      let difference = UInt64(littleEndian: word) & mask ^ wanted
      return (difference &- Self.ones) & ~difference & Self.ones << 7
    }
  }
}
