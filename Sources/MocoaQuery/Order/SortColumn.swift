internal import MocoaModel

/// The sort keys of items for one field.
///
/// A key is a sequence of words, which are compared in order.
struct SortColumn: ItemVisitor, Sendable {
  /// A Boolean value that indicates whether the largest value comes first.
  private let isDescending: Bool

  /// The first word of each key.
  ///
  /// If two first words differ, they have the order of the values.
  private(set) var bits: [UInt64] = []

  /// The texts of the keys, concatenated.
  private var text: [UInt8] = []

  /// The offset in `text` of the end of each text.
  private var ends: [Int] = []

  private static let missing = UInt64.max

  /// The maximum number of bytes of a text that are compared.
  private static let maxLength = 256

  /// The highest bit of the first word.
  ///
  /// It is set for a text and not for a number.
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
    if let number = NumberParsing.value(value) {
      // The words have the order of the numbers. The last bit is dropped because the first bit is
      // reserved for texts. The complete word distinguishes numbers with equal first words.
      let raw = number.bitPattern
      let ordered = raw >> 63 == 0 ? raw | 1 << 63 : ~raw
      append(ordered)
      if number.magnitude >= NumberParsing.exactLimit {
        append(Self.remainder(of: value, beyond: number))
      }
      let bits = ordered >> 1
      return add(bits: isDescending ? (Self.textBit - 1) - bits : bits)
    }
    if value.isNull { return add(bits: Self.missing) }
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      let byte = offset < value.count ? value[offset].asciiLowercased : 0
      prefix = prefix << 8 | UInt64(byte)
    }
    for byte in value.prefix(Self.maxLength) { text.append(byte.asciiLowercased) }
    // Stays below the word of a missing value.
    let bits = min(prefix >> 1, Self.textBit - 2)
    add(bits: Self.textBit | (isDescending ? (Self.textBit - 2) - bits : bits))
  }

  private mutating func append(_ bits: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      text.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// Returns the difference between an integer and its nearest `Double`, as a word.
  ///
  /// The words of two differences have the order of the differences.
  private static func remainder(of value: UnsafeRawBufferPointer, beyond number: Double) -> UInt64 {
    let middle: UInt64 = 1 << 63
    guard let integer = NumberParsing.integer(value), let near = Int128(exactly: number) else {
      return middle
    }
    return middle &+ UInt64(bitPattern: Int64(clamping: integer - near))
  }

  // MARK: - Comparison

  /// Returns the number of words in a key, including the first word.
  func wordCount(of row: Int) -> Int {
    // The first word contains the first seven bytes of the text and most of the eighth.
    let count = range(row).count
    return count <= 7 ? 1 : 2 + (count - 8) / 8
  }

  /// Returns the word of a key at an index.
  ///
  /// Keys whose preceding words are equal have the order of this word.
  func word(_ number: Int, of row: Int) -> UInt64 {
    if number == 0 { return bits[row] }
    let range = range(row)
    let start = range.lowerBound + 7 + (number - 1) * 8
    var word: UInt64 = 0
    for offset in 0..<8 {
      word = word << 8 | (start + offset < range.upperBound ? UInt64(text[start + offset]) : 0)
    }
    return isDescending ? ~word : word
  }

  /// Returns `true` if an item precedes an item of another column for the same field.
  ///
  /// - Returns: `nil` if the keys of both are equal.
  func isLess(_ one: Int, _ others: SortColumn, _ other: Int) -> Bool? {
    for number in 0..<max(wordCount(of: one), others.wordCount(of: other)) {
      let (a, b) = (word(number, of: one), others.word(number, of: other))
      if a != b { return a < b }
    }
    return nil
  }

  private func range(_ row: Int) -> Range<Int> {
    (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }
}
