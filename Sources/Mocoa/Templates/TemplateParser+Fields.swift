internal import MocoaLocalization
internal import MocoaModel

extension TemplateParser {
  /// Reads a field up to its closing brace.
  mutating func readField() throws(TemplateError) -> TemplateField {
    var field = TemplateField()
    repeat {
      field.sources.append(try source())
      scanner.skipBlanks()
    } while scanner.accept("|")
    if scanner.accept(":") { try words(of: &field) }
    while scanner.accept("?") {
      field.conditions.append(try condition())
      scanner.skipBlanks()
    }
    guard scanner.accept("}") else {
      throw makeError(localized("expected }, \(scanner.finding)"))
    }
    return field
  }

  func makeError(
    _ reason: String, at position: Int? = nil, suggestion: String? = nil
  ) -> TemplateError {
    TemplateError(position ?? scanner.position, reason, suggestion: suggestion)
  }

  // MARK: - Sources

  private mutating func source() throws(TemplateError) -> TemplateField.Source {
    scanner.skipBlanks()
    if scanner.current == "\"" { return .text(try quoted()) }
    return .path(try path())
  }

  /// Reads a path, such as `artist.name` or `tracks[0].title`.
  mutating func path() throws(TemplateError) -> FieldPath {
    let name = try name()
    var steps: [FieldPath.Step] = []
    while true {
      if scanner.accept(".") {
        steps.append(.field(try self.name()))
      } else if scanner.accept("[") {
        let start = scanner.position
        let digits = scanner.read { $0 == "-" || ("0"..."9").contains($0) }
        guard let position = Int(digits) else {
          throw makeError(localized("expected a position, as in [0]"), at: start)
        }
        guard scanner.accept("]") else {
          throw makeError(localized("expected ], \(scanner.finding)"))
        }
        steps.append(.index(position))
      } else {
        return FieldPath(name, steps)
      }
    }
  }

  private mutating func name() throws(TemplateError) -> String {
    let start = scanner.position
    if scanner.accept("`") {
      guard let name = scanner.quoted(by: "`") else {
        throw makeError(localized("missing closing `"), at: start)
      }
      return name
    }
    let name = scanner.read(while: FieldPath.isUnquotedScalar)
    guard !name.isEmpty else {
      throw makeError(localized("expected the name of a field, \(scanner.finding)"))
    }
    return name
  }

  mutating func quoted() throws(TemplateError) -> String {
    let start = scanner.position
    guard scanner.accept("\"") else {
      throw makeError(localized("expected a text in \"…\", \(scanner.finding)"))
    }
    guard let text = scanner.quoted(by: "\"") else {
      throw makeError(localized("missing closing \""), at: start)
    }
    return text
  }

  // MARK: - Conditions

  /// Reads a condition, such as `warning if > 100` or `hidden if not balance < 0`.
  private mutating func condition() throws(TemplateError) -> TemplateCondition {
    scanner.skipBlanks()
    let look = try parseEffect()
    scanner.skipBlanks()
    let start = scanner.position
    guard word() == "if" else {
      throw makeError(localized("expected \"if\" and a test"), at: start)
    }
    scanner.skipBlanks()
    var isNegated = false
    if isWordHere("not") {
      _ = word()
      isNegated = true
      scanner.skipBlanks()
    }
    var subject: FieldPath?
    if !isTestHere {
      subject = try path()
      scanner.skipBlanks()
    }
    return TemplateCondition(effect: look, path: subject, test: try test(), isNegated: isNegated)
  }

  private mutating func parseEffect() throws(TemplateError) -> TemplateCondition.Effect {
    let start = scanner.position
    let word = word()
    if word == "hidden" { return .hidden }
    if let role = TextContent.Role.named[word] { return .role(role) }
    throw makeError(
      word.isEmpty
        ? localized("expected a style, \(scanner.finding)")
        : localized("unknown style \"\(word)\""),
      at: start,
      suggestion: Suggestion.nearest(to: word, among: TemplateWord.roles + ["hidden"]))
  }

  private var isTestHere: Bool {
    if let current = scanner.current, "=!<>".unicodeScalars.contains(current) { return true }
    return isWordHere("empty") || isWordHere("contains")
  }

  private func isWordHere(_ word: String) -> Bool {
    var ahead = self
    return ahead.word() == word
  }

  /// Reads the longest run of ASCII letters, which may be a keyword.
  ///
  /// The result is empty if the next scalar is not an ASCII letter.
  mutating func word() -> String {
    scanner.read { $0.isASCII && $0.properties.isAlphabetic }
  }

  private mutating func test() throws(TemplateError) -> TemplateCondition.Test {
    if isWordHere("empty") {
      _ = word()
      return .empty
    }
    if isWordHere("contains") {
      _ = word()
      scanner.skipBlanks()
      return .contains(try quoted())
    }
    // Longer operators first, because they may begin with a shorter one.
    let comparisons = TemplateCondition.Comparison.allCases
      .sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
    for comparison in comparisons where scanner.accept(comparison.rawValue) {
      scanner.skipBlanks()
      return .compare(comparison, try operand())
    }
    throw makeError(
      localized("expected a test: =, !=, <, <=, >, >=, contains or empty, \(scanner.finding)"))
  }

  private mutating func operand() throws(TemplateError) -> TemplateCondition.Operand {
    let start = scanner.position
    guard let current = scanner.current else {
      throw makeError(localized("expected a value, the template ends"))
    }
    if current == "\"" { return .text(try quoted()) }
    if current == "-" || ("0"..."9").contains(current) {
      let digits = scanner.read {
        $0.isASCII && ($0.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains($0))
      }
      guard let number = Double(digits), number.isFinite else {
        throw makeError(localized("\"\(digits)\" is not a number"), at: start)
      }
      return .number(number)
    }
    if isWordHere("true") || isWordHere("false") {
      let path = try path()
      if path.steps.isEmpty, let isTrue = Bool(path.name) { return .bool(isTrue) }
      return .path(path)
    }
    return .path(try path())
  }
}
