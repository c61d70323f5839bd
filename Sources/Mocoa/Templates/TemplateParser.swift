internal import MocoaLocalization
internal import MocoaModel

/// Compiles the text of a line template.
///
/// After an error in a field, the parser records it and continues after the field, so that all
/// errors are reported at once.
struct TemplateParser {
  var scanner: TemplateScanner
  private(set) var errors: [TemplateError] = []
  private let text: String

  /// The maximum number of errors that are recorded for one template.
  private static let errorLimit = 20

  /// The maximum length of a template in bytes.
  ///
  /// Longer templates would slow down every row.
  static let maxLength = 10_000

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - text: The text of the template.
  ///   - areBracesDoubled: A Boolean value that indicates whether `{{` and `}}` are literal braces.
  init(_ text: String, areBracesDoubled: Bool = true) {
    self.text = text
    scanner = TemplateScanner(
      text.utf8.count <= Self.maxLength ? text : "", areBracesDoubled: areBracesDoubled)
    if text.utf8.count > Self.maxLength {
      report(.init(0, localized("the template is longer than 10,000 bytes")))
    }
  }

  private mutating func report(_ error: TemplateError) {
    if errors.count < Self.errorLimit { errors.append(error) }
  }

  /// Reads a complete line.
  mutating func line() -> LineTemplate {
    var sides = [PartCollector(), PartCollector()]
    var side = 0
    while let (token, start) = scanner.token() {
      switch token {
      case .opening:
        if let field = field() { sides[side].add(field) }
      case .closing:
        report(.init(start, localized("unmatched } (write }} for a literal brace)")))
      case .literal(">") where scanner.accept(">"):
        if side == 1 { report(.init(start, localized("duplicate >> (remove one)"))) }
        side = 1
      case .literal(let scalar): sides[side].add(scalar)
      }
    }
    return LineTemplate(
      text: text, leading: sides[0].finish(isTrailing: false),
      trailing: sides[1].finish(isTrailing: true))
  }

  /// Reads a field after its opening brace, up to the closing one.
  ///
  /// - Returns: The field, or `nil` if it contains an error, which is recorded.
  private mutating func field() -> TemplateField? {
    let start = scanner.position
    do throws(TemplateError) {
      return try readField()
    } catch {
      report(error)
      skipField(from: start)
      return nil
    }
  }

  /// Skips to the position after the closing brace of a field, ignoring braces in quoted text.
  private mutating func skipField(from start: Int) {
    scanner.position = start
    while let current = scanner.current, current != "}" {
      scanner.position += 1
      if current == "\"" || current == "`" {
        let inside = scanner.position
        if scanner.quoted(by: current) == nil { scanner.position = inside }
      }
    }
    _ = scanner.accept("}")
  }
}

extension TemplateScanner {
  /// A description of the next scalar, for an error message.
  var finding: String {
    current.map { localized("found \(visible($0))") } ?? localized("found the end of the template")
  }
}

/// Collects the parts of the leading or the trailing side of a line.
///
/// Two or more spaces in the text separate two parts.
private struct PartCollector {
  private var parts: [LineTemplate.Part] = [.init()]
  private var text = ""

  mutating func add(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
  }

  mutating func add(_ field: TemplateField) {
    endText()
    parts[parts.count - 1].segments.append(.field(field))
  }

  mutating func finish(isTrailing: Bool) -> [LineTemplate.Part] {
    // Spaces at the end of a side, and around `>>`, are removed.
    while text.utf8.last == 0x20 { text.unicodeScalars.removeLast() }
    endText()
    if isTrailing, case .text(let first)? = parts[0].segments.first {
      let bare = String(first.drop { $0 == " " })
      parts[0].segments[0] = .text(bare)
      if bare.isEmpty { parts[0].segments.removeFirst() }
    }
    return parts.filter { !$0.segments.isEmpty }
  }

  /// Divides the text since the last field into parts, and adds the parts.
  private mutating func endText() {
    defer { text = "" }
    var segment = ""
    var blanks = 0
    for scalar in text.unicodeScalars {
      if scalar == " " {
        blanks += 1
        continue
      }
      endBlanks(&segment, blanks)
      blanks = 0
      segment.unicodeScalars.append(scalar)
    }
    endBlanks(&segment, blanks)
    if !segment.isEmpty { parts[parts.count - 1].segments.append(.text(segment)) }
  }

  /// Adds spaces to a part.
  ///
  /// Two spaces end the part, unless it is empty.
  private mutating func endBlanks(_ segment: inout String, _ blanks: Int) {
    guard blanks > 0 else { return }
    let isFirst = segment.isEmpty && parts[parts.count - 1].segments.isEmpty
    guard blanks >= 2, !isFirst else {
      segment += String(repeating: " ", count: blanks)
      return
    }
    if !segment.isEmpty { parts[parts.count - 1].segments.append(.text(segment)) }
    segment = String(repeating: " ", count: blanks - 2)
    parts.append(.init())
  }
}

extension TemplateParser {
  /// Reads a field up to its closing brace.
  private mutating func readField() throws(TemplateError) -> TemplateField {
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
          throw makeError(localized("expected an index, such as [0]"), at: start)
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
      throw makeError(localized("expected text in quotes, \(scanner.finding)"))
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
      throw makeError(localized("expected \"if\" and a condition"), at: start)
    }
    scanner.skipBlanks()
    var isNegated = false
    if isAtWord("not") {
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
    return isAtWord("empty") || isAtWord("contains")
  }

  private func isAtWord(_ word: String) -> Bool {
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
    if isAtWord("empty") {
      _ = word()
      return .empty
    }
    if isAtWord("contains") {
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
      localized("expected a condition: =, !=, <, <=, >, >=, contains or empty, \(scanner.finding)"))
  }

  private mutating func operand() throws(TemplateError) -> TemplateCondition.Operand {
    let start = scanner.position
    guard let current = scanner.current else {
      throw makeError(localized("expected a value, found the end of the template"))
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
    if isAtWord("true") || isAtWord("false") {
      let path = try path()
      if path.steps.isEmpty, let isTrue = Bool(path.name) { return .bool(isTrue) }
      return .path(path)
    }
    return .path(try path())
  }
}
