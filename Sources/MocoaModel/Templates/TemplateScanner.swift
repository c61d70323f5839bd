/// A scanner of templates with fields in braces.
///
/// It reads Unicode scalars, not characters. Therefore it finds a brace even if a combining mark
/// follows the brace.
package struct TemplateScanner {
  /// A token outside of fields.
  package enum Token: Equatable {
    case literal(Unicode.Scalar)

    /// A brace that begins a field.
    case opening

    /// A closing brace that ends no field.
    case closing
  }

  package let scalars: [Unicode.Scalar]

  /// The offset of the next scalar.
  package var position = 0

  /// A Boolean value that indicates whether `{{` and `}}` are literal braces.
  private let areBracesDoubled: Bool

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - text: The text of the template.
  ///   - areBracesDoubled: A Boolean value that indicates whether `{{` and `}}` are literal braces.
  package init(_ text: String, areBracesDoubled: Bool = true) {
    scalars = Array(text.unicodeScalars)
    self.areBracesDoubled = areBracesDoubled
  }

  package var isAtEnd: Bool { position >= scalars.count }
  package var current: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }
  private var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  /// Reads a token outside of fields.
  ///
  /// - Returns: The token with its offset, or `nil` at the end of the text.
  package mutating func token() -> (token: Token, start: Int)? {
    guard let current else { return nil }
    let start = position
    let isDoubled = areBracesDoubled && next == current
    position += 1
    switch current {
    case "{" where isDoubled, "}" where isDoubled:
      position += 1
      return (.literal(current), start)
    case "{": return (.opening, start)
    case "}": return (.closing, start)
    default: return (.literal(current), start)
    }
  }

  /// Reads a name and the closing brace after it.
  ///
  /// - Returns: The name, or `nil` if no closing brace follows it. The position is then unchanged.
  package mutating func field(while condition: (Unicode.Scalar) -> Bool) -> String? {
    let start = position
    let name = read(while: condition)
    guard accept("}") else {
      position = start
      return nil
    }
    return name
  }

  /// Skips the next scalar if it is equal to `sign`.
  ///
  /// - Returns: `true` if the scalar was skipped.
  package mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard current == sign else { return false }
    position += 1
    return true
  }

  /// Skips the next scalars if they are equal to `signs`.
  ///
  /// - Returns: `true` if the scalars were skipped.
  package mutating func accept(_ signs: String) -> Bool {
    let signs = Array(signs.unicodeScalars)
    guard scalars[position...].starts(with: signs) else { return false }
    position += signs.count
    return true
  }

  package mutating func skipBlanks() {
    while let current, current.properties.isWhitespace { position += 1 }
  }

  /// Reads scalars while a condition is true.
  package mutating func read(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let current, condition(current) { position += 1 }
    return text(start..<position)
  }

  /// Reads the text after an opening quote and skips the closing quote.
  ///
  /// Returns `nil` if the closing quote is missing.
  package mutating func quoted(by quote: Unicode.Scalar) -> String? {
    let start = position
    while let current, current != quote { position += 1 }
    guard !isAtEnd else { return nil }
    position += 1
    return text(start..<position - 1)
  }

  private func text(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }
}
