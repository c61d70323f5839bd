internal import MocoaLocalization
internal import MocoaModel

/// A parser of filter text.
struct FilterParser {
  private let characters: [Character]
  private(set) var currentOffset = 0

  /// The parts of the text that were parsed until now, ascending.
  private(set) var tokens: [FilterSyntax.Token] = []

  /// The number of parentheses that are open at the current character.
  private var depth = 0

  /// The number of negations that enclose the current character.
  private var negations = 0

  /// The number of words that were parsed until now.
  private var count = 0

  private static let maxDepth = 50
  private static let maxWords = 64

  /// The kind of a word without a prefix or a field.
  private let plain: Filter.Pattern.Kind

  init(_ text: String, plain: Filter.Pattern.Kind = .fuzzy) {
    characters = Array(text)
    self.plain = plain
  }

  /// Parses the whole text.
  mutating func filter() throws(FilterError) -> Filter.Node {
    let node = try alternatives()
    if next != nil { throw FilterError(currentOffset, localized("unmatched )")) }
    return node
  }

  private var next: Character? {
    currentOffset < characters.count ? characters[currentOffset] : nil
  }

  /// Records the text from an offset to the current character as a token.
  private mutating func record(_ kind: FilterSyntax.Token.Kind, from start: Int) {
    tokens.append(.init(kind: kind, range: start..<currentOffset))
  }

  private func peek(_ offset: Int) -> Character? {
    currentOffset + offset < characters.count ? characters[currentOffset + offset] : nil
  }

  private mutating func skipBlanks() {
    while let next, next.isWhitespace { currentOffset += 1 }
  }

