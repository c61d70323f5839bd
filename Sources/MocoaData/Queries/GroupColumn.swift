internal import MocoaModel

/// What items have in one field: a number for each value, in the order in which values come first.
struct GroupColumn: ItemVisitor {
  private let field: String

  /// The number of the value of each item.
  private(set) var numbers: [UInt32] = []

  /// The values, by their numbers.
  private(set) var values: [ItemGroup.Value] = []

  /// The beginnings of the values that are texts, each with the number of the value, by their hash.
  private var known: [UInt64: (text: [UInt8], number: UInt32)] = [:]

  /// The numbers of the values that are texts.
  private var texts: [String: UInt32] = [:]
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
    let beginning = UnsafeRawBufferPointer(rebasing: text.prefix(Self.longest))
    var hasher = Hasher()
    hasher.combine(bytes: beginning)
    var hash = UInt64(bitPattern: Int64(hasher.finalize()))
    while let (text, number) = known[hash] {
      if text.elementsEqual(beginning) { return number }
      hash &+= 1
    }
    guard known.count < limit else {
      let number = other ?? append(.other)
      other = number
      return number
    }
    // What is cut may begin like another one.
    let string = Self.string(of: text)
    let number = texts[string] ?? append(.text(string))
    texts[string] = number
    known[hash] = (Array(beginning), number)
    return number
  }

  /// Bytes as a text, those that are none as `\xFC`: other bytes are to be other texts.
  private static func string(of text: UnsafeRawBufferPointer) -> String {
    let end = TextBeginning.length(of: text, limit: longest)
    let bytes = UnsafeRawBufferPointer(rebasing: text[..<end])
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }

  private mutating func append(_ value: ItemGroup.Value) -> UInt32 {
    values.append(value)
    return UInt32(values.count - 1)
  }
}
