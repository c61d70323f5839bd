internal import MocoaModel

/// What items have in one field: a number for each value, in the order in which values come first.
struct GroupColumn: ItemVisitor {
  private let field: String

  /// The number of the value of each item.
  private(set) var numbers: [UInt32] = []

  /// The values, by their numbers.
  private(set) var values: [ItemGroup.Value] = []

  /// What the values that are texts begin with, by their numbers, and these by a hash of it.
  private var texts: [[UInt8]] = []
  private var known: [UInt64: UInt32] = [:]
  private var missing: UInt32?
  private var other: UInt32?

  /// So many values have a number of their own.
  private let limit: Int

  /// So many bytes of a text tell it from others.
  private static let longest = 256

  init(_ field: String, limit: Int, capacity: Int) {
    (self.field, self.limit) = (field, limit)
    numbers.reserveCapacity(capacity)
  }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    let before = numbers.count
    _ = item.withWhole(ofField: field) { text in
      if !text.isNull { numbers.append(number(of: text)) }
    }
    if numbers.count == before {
      let number = missing ?? append(.missing)
      missing = number
      numbers.append(number)
    }
  }

  private mutating func number(of text: UnsafeRawBufferPointer) -> UInt32 {
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(Self.longest))
    var hasher = Hasher()
    hasher.combine(bytes: text)
    var hash = UInt64(bitPattern: Int64(hasher.finalize()))
    while let number = known[hash] {
      if texts[Int(number)].elementsEqual(text) { return number }
      hash &+= 1
    }
    guard known.count < limit else {
      let number = other ?? append(.other)
      other = number
      return number
    }
    let number = append(.text(Self.string(of: text)), Array(text))
    known[hash] = number
    return number
  }

  /// Bytes as a text, those that are none as `\xFC`: other bytes are to be other texts.
  private static func string(of bytes: UnsafeRawBufferPointer) -> String {
    var end = bytes.count
    // What was cut within a letter ends in front of it.
    if end == longest { while end > longest - 4, bytes[end - 1] & 0xC0 != 0 { end -= 1 } }
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }

  private mutating func append(_ value: ItemGroup.Value, _ text: [UInt8] = []) -> UInt32 {
    values.append(value)
    texts.append(text)
    return UInt32(values.count - 1)
  }
}
