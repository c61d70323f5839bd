internal import MocoaLocalization
internal import MocoaModel

extension TemplateParser {
  /// The allowed widths of a field, in characters.
  ///
  /// A larger width exceeds every terminal and would fill the row with spaces.
  private static let widths = 1...500

  /// Reads the words after the colon of a field, such as styles and formats, and applies them to
  /// the field.
  mutating func words(of field: inout TemplateField) throws(TemplateError) {
    var seen: Set<Aspect> = []
    scanner.skipBlanks()
    repeat {
      let start = scanner.position
      let word = word()
      guard !word.isEmpty else {
        throw makeError(localized("expected a style or a format, \(scanner.finding)"))
      }
      guard let aspect = Aspect(word) else {
        throw makeError(
          localized("unknown word \"\(word)\""), at: start,
          suggestion: Suggestion.nearest(to: word, among: TemplateWord.all))
      }
      guard seen.insert(aspect).inserted else {
        throw makeError(localized("\"\(word)\" sets the \(aspect.words) again"), at: start)
      }
      try apply(word, try arguments(), at: start, to: &field)
      scanner.skipBlanks()
    } while scanner.current != "}" && scanner.current != "?" && !scanner.isAtEnd
  }

  /// A property of a field that a word after the colon sets.
  ///
  /// Each property can be set once.
  private enum Aspect {
    case style, format, grouping, decimals, width, before, after

    /// The name of the property in error messages.
    var words: String {
      switch self {
      case .style: localized("style")
      case .format: localized("format")
      case .grouping: localized("grouping")
      case .decimals: localized("decimals")
      case .width: localized("width")
      case .before: localized("text before the value")
      case .after: localized("text after the value")
      }
    }

    init?(_ word: String) {
      switch word {
      case _ where TextContent.Role.named[word] != nil: self = .style
      case "left", "right", "center", "max": self = .width
      case "grouped": self = .grouping
      case "fixed": self = .decimals
      case "before": self = .before
      case "after": self = .after
      case _ where TemplateWord.all.contains(word): self = .format
      default: return nil
      }
    }
  }

  // MARK: - Effects of words

  private func apply(
    _ word: String, _ arguments: [TemplateWord.Argument]?, at start: Int,
    to field: inout TemplateField
  ) throws(TemplateError) {
    let call = Call(word: word, arguments: arguments, position: start)
    if let role = TextContent.Role.named[word] {
      try call.requireNoArguments()
      field.role = role
      return
    }
    switch word {
    case "left", "right", "center":
      let width = try call.integer(in: Self.widths)
      (field.width, field.limit) = (width, width)
      field.alignment = word == "left" ? .start : word == "right" ? .end : .center
    case "max": field.limit = try call.integer(in: Self.widths)
    case "grouped":
      try call.requireNoArguments()
      field.format.isGrouped = true
    case "fixed": field.format.decimals = try call.integer(in: 0...15)
    case "before": field.prefix = try call.text()
    case "after": field.suffix = try call.text()
    case "bar":
      let (width, full) = try call.bar(in: 1...100)
      field.format.kind = .bar(width: width, full: full)
      if field.width == 0 { field.width = width }
    case "spark":
      let limit = arguments == nil ? 16 : try call.integer(in: 1...200)
      field.format.kind = .spark(limit: limit)
    case "words":
      let (yes, no) = try call.pair()
      field.format.kind = .words(yes: yes, no: no)
    default:
      try call.requireNoArguments()
      field.format.kind = Self.simple[word] ?? .plain
    }
  }

  private static let simple: [String: ValueFormat.Kind] = [
    "bytes": .bytes, "percent": .percent, "date": .moment(.day), "time": .moment(.time),
    "datetime": .moment(.both), "count": .count,
  ]

  // MARK: - Arguments

  /// Reads the arguments in parentheses, or returns `nil` if there are none.
  private mutating func arguments() throws(TemplateError) -> [TemplateWord.Argument]? {
    guard scanner.accept("(") else { return nil }
    var arguments: [TemplateWord.Argument] = []
    repeat {
      scanner.skipBlanks()
      if scanner.current == "\"" {
        arguments.append(.text(try quoted()))
      } else {
        let start = scanner.position
        let digits = scanner.read { "+-.e0123456789".unicodeScalars.contains($0) }
        guard let number = Double(digits), number.isFinite else {
          throw makeError(localized("expected a number, or text in quotes"), at: start)
        }
        arguments.append(.number(number))
      }
      scanner.skipBlanks()
    } while scanner.accept(",")
    guard scanner.accept(")") else { throw makeError(localized("expected ), \(scanner.finding)")) }
    return arguments
  }
}

/// A word after the colon of a field, with its arguments.
private struct Call {
  let word: String
  let arguments: [TemplateWord.Argument]?
  let position: Int

  private func makeError(_ reason: String) -> TemplateError {
    TemplateError(position, "\"\(word)\" \(reason)")
  }

  private var example: String {
    TemplateWord.examples[word].map { localized(", as in \($0)") } ?? ""
  }

  func requireNoArguments() throws(TemplateError) {
    if arguments != nil { throw makeError(localized("takes no arguments")) }
  }

  func integer(in range: ClosedRange<Int>) throws(TemplateError) -> Int {
    guard case .number(let number)? = arguments?.first, arguments?.count == 1,
      let integer = Int(exactly: number), range.contains(integer)
    else {
      throw makeError(
        localized("needs a number from \(range.lowerBound) to \(range.upperBound)\(example)"))
    }
    return integer
  }

  func text() throws(TemplateError) -> String {
    guard case .text(let text)? = arguments?.first, arguments?.count == 1 else {
      throw makeError(localized("needs text in quotes\(example)"))
    }
    return text
  }

  func pair() throws(TemplateError) -> (String, String) {
    guard let arguments, arguments.count == 2, case .text(let first) = arguments[0],
      case .text(let second) = arguments[1]
    else { throw makeError(localized("needs two texts in quotes\(example)")) }
    return (first, second)
  }

  /// Returns the width of a bar in characters, and the number that fills the bar.
  func bar(in widths: ClosedRange<Int>) throws(TemplateError) -> (Int, Double) {
    guard let arguments else { return (10, 1) }
    guard (1...2).contains(arguments.count), case .number(let width) = arguments[0],
      let integer = Int(exactly: width), widths.contains(integer)
    else {
      throw makeError(
        localized("needs a width from \(widths.lowerBound) to \(widths.upperBound), as in bar(10)"))
    }
    guard arguments.count == 2 else { return (integer, 1) }
    guard case .number(let full) = arguments[1], full > 0 else {
      throw makeError(localized("needs a maximum above 0, for example bar(10, 100)"))
    }
    return (integer, full)
  }
}

/// The words that may follow the colon of a field.
enum TemplateWord {
  /// An argument of a word, in parentheses.
  enum Argument: Hashable {
    case number(Double)
    case text(String)
  }

  /// The names of the styles, in alphabetical order.
  static let roles = TextContent.Role.named.keys.sorted()

  /// The words for formats that can be used without arguments.
  ///
  /// Only `bar` and `spark` accept arguments.
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
  /// The roles that templates can use, by name.
  static let named: [String: TextContent.Role] = Dictionary(
    uniqueKeysWithValues: [text, title, detail, number, heading, warning, accent]
      .map { ($0.name, $0) })
}
