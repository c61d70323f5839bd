internal import MocoaLocalization
internal import MocoaModel

/// A scanner that finds the first error of a JSON text, byte by byte, without creating values.
///
/// It uses no recursion, so nested data cannot overflow the stack. An extension divides arrays and
/// objects into their children.
struct JSONScanner {
  /// The kinds of tokens that are valid next.
  private enum Expected {
    case value, firstElement, firstName, name, colon, separator
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var expected = Expected.value
  private var containers: [ContainerKind] = []

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Returns the first error of bytes that must be one JSON value surrounded by whitespace.
  ///
  /// - Returns: `nil` if the bytes are valid.
  static func firstError(in bytes: UnsafeRawBufferPointer) -> JSONError? {
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

  private mutating func open(_ container: ContainerKind) throws(JSONError) {
    guard containers.count < JSON.maxDepth else { throw failure(JSON.tooDeep) }
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

extension JSONScanner {
  /// The byte ranges of one child of an array or object.
  struct Child {
    /// The range of the name with its quotes, or `nil` in an array.
    var key: Range<Int>?

    /// The range of the value without surrounding whitespace.
    var value: Range<Int>
  }

  /// Returns the kind of the container that the first nonblank byte begins, or `nil` if it begins
  /// another value.
  static func container(of bytes: UnsafeRawBufferPointer) -> ContainerKind? {
    switch bytes.first(where: { !$0.isJSONBlank }) {
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: nil
    }
  }

  /// Calls a closure with each child of an array or object, until it returns `false`.
  ///
  /// The bytes must be valid JSON. For bytes of another value, the closure is not called. For
  /// invalid bytes, the ranges are within the bytes but otherwise undefined.
  static func forEachChild(of bytes: UnsafeRawBufferPointer, _ visit: (Child) -> Bool) {
    guard let container = container(of: bytes) else { return }
    var position = skipBlanks(in: bytes, from: 0) + 1
    while true {
      position = skipBlanks(in: bytes, from: position)
      guard position < bytes.count, bytes[position] != UInt8(ascii: "]"),
        bytes[position] != UInt8(ascii: "}")
      else { return }
      var key: Range<Int>?
      if container == .object {
        guard let end = endOfValue(in: bytes, from: position) else { return }
        key = position..<end
        position = skipBlanks(in: bytes, from: end) + 1
        position = skipBlanks(in: bytes, from: position)
      }
      guard position < bytes.count, let end = endOfValue(in: bytes, from: position) else { return }
      guard visit(Child(key: key, value: position..<end)) else { return }
      position = skipBlanks(in: bytes, from: end)
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return }
      position += 1
    }
  }

  /// Returns `true` if a name in quotes is equal to another name after unescaping.
  static func isName(_ key: UnsafeRawBufferPointer, _ name: String) -> Bool {
    guard key.contains(UInt8(ascii: "\\")) else {
      return key.dropFirst().dropLast().elementsEqual(name.utf8)
    }
    guard case .string(let text)? = try? JSON.parse(key) else { return false }
    return text.utf8.elementsEqual(name.utf8)
  }

  /// Returns the end of the JSON value that begins at `start`, based only on quotes and brackets.
  ///
  /// A number or word ends before whitespace or punctuation, or at the end of the bytes.
  ///
  /// - Returns: The offset after the value, or `nil` if a string or container does not end or no
  ///   value begins at `start`.
  static func endOfValue(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return endOfString(in: bytes, from: start)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return endOfContainer(in: bytes, from: start)
    default:
      var position = start
      while position < bytes.count, !bytes[position].endsScalar { position += 1 }
      return position > start ? position : nil
    }
  }

  private static func skipBlanks(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position].isJSONBlank { position += 1 }
    return position
  }

  private static func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  private static func endOfContainer(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var position = start
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(in: bytes, from: position) else { return nil }
        position = end
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return nil
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte ends a number or a word.
  fileprivate var endsScalar: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
      true
    default: isJSONBlank
    }
  }
}
