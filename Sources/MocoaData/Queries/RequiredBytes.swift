/// Bytes that stand in every item that a pattern finds: an item without them is passed over before
/// it is taken apart.
///
/// The first and the last are looked for at many places at once, and where both stand, all are
/// compared: what records have in common is mostly the beginning of what is looked for, or its end.
struct RequiredBytes: Sendable {
  /// The one or two bytes that may stand at a place: a letter in both cases.
  typealias Choice = (UInt8, UInt8)

  private let choices: [Choice]

  /// The places of the two that are looked for first.
  private let probes: (Probe, Probe)

  /// Whether there is a quote among them.
  let haveQuote: Bool

  /// - Parameter variants: the bytes that may stand at each place; nil is made of fewer than two places,
  ///   which are found nearly everywhere, and where a place has more than two.
  init?(_ variants: [Set<UInt8>]) {
    guard variants.count >= 2, variants.allSatisfy({ (1...2).contains($0.count) }) else {
      return nil
    }
    choices = variants.map { ($0.min() ?? 0, $0.max() ?? 0) }
    haveQuote = variants.contains { $0.contains(UInt8(ascii: "\"")) }
    probes = (Probe(0, choices[0]), Probe(choices.count - 1, choices[choices.count - 1]))
  }

  /// Whether the bytes may stand at some place, one behind the other.
  func stand(in bytes: UnsafeRawBufferPointer) -> Bool {
    let starts = bytes.count - choices.count + 1
    guard starts >= 8 else { return starts > 0 && stand(in: bytes, startingIn: 0..<starts) }
    let (first, second) = probes
    var start = 0
    while start + 32 <= starts {
      var places: UInt64 = 0
      for offset in stride(from: start, to: start + 32, by: 8) {
        places |= first.places(in: bytes, from: offset) & second.places(in: bytes, from: offset)
      }
      if places != 0, stand(in: bytes, startingIn: start..<start + 32) { return true }
      start += 32
    }
    while start < starts {
      // The last eight may have been looked at before.
      let offset = min(start, starts - 8)
      let places = first.places(in: bytes, from: offset) & second.places(in: bytes, from: offset)
      if places != 0, stand(in: bytes, startingIn: offset..<offset + 8) { return true }
      start += 8
    }
    return false
  }

  private func stand(in bytes: UnsafeRawBufferPointer, startingIn starts: Range<Int>) -> Bool {
    choices.withUnsafeBufferPointer { choices in
      starts.contains { start in
        choices.indices.allSatisfy { place in
          let byte = bytes[start + place]
          return byte == choices[place].0 || byte == choices[place].1
        }
      }
    }
  }

  /// One place of the pattern, looked for in eight bytes at once, as one number.
  private struct Probe: Sendable {
    private let place: Int

    /// The bits that the bytes that may stand there have in common, and what these are, eight times.
    private let mask: UInt64
    private let wanted: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    init(_ place: Int, _ choice: Choice) {
      self.place = place
      let common = ~(choice.0 ^ choice.1)
      mask = UInt64(common) &* Self.ones
      wanted = UInt64(choice.0 & common) &* Self.ones
    }

    /// Not 0 where one of eight patterns, that begin one behind the other, may have the byte.
    ///
    /// The highest bit of each byte that is equal is set; it may be that of some others behind them.
    @inline(__always)
    func places(in bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
      let word = bytes.loadUnaligned(fromByteOffset: start + place, as: UInt64.self)
      let rest = UInt64(littleEndian: word) & mask ^ wanted
      return (rest &- Self.ones) & ~rest & Self.ones << 7
    }
  }
}
