internal import MocoaLocalization
internal import MocoaModel

/// A scanner that finds the first error of a JSON text, byte by byte, without creating values.
///
/// It uses no recursion, so nested data cannot overflow the stack. An extension divides arrays and
/// objects into their children.
package struct JSONScanner {
  /// The kinds of tokens that are valid next.
  private enum Expected {
    case value, firstElement, firstName, name, colon, separator
  }

  /// The kinds of values that contain other values.
  private enum Container {
    case array, object
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var expected = Expected.value
  private var containers: [Container] = []

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Returns the first error of bytes that must be one JSON value surrounded by whitespace.
  ///
  /// - Returns: `nil` if the bytes are valid.
  package static func firstError(in bytes: UnsafeRawBufferPointer) -> JSONError? {
    var scanner = JSONScanner(bytes)
    do throws(JSONError) {
      try scanner.run()
      return nil
    } catch {
      return error
    }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ reason: String, at offset: Int? = nil) -> JSONError {
    JSONError(reason, at: offset ?? position, of: bytes)
  }

  private func expectation(_ what: String) -> JSONError {
    if let current, current >= 0x80, UTF8Scan.length(in: bytes, at: position) == nil {
      return failure(localized("invalid UTF-8"))
    }
    return failure(
      localized("expected \(what), found \(JSONErrorText.text(in: bytes, at: position))"))
  }

  private mutating func run() throws(JSONError) {
    skipWhiteSpace()
    if position == bytes.count { throw failure(localized("empty text"), at: 0) }
    repeat {
      try step()
      skipWhiteSpace()
    } while expected != .separator || !containers.isEmpty
    if position < bytes.count {
      if bytes[position] >= 0x80, UTF8Scan.length(in: bytes, at: position) == nil {
        throw failure(localized("invalid UTF-8"))
      }
      throw failure(localized("unexpected text after the value"))
    }
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count, bytes[position].isJSONBlank { position += 1 }
  }

  /// Reads one token.
  private mutating func step() throws(JSONError) {
    switch expected {
    case .value: try value(localized("a value"))
    case .firstElement:
      if current == UInt8(ascii: "]") { close() } else { try value(localized("a value or ']'")) }
    case .firstName:
      if current == UInt8(ascii: "}") { close() } else { try name(localized("a name or '}'")) }
    case .name: try name(localized("a name"))
    case .colon:
      guard current == UInt8(ascii: ":") else {
        throw expectation(localized("':' after the name"))
      }
      position += 1
      expected = .value
    case .separator:
      let isObject = containers.last == .object
      switch current {
      case UInt8(ascii: ","):
        position += 1
        expected = isObject ? .name : .value
      case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: close()
      default: throw expectation(isObject ? localized("',' or '}'") : localized("',' or ']'"))
      }
    }
  }

  private mutating func close() {
    position += 1
    containers.removeLast()
    expected = .separator
  }

  private mutating func open(_ container: Container) throws(JSONError) {
    guard containers.count < CompactJSON.deepest else {
      throw failure(localized("nested deeper than 1,024 levels"))
    }
    containers.append(container)
    position += 1
    expected = container == .object ? .firstName : .firstElement
  }

  private mutating func name(_ what: @autoclosure () -> String) throws(JSONError) {
    guard current == UInt8(ascii: "\"") else { throw expectation(what()) }
    try string()
    expected = .colon
  }

  private mutating func value(_ what: @autoclosure () -> String) throws(JSONError) {
    switch current {
    case UInt8(ascii: "["): return try open(.array)
    case UInt8(ascii: "{"): return try open(.object)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: try number()
    default: throw expectation(what())
    }
    expected = .separator
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    let text = word.description
    for byte in text.utf8 {
      guard current == byte else { throw expectation("'\(text)'") }
      position += 1
    }
  }
}

extension JSONScanner {
  private mutating func digits(_ what: @autoclosure () -> String) throws(JSONError) {
    guard current?.isDigit == true else { throw expectation(what()) }
    while current?.isDigit == true { position += 1 }
  }

  private mutating func number() throws(JSONError) {
    if current == UInt8(ascii: "-") { position += 1 }
    let start = position
    try digits(localized("a digit after '-'"))
    if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
      throw failure(localized("leading zero"), at: start)
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits(localized("a digit after '.'"))
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits(localized("a digit of the exponent"))
    }
  }

  private mutating func string() throws(JSONError) {
    let start = position
    position += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape(stringStart: start)
      case 0..<0x20:
        throw failure(
          localized("control character \(JSONErrorText.codePoint(UInt32(byte))) in a string"))
      case 0x80...:
        guard let length = UTF8Scan.length(in: bytes, at: position) else {
          throw failure(localized("invalid UTF-8"))
        }
        position += length
      default: position += 1
      }
    }
    throw failure(localized("unfinished string"), at: start)
  }

  private mutating func escape(stringStart: Int) throws(JSONError) {
    let start = position
    position += 1
    guard let letter = current else {
      throw failure(localized("unfinished string"), at: stringStart)
    }
    guard letter == UInt8(ascii: "u") else {
      guard #""\/bfnrt"#.utf8.contains(letter) else {
        throw expectation(localized("an escape character after '\\'"))
      }
      position += 1
      return
    }
    position += 1
    let unit = try hexUnit()
    switch unit {
    case 0xD800..<0xDC00:
      guard current == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u")
      else { throw failure(localized("half a surrogate pair in a string"), at: start) }
      position += 2
      guard 0xDC00..<0xE000 ~= (try hexUnit()) else {
        throw failure(localized("half a surrogate pair in a string"), at: start)
      }
    case 0xDC00..<0xE000: throw failure(localized("half a surrogate pair in a string"), at: start)
    default: break
    }
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexValue else {
        throw expectation(localized("a hexadecimal digit"))
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
