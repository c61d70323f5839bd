/// The words that may stand behind the colon of a field.
enum TemplateWord {
  /// What stands in the parentheses behind a word.
  enum Argument: Hashable {
    case number(Double)
    case text(String)
  }

  /// The names of the styles, in the order of the documentation.
  static let roles = TextContent.Role.named.keys.sorted()

  /// Words that take nothing in parentheses; `bar` and `spark` may.
  private static let formats = [
    "bytes", "percent", "date", "time", "datetime", "count", "grouped", "bar", "spark",
  ]

  /// Words that need something in parentheses, with an example.
  static let examples = [
    "left": "left(20)", "right": "right(8)", "center": "center(10)", "max": "max(30)",
    "fixed": "fixed(2)", "words": "words(\"yes\", \"no\")", "before": "before(\"by \")",
    "after": "after(\" kg\")",
  ]

  /// All words.
  static let all = roles + formats + examples.keys.sorted()
}

extension TextContent.Role {
  /// The roles that templates may name.
  static let named: [String: TextContent.Role] = Dictionary(
    uniqueKeysWithValues: [text, title, detail, number, heading, warning, accent]
      .map { ($0.name, $0) })
}
