internal import MocoaLanguage

/// A text that is read from the left, scalar by scalar: a combining mark behind a sign of the grammar
/// does not hide it.
struct TemplateScanner {
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position >= scalars.count }
  var current: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }
  var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  /// Reads over a sign, if it stands here.
  mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard current == sign else { return false }
    position += 1
    return true
  }

  /// Reads over several signs, if they stand here.
  mutating func accept(_ signs: String) -> Bool {
    let signs = Array(signs.unicodeScalars)
    guard scalars[position...].starts(with: signs) else { return false }
    position += signs.count
    return true
  }

  mutating func skipBlanks() {
    while let current, current.properties.isWhitespace { position += 1 }
  }

  /// Reads on as long as a condition is true.
  mutating func read(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let current, condition(current) { position += 1 }
    return text(start..<position)
  }

  /// What stands behind an opening quote, up to the closing one, which is read over; nil where that is
  /// missing.
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

  /// What stands here, for a message.
  var finding: String {
    current.map { phrase("found \(visible($0))") } ?? phrase("the template ends")
  }
}
