/// The parts of filter text, for a prompt that shows them in different styles.
///
/// The text may have an error. Its parts before the error are then known.
public struct FilterSyntax: Sendable {
  /// A part of filter text.
  public struct Token: Sendable, Hashable {
    /// The kind of a part, which determines its style.
    public enum Kind: Sendable, Hashable {
      /// The name of a field, and the operator after it.
      case field, comparison

      /// The operand of a comparison that is a number.
      case number

      /// A word, a quoted text, or another operand.
      case text

      /// A regular expression with its slashes.
      case expression

      /// A negation, an alternative, or a parenthesis.
      case sign
    }

    /// The operand of a comparison, without quotes.
    public struct Operand: Sendable, Hashable {
      /// The text.
      public let text: String

      /// The path of the field.
      public let path: String

      /// The operator, such as `>=`.
      public let sign: String
    }

    /// The kind of the part.
    public let kind: Kind

    /// The offsets of the part in characters.
    public let range: Range<Int>

    /// The operand of a comparison, or `nil` for other parts and for quoted operands.
    public internal(set) var operand: Operand?
  }

  /// The parts, ascending and without overlaps.
  public let tokens: [Token]

  /// The error of the text, or `nil`.
  public let error: FilterError?

  /// The offsets in characters of the part that has the error, or `nil` without an error.
  public let errorRange: Range<Int>?

  /// Parses filter text.
  public init(_ text: String) {
    var parser = FilterParser(text)
    do throws(FilterError) {
      _ = try parser.filter()
      (error, errorRange) = (nil, nil)
    } catch {
      self.error = error
      errorRange = Self.range(of: error, in: Array(text), end: parser.currentOffset)
    }
    tokens = parser.tokens
  }

  /// Returns the part of a text to which an error applies, at least one character.
  private static func range(
    of error: FilterError, in characters: [Character], end: Int
  ) -> Range<Int> {
    let start = min(error.offset, max(0, characters.count - 1))
    guard characters.indices.contains(start) else { return 0..<0 }
    switch characters[start] {
    case "(", ")": return start..<start + 1
    case "/", "\"": return start..<max(start + 1, end)
    default:
      let blank = characters[start...].firstIndex { $0.isWhitespace } ?? characters.count
      return start..<max(start + 1, blank)
    }
  }
}

extension Filter {
  /// The last word of filter text, which a prompt completes.
  public struct LastWord: Sendable, Hashable {
    /// The text before the part to complete.
    public let head: String

    /// The name of the field whose value is completed, or `nil` if the name itself is.
    public let field: String?

    /// The part to complete.
    public let part: String
  }

  /// The operators between a field and a value, in the order in which a prompt offers them.
  public static let comparisonSigns = [":", "=", "!=", ">=", "<=", ">", "<"]

  /// Returns the last word of filter text.
  public static func lastWord(of text: String) -> LastWord {
    var (start, isQuoted) = (text.startIndex, false)
    for index in text.indices {
      let character = text[index]
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      let isFollowedByEqual = text[text.index(after: index)...].first == "="
      if character.isWhitespace || "(|".contains(character)
        || character == "!" && index == start && !isFollowedByEqual
      {
        start = text.index(after: index)
      }
    }
    let word = text[start...]
    isQuoted = false
    for index in word.indices {
      if word[index] == "\"" { isQuoted.toggle() }
      guard !isQuoted, index > start,
        let sign = FilterParser.signs.first(where: { word[index...].hasPrefix($0) })
      else { continue }
      let end = word.index(index, offsetBy: sign.count)
      return LastWord(
        head: String(text[..<end]), field: unquoted(word[..<index]), part: String(text[end...]))
    }
    return LastWord(head: String(text[..<start]), field: nil, part: String(word))
  }

  private static func unquoted(_ name: Substring) -> String {
    guard name.first == "\"", name.last == "\"", name.count > 1 else { return String(name) }
    return String(name.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  /// Returns the name of a field as it is written in filter text, or `nil` if it cannot be written.
  public static func name(forField name: String) -> String? { quoted(name, isPlain: isPlainName) }

  /// Returns a value as it is written after an operator, or `nil` if it cannot be written.
  public static func operand(forValue text: String) -> String? {
    quoted(text) { isPlainValue($0) && !"'^/".contains($0.first ?? "/") && $0.last != "$" }
  }
}
