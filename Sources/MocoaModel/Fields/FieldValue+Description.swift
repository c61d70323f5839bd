internal import MocoaLanguage

extension FieldValue: CustomStringConvertible {
  /// The value as compact JSON, without end of line.
  public var description: String { summary(limit: .max) }

  /// The value as compact JSON of about `limit` characters, cut with `…` where it is longer.
  ///
  /// - Complexity: O(`limit`), whatever the size of the value: what is not shown is not visited.
  public func summary(limit: Int) -> String {
    var writer = SummaryWriter(limit: max(0, limit))
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// Writes JSON until its limit is reached.
private struct SummaryWriter {
  /// Deeper values are drawn as `…`: the recursion must not follow what data dictates.
  static let deepest = 64

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
    // A scalar is at least a byte: so many bytes always fit, without counting characters.
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
    guard depth <= Self.deepest else {
      put("…")
      return
    }
    switch value {
    case .text(let string): put(quoted: string)
    case .list(let values):
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
    default: put(value.scalarText ?? "")
    }
  }
}

extension FieldValue {
  /// What kind of value it is, as messages call it.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: phrase("a truth value")
    case .int, .double, .decimal: phrase("a number")
    case .text: phrase("a text")
    case .list: phrase("a list")
    case .object: phrase("an object")
    }
  }
}