  private mutating func alternatives() throws(FilterError) -> Filter.Node {
    var nodes = [try words()]
    while next == "|" {
      currentOffset += 1
      record(.sign, from: currentOffset - 1)
      nodes.append(try words())
    }
    // Ignores an alternative that is not typed yet.
    nodes.removeAll { $0 == .all([]) }
    if nodes.isEmpty { return .all([]) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func words() throws(FilterError) -> Filter.Node {
    var nodes: [Filter.Node] = []
    skipBlanks()
    while let next, next != "|", next != ")" {
      if let node = try term() { nodes.append(node) }
      skipBlanks()
    }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  /// Parses one condition, or returns `nil` if the user has not typed enough of it.
  private mutating func term() throws(FilterError) -> Filter.Node? {
    let start = currentOffset
    if next == "!" {
      currentOffset += 1
      record(.sign, from: start)
      guard let next, !next.isWhitespace, next != "|", next != ")" else { return nil }
      negations += 1
      defer { negations -= 1 }
      if negations > Self.maxDepth { throw FilterError(start, localized("nested too deeply")) }
      return try term().flatMap { $0 == .all([]) ? nil : .not($0) }
    }
    if next == "(" {
      depth += 1
      defer { depth -= 1 }
      if depth > Self.maxDepth { throw FilterError(start, localized("nested too deeply")) }
      currentOffset += 1
      record(.sign, from: start)
      let node = try alternatives()
      guard next == ")" else { throw FilterError(start, localized("missing )")) }
      currentOffset += 1
      record(.sign, from: currentOffset - 1)
      return node == .all([]) ? nil : node
    }
    count += 1
    if count > Self.maxWords {
      throw FilterError(start, localized("more than \(Self.maxWords) words"))
    }
    if let node = try field() { return node }
    return try pattern(plain).map { .value($0) }
  }

  // MARK: - Patterns

  /// Parses a pattern, or returns `nil` if the user has not typed enough of it.
  ///
  /// - Parameter plain: The kind of a pattern without a prefix or suffix.
  private mutating func pattern(_ plain: Filter.Pattern.Kind) throws(FilterError) -> Filter.Pattern?
  {
    let start = currentOffset
    switch next {
    case "/":
      let text = try quoted(by: "/", localized("missing closing /"))
      if text.isEmpty { return nil }
      if let message = Expression.errorMessage(for: text) { throw FilterError(start, message) }
      record(.expression, from: start)
      return .init(kind: .expression, text: text)
    case "\"":
      let text = try quoted(by: "\"", localized("missing closing \""))
      record(.text, from: start)
      return text.isEmpty ? nil : .init(kind: .exact, text: text)
    case "'":
      currentOffset += 1
      let text = word()
      record(.text, from: start)
      return text.map { .init(kind: .exact, text: $0) }
    default: break
    }
    let isStart = next == "^"
    if isStart { currentOffset += 1 }
    guard var text = word() else { return nil }
    record(.text, from: start)
    let isEnd = text.count > 1 && text.last == "$"
    if isEnd { text.removeLast() }
    let isAnchored = isStart || isEnd
    return .init(kind: isAnchored ? .anchored(start: isStart, end: isEnd) : plain, text: text)
  }

  /// Parses the characters before the next separator, or returns `nil` if a separator follows
  /// directly.
  private mutating func word() -> String? {
    let start = currentOffset
    while let next, !next.isWhitespace, next != "|", next != ")" || depth == 0 {
      currentOffset += 1
    }
    return currentOffset == start ? nil : String(characters[start..<currentOffset])
  }

  /// Parses a text up to the closing mark.
  ///
  /// A backslash escapes a quotation mark in it.
  private mutating func quoted(by mark: Character, _ message: String) throws(FilterError) -> String
  {
    let start = currentOffset
    currentOffset += 1
    var text = ""
    while let next {
      currentOffset += 1
      if next == mark { return text }
      if next == "\\", self.next == mark {
        text.append(mark)
        currentOffset += 1
      } else {
        text.append(next)
      }
    }
    throw FilterError(start, message)
  }

  // MARK: - Fields

  /// The operators between a field and a value.
  ///
  /// Longer operators come first, so that `>=` is not parsed as `>`.
  static let signs = ["!=", ">=", "<=", ":", "=", ">", "<"]

  /// Parses a field condition, or returns `nil` if the text does not begin with a field and an
  /// operator.
  private mutating func field() throws(FilterError) -> Filter.Node? {
    let start = currentOffset
    guard let path = path(), let sign = sign() else {
      currentOffset = start
      return nil
    }
    let signStart = currentOffset
    let pathEnd = pathEnd(before: signStart)
    currentOffset += sign.count
    // Text such as `https://` is not a field condition.
    if sign == ":", next == "/", peek(1) == "/" {
      currentOffset = start
      return nil
    }
    tokens.append(.init(kind: .field, range: start..<pathEnd))
    record(.comparison, from: signStart)
    if sign == ":" {
      let pattern = try pattern(.exact) ?? .init(kind: .exact, text: "")
      return .field(.init(path: path, comparison: .matches(pattern)))
    }
    let valueStart = currentOffset
    skipBlanks()
    // After whitespace, these characters start a new word, and the value is not typed yet.
    if currentOffset > valueStart, let next, "!(".contains(next) { return .all([]) }
    // Characters that look like a second operator are a mistake, not a value.
    if let next, "=<>".contains(next) {
      // One space replaces whitespace, because an error is a single line.
      let operators = characters[signStart...]
        .prefix { "=<>!".contains($0) || $0.isWhitespace }
        .split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
      throw FilterError(
        signStart, localized("invalid operator \(operators) (quote the value)"))
    }
    let operandStart = currentOffset
    let isQuoted = next == "\""
    let operand = try isQuoted ? quoted(by: "\"", localized("missing closing \"")) : word()
    // Ignores a condition whose value is not typed yet.
    guard let operand else { return .all([]) }
    let isNumber =
      NumberParsing.value(operand) != nil
      || "<>".contains(sign.prefix(1)) && NumberParsing.size(operand) != nil
    record(isNumber && !isQuoted ? .number : .text, from: operandStart)
    if !isQuoted { tokens[tokens.count - 1].operand = .init(text: operand, path: path, sign: sign) }
    let comparison: Filter.FieldCondition.Comparison =
      switch sign {
      case "<", "<=": .isBelow(operand, orEqual: sign.count > 1)
      case ">", ">=": .isAbove(operand, orEqual: sign.count > 1)
      default: .equals(operand)
      }
    let node = Filter.Node.field(.init(path: path, comparison: comparison))
    return sign == "!=" ? .not(node) : node
  }

  /// Returns the offset after the name of a field, before blanks and the operator at an offset.
  private func pathEnd(before sign: Int) -> Int {
    var end = sign
    while end > 0, characters[end - 1].isWhitespace { end -= 1 }
    return end
  }

  /// Parses an operator, or returns `nil` if none follows.
  ///
  /// Whitespace may surround a comparison operator, because `=` or `>` as a separate word is
  /// unlikely to be a search for that text.
  private mutating func sign() -> String? {
    if let sign = Self.signs.first(where: isNext) { return sign }
    skipBlanks()
    return Self.signs.first { $0 != ":" && isNext($0) }
  }

  private func isNext(_ sign: String) -> Bool {
    characters[currentOffset...].starts(with: sign)
  }

  /// Parses the name of a field, as a word or in quotes, or returns `nil` if none follows.
  private mutating func path() -> String? {
    if next == "\"" { return try? quoted(by: "\"", "") }
    guard let first = next, first.isLetter || "_$@#".contains(first) else { return nil }
    let start = currentOffset
    while let next, next.isLetter || next.isNumber || "_-.$@#/".contains(next) {
      currentOffset += 1
    }
    return String(characters[start..<currentOffset])
  }
}
