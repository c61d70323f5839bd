package import MocoaModel

/// A parser of complete JSON texts that are short.
///
/// It accepts any valid JSON whose values are not nested too deeply. It is iterative, so that
/// nested values cannot overflow the stack. The JSON functions of SQLite do not replace it, because
/// they round numbers with more than 64 bits and return one row for each value.
package struct JSONReader {
  /// An array or object whose end has not been read.
  private struct Frame {
    let isObject: Bool
    var values: [FieldValue] = []
    var fields: [FieldValue.Field] = []
    var name = ""

    var value: FieldValue { isObject ? .object(fields) : .array(values) }

    mutating func add(_ value: FieldValue) {
      if isObject {
        fields.append(.init(name: name, value: value))
      } else {
        values.append(value)
      }
    }
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var frames: [Frame] = []

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the value that bytes represent.
  ///
  /// Integers that fit into 64 bits are `int`, except `-0`. Other numbers are `double` if that has
  /// the same text, and otherwise `decimal` with their digits.
  ///
  /// - Throws: An error with the offset of the first byte that is not valid JSON.
  package static func value(of bytes: UnsafeRawBufferPointer) throws(DecodingError) -> FieldValue {
    var reader = JSONReader(bytes)
    return try reader.value()
  }

  /// Returns the value that bytes represent.
  package static func value(of bytes: [UInt8]) throws(DecodingError) -> FieldValue {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(DecodingError) in try value(of: buffer) }
    }.get()
  }

  /// Returns the value that bytes represent.
  ///
  /// - Throws: ``JSONError`` with the location of the first error.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> FieldValue {
    do throws(DecodingError) {
      return try value(of: bytes)
    } catch {
      let found = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
      throw found ?? JSONError(offset: 0, line: 1, column: 1, reason: "\(error)")
    }
  }

  private var damage: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "no JSON at byte \(position)"))
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position].isJSONBlank { position += 1 }
  }

  // MARK: - Structure

  private mutating func value() throws(DecodingError) -> FieldValue {
    while true {
      skipBlanks()
      var next: FieldValue?
      switch current {
      case UInt8(ascii: "["): next = try open(isObject: false)
      case UInt8(ascii: "{"): next = try open(isObject: true)
      default: next = try scalar()
      }
      // Closes containers up to the innermost with a further child.
      while let value = next {
        skipBlanks()
        guard let last = frames.indices.last else {
          guard position == bytes.count else { throw damage }
          return value
        }
        frames[last].add(value)
        next = try separator(isObject: frames[last].isObject)
      }
    }
  }

  /// Reads an array or object up to its first value.
  ///
  /// - Returns: The container if it is empty, otherwise `nil`.
  private mutating func open(isObject: Bool) throws(DecodingError) -> FieldValue? {
    guard frames.count < CompactJSON.deepest else { throw damage }
    position += 1
    skipBlanks()
    if current == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      position += 1
      return isObject ? .object([]) : .array([])
    }
    frames.append(Frame(isObject: isObject))
    if isObject { try name() }
    return nil
  }

  /// Reads the comma or the closing bracket after a value of the innermost container.
  ///
  /// - Returns: The container if it ends, or `nil` if a further value follows.
  private mutating func separator(isObject: Bool) throws(DecodingError) -> FieldValue? {
    switch current {
    case UInt8(ascii: ","):
      position += 1
      skipBlanks()
      if isObject { try name() }
      return nil
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
      position += 1
      return frames.removeLast().value
    default: throw damage
    }
  }

  /// Reads the name of a member and the colon after it.
  private mutating func name() throws(DecodingError) {
    frames[frames.count - 1].name = try string()
    skipBlanks()
    guard current == UInt8(ascii: ":") else { throw damage }
    position += 1
  }

  // MARK: - Scalars

  private mutating func scalar() throws(DecodingError) -> FieldValue {
    switch current {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: FieldValue
  ) throws(DecodingError) -> FieldValue {
    let isSame = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard isSame else { throw damage }
    position += word.utf8CodeUnitCount
    return value
  }

  private mutating func digits() throws(DecodingError) {
    guard current?.isDigit == true else { throw damage }
    while current?.isDigit == true { position += 1 }
  }

  private mutating func number() throws(DecodingError) -> FieldValue {
    let start = position
    var isInteger = true
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, digits != "-0", let value = Int64(digits) { return .int(value) }
    return FieldValue(digits: digits)
  }

  // MARK: - Strings

  private mutating func string() throws(DecodingError) -> String {
    guard current == UInt8(ascii: "\"") else { throw damage }
    position += 1
    let start = position
    try skipPlainText()
    if current == UInt8(ascii: "\"") {
      defer { position += 1 }
      return try text(of: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
    }
    // The content of a string with escape sequences differs from its bytes.
    var content = Array(bytes[start..<position])
    while current != UInt8(ascii: "\"") {
      try escape(to: &content)
      let start = position
      try skipPlainText()
      content += bytes[start..<position]
    }
    defer { position += 1 }
    return try content.withUnsafeBytes { buffer in
      Result { () throws(DecodingError) in try text(of: buffer) }
    }.get()
  }

  /// Skips to the closing quotation mark or to the next escape sequence of the string.
  private mutating func skipPlainText() throws(DecodingError) {
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      if byte < 0x20 { throw damage }
      position += 1
    }
    if current == nil { throw damage }
  }

  private func text(of bytes: UnsafeRawBufferPointer) throws(DecodingError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw damage }
    return text
  }

  private mutating func escape(to content: inout [UInt8]) throws(DecodingError) {
    position += 1
    guard let letter = current else { throw damage }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content += try String(Character(scalar(after: unit()))).utf8
    default: throw damage
    }
  }

  /// Returns the Unicode scalar of an escape sequence.
  ///
  /// - Parameter unit: The first UTF-16 code unit. If it begins a surrogate pair, the next escape
  ///   sequence is read too.
  private mutating func scalar(after unit: UInt32) throws(DecodingError) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, bytes[position...].starts(with: #"\u"#.utf8) else { throw damage }
    position += 2
    let second = try self.unit()
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw damage }
    return scalar
  }

  private mutating func unit() throws(DecodingError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexValue else { throw damage }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
