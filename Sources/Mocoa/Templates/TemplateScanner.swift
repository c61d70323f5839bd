internal import MocoaLocalization

/// A scanner that reads text scalar by scalar, so that a combining mark after a sign of the grammar
/// does not hide the sign.
struct TemplateScanner {
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position >= scalars.count }
  var current: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }
  var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  /// Skips a sign if it is the next scalar.
  ///
  /// - Returns: `true` if it was skipped.
  mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard current == sign else { return false }
    position += 1
    return true
  }

  /// Skips several signs if they are the next scalars.
  ///
  /// - Returns: `true` if they were skipped.
  mutating func accept(_ signs: String) -> Bool {
    let signs = Array(signs.unicodeScalars)
    guard scalars[position...].starts(with: signs) else { return false }
    position += signs.count
    return true
  }

  mutating func skipBlanks() {
    while let current, current.properties.isWhitespace { position += 1 }
  }

  /// Reads scalars while a condition is true.
  mutating func read(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let current, condition(current) { position += 1 }
    return text(start..<position)
  }

  /// Reads the text after an opening quote and skips the closing quote.
  ///
  /// Returns `nil` if the closing quote is missing.
  mutating func quoted(by quote: Unicode.Scalar) -> String? {
    let start = position
    while let current, current != quote { position += 1 }
    guard !isAtEnd else { return nil }
    position += 1
    return text(start..<position - 1)
  }

  func text(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  /// A description of the next scalar, for an error message.
  var finding: String {
    current.map { localized("found \(visible($0))") } ?? localized("the template ends")
  }
}
