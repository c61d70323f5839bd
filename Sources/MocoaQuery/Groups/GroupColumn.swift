internal import MocoaModel

/// The distinct values of items in one field, which are numbered in the order of their first
/// occurrence.
struct GroupColumn: ItemVisitor {
  private let field: String

  /// The value number of each item.
  private(set) var numbers: [UInt32] = []

  /// The distinct values, by value number.
  private(set) var values: [ItemGroup.Value] = []

  /// A cache of value numbers, by a hash of the value's text.
  ///
  /// Each entry contains the beginning of the text, which is compared to confirm the hash.
  private var entries: [UInt64: (text: [UInt8], isText: Bool, number: UInt32)] = [:]

  /// The value numbers of the values that are not numbers, by text.
  private var texts: [String: UInt32] = [:]

  /// The value numbers of the values that are numbers.
  ///
  /// Equal numbers have one value number. The group shows the notation of the first occurrence.
  private var numeric: [NumberParsing.Key: UInt32] = [:]
  private var null: UInt32?
  private var missing: UInt32?
  private var other: UInt32?

  /// The maximum number of values that have their own group.
  ///
  /// All further values share one group.
  private let limit: Int

  /// The maximum number of bytes of a text that are compared with other texts.
  private static let maxLength = 256

  init(_ field: String, limit: Int, capacity: Int) {
    (self.field, self.limit) = (field, limit)
    numbers.reserveCapacity(capacity)
  }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    let before = numbers.count
    _ = item.withCanonicalText(ofField: field) { text, kind in
      numbers.append(
        kind == .null ? numberOfNull() : number(of: text, isText: kind == .text, item))
    }
    if numbers.count == before {
      let number = missing ?? append(.missing)
      missing = number
      numbers.append(number)
    }
  }

  private mutating func numberOfNull() -> UInt32 {
    let number = null ?? append(.value(.null))
    null = number
    return number
  }

  private mutating func number(
    of text: UnsafeRawBufferPointer, isText: Bool, _ item: some FilterSubject
  ) -> UInt32 {
    let beginning = UnsafeRawBufferPointer(rebasing: text.prefix(Self.maxLength))
    var hasher = Hasher()
    hasher.combine(isText)
    hasher.combine(bytes: beginning)
    var hash = UInt64(bitPattern: Int64(hasher.finalize()))
    while let one = entries[hash] {
      if one.isText == isText, one.text.elementsEqual(beginning) { return one.number }
      hash &+= 1
    }
    let key = isText ? NumberParsing.key(ofText: text) : NumberParsing.key(text)
    // What is cut may begin like another one.
    let string = key == nil ? Self.string(of: text) : ""
    if let number = key.map({ numeric[$0] }) ?? texts[string] {
      if entries.count < 2 * limit { entries[hash] = (Array(beginning), isText, number) }
      return number
    }
    guard texts.count + numeric.count < limit else {
      let number = other ?? append(.other)
      other = number
      return number
    }
    let number = append(.value(value(of: item, text)))
    if let key { numeric[key] = number } else { texts[string] = number }
    entries[hash] = (Array(beginning), isText, number)
    return number
  }

  /// Returns the value of an item in the field, or its truncated text if the text is long or not
  /// valid UTF-8.
  private func value(of item: some FilterSubject, _ text: UnsafeRawBufferPointer) -> FieldValue {
    guard text.count <= Self.maxLength, String(validating: text, as: UTF8.self) != nil,
      let value = item.value(at: field)
    else { return .string(Self.string(of: text)) }
    return value
  }

  /// Returns bytes as a text, truncated if they are long.
  ///
  /// Invalid UTF-8 is written in the form `\xFC`, so that different bytes result in different
  /// texts.
  private static func string(of text: UnsafeRawBufferPointer) -> String {
    let end = TextPrefix.length(of: text, limit: maxLength)
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
