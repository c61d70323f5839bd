internal import MocoaModel

/// The distinct values of items in one field, which are numbered in the order of their first
/// occurrence.
struct ValueIndex: Sendable {
  private let field: String

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

  /// The numbers of the values whose texts are truncated or repaired.
  private(set) var inexactNumbers: Set<UInt32> = []

  /// The maximum number of values that have their own number.
  ///
  /// All further values share one number.
  private let limit: Int

  /// The maximum number of bytes of a text that are compared with other texts.
  private static let maxLength = 256

  /// Creates an index without values.
  ///
  /// - Parameters:
  ///   - field: The path of the field.
  ///   - limit: The maximum number of values that have their own number.
  init(_ field: String, limit: Int) { (self.field, self.limit) = (field, limit) }

  /// A Boolean value that indicates whether values share a number because the limit is reached.
  var isFull: Bool { other != nil }

  /// Returns the value number of an item, which may be a new number.
  mutating func valueNumber(of item: some FilterSubject) -> UInt32 {
    var found: UInt32?
    _ = item.withCanonicalText(ofField: field) { text, kind in
      found = kind == .null ? numberOfNull() : number(of: text, isText: kind == .text, item)
    }
    if let found { return found }
    let missingNumber = missing ?? append(.missing)
    missing = missingNumber
    return missingNumber
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
    // Two texts that are truncated may have the same beginning.
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
    if text.count > Self.maxLength || String(validating: text, as: UTF8.self) == nil {
      inexactNumbers.insert(number)
    }
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
