internal import MocoaJSON
internal import MocoaModel

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
