/// The words that may follow the colon of a field.
enum TemplateWord {
  /// An argument of a word, in parentheses.
  enum Argument: Hashable {
    case number(Double)
    case text(String)
  }

  /// The names of the styles, in alphabetical order.
  static let roles = TextContent.Role.named.keys.sorted()

  /// The words for formats that need no arguments.
  ///
  /// `bar` and `spark` have optional arguments.
  private static let formats = [
    "bytes", "percent", "date", "time", "datetime", "count", "grouped", "bar", "spark",
  ]

  /// The words that need arguments, each with an example.
  static let examples = [
    "left": "left(20)", "right": "right(8)", "center": "center(10)", "max": "max(30)",
    "fixed": "fixed(2)", "words": "words(\"yes\", \"no\")", "before": "before(\"by \")",
    "after": "after(\" kg\")",
  ]

  /// All words: styles, formats and words that need arguments.
  static let all = roles + formats + examples.keys.sorted()
}

extension TextContent.Role {
  /// The roles that templates can name.
  static let named: [String: TextContent.Role] = Dictionary(
    uniqueKeysWithValues: [text, title, detail, number, heading, warning, accent]
      .map { ($0.name, $0) })
}
