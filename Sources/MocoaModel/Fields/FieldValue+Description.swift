internal import MocoaLocalization

extension FieldValue: CustomStringConvertible {
  /// The value as compact JSON, without a line break at the end.
  public var description: String { summary(limit: .max) }

  /// Returns the value as compact JSON, truncated with `…` after about `limit` characters.
  ///
  /// - Complexity: O(`limit`), independent of the size of the value. Truncated parts are not
  ///   visited.
  public func summary(limit: Int) -> String {
    var writer = SummaryWriter(limit: max(0, limit))
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// A writer of JSON that stops after a number of characters.
private struct SummaryWriter {
  /// The maximum nesting depth; deeper values are written as `…`.
  ///
  /// The limit prevents recursion from exhausting the stack.
  static let maxDepth = 64

  let limit: Int
  var text = ""
  var written = 0
  var isFull = false

  init(limit: Int) {
    self.limit = limit
  }

  mutating func put(_ piece: some StringProtocol) {
    guard !isFull else { return }
    let room = limit - written
    // A character has at least one byte, so a piece with that few bytes fits without counting.
    if piece.utf8.count <= room {
      text += piece
      written += piece.utf8.count
    } else {
      text += piece.prefix(room) + "…"
      isFull = true
    }
  }

  mutating func put(quoted string: String) {
    put("\"")
    for scalar in string.unicodeScalars {
      if isFull { return }
      switch scalar {
      case "\"": put("\\\"")
      case "\\": put("\\\\")
      case "\n": put("\\n")
      case "\r": put("\\r")
      case "\t": put("\\t")
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: put(String(Character(scalar)))
      }
    }
    put("\"")
  }

  mutating func write(_ value: FieldValue, depth: Int) {
    guard !isFull else { return }
    guard depth <= Self.maxDepth else {
      put("…")
      return
    }
    switch value {
    case .string(let string): put(quoted: string)
    case .array(let values):
      put("[")
      for (index, element) in values.enumerated() {
        if isFull { return }
        if index > 0 { put(", ") }
        write(element, depth: depth + 1)
      }
      put("]")
    case .object(let fields):
      put("{")
      for (index, field) in fields.enumerated() {
        if isFull { return }
        if index > 0 { put(", ") }
        put(quoted: field.name)
        put(": ")
        write(field.value, depth: depth + 1)
      }
      put("}")
    default: put(value.scalarString ?? "")
    }
  }
}

extension FieldValue {
  /// The type of the value, as error messages name it.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: localized("a truth value")
    case .int, .double, .decimal: localized("a number")
    case .string: localized("a text")
    case .array: localized("a list")
    case .object: localized("an object")
    }
  }
}
