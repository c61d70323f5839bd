internal import MocoaModel

/// The values that items have in one field, to be compared.
struct SortColumn: ItemVisitor, Sendable {
  /// Whether the largest comes first.
  private let isDescending: Bool

  /// Stands for each value: unequal ones are in the order of the values, as far as they tell.
  private(set) var bits: [UInt64] = []

  /// What the texts say, one behind the other, and where each ends.
  private var text: [UInt8] = []
  private var ends: [Int] = []

  private static let missing = UInt64.max

  /// So many bytes of a text are compared.
  private static let longest = 256

  /// The highest bit of a text's; numbers do not have it.
  private static let textBit: UInt64 = 1 << 63

  /// The name of the field.
  private let field: String

  init(_ order: ListQuery.Order, capacity: Int) {
    (field, isDescending) = (order.field, order.isDescending)
    bits.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
  }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    let before = bits.count
    _ = item.forEachText(ofField: field) { text in
      add(text)
      return false
    }
    if bits.count == before { add(bits: Self.missing) }
  }

  private mutating func add(bits: UInt64) {
    self.bits.append(bits)
    ends.append(text.count)
  }

  private mutating func add(_ value: UnsafeRawBufferPointer) {
    if let number = WrittenNumber.value(value) {
      // In the order of the numbers. The last bit goes, for the first one is of the texts; what then is
      // equal is told apart by all of them.
      let raw = number.bitPattern
      let ordered = raw >> 63 == 0 ? raw | 1 << 63 : ~raw
      append(ordered)
      if number.magnitude >= WrittenNumber.exactLimit {
        append(Self.rest(of: value, beyond: number))
      }
      let bits = ordered >> 1
      return add(bits: isDescending ? (Self.textBit - 1) - bits : bits)
    }
    if value.isNull { return add(bits: Self.missing) }
    var prefix: UInt64 = 0
    for place in 0..<8 {
      let byte = place < value.count ? value[place].asciiLowercased : 0
      prefix = prefix << 8 | UInt64(byte)
    }
    for byte in value.prefix(Self.longest) { text.append(byte.asciiLowercased) }
    // One less than what stands for none.
    let bits = min(prefix >> 1, Self.textBit - 2)
    add(bits: Self.textBit | (isDescending ? (Self.textBit - 2) - bits : bits))
  }

  private mutating func append(_ bits: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      text.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// How far a whole number is from its nearest `Double`, in the order of such distances.
  private static func rest(of value: UnsafeRawBufferPointer, beyond number: Double) -> UInt64 {
    let middle: UInt64 = 1 << 63
    guard let whole = WrittenNumber.whole(value), let near = Int128(exactly: number) else {
      return middle
    }
    return middle &+ UInt64(bitPattern: Int64(clamping: whole - near))
  }

  // MARK: - Comparing

  /// How many words tell values apart: that which stands for each, and those of the longest text.
  func wordCount(of place: Int) -> Int {
    // The first word has the text's first seven bytes, and most of the eighth.
    let count = range(place).count
    return count <= 7 ? 1 : 2 + (count - 8) / 8
  }

  /// A word of a value: in the order of the values, where all words before are equal.
  func word(_ number: Int, of place: Int) -> UInt64 {
    if number == 0 { return bits[place] }
    let range = range(place)
    let start = range.lowerBound + 7 + (number - 1) * 8
    var word: UInt64 = 0
    for offset in 0..<8 {
      word = word << 8 | (start + offset < range.upperBound ? UInt64(text[start + offset]) : 0)
    }
    return isDescending ? ~word : word
  }

  /// Whether an item comes before one of another column for the same field; nil where they are equal.
  func isLess(_ one: Int, _ others: SortColumn, _ other: Int) -> Bool? {
    for number in 0..<max(wordCount(of: one), others.wordCount(of: other)) {
      let (a, b) = (word(number, of: one), others.word(number, of: other))
      if a != b { return a < b }
    }
    return nil
  }

  private func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }
}
