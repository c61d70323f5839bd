/// A predicate parsed from filter text.
///
/// The text is a list of words. An item matches if it satisfies all of them, in any order.
///
/// | Text | Condition |
/// |---|---|
/// | `kind blue` | both words |
/// | `'blue`, `"kind of"` | exactly this text, anywhere in a value |
/// | `^kind`, `blue$` | a value that begins or ends with the text |
/// | `/bl.e/` | a value that the regular expression (PCRE2) matches |
/// | `year:59`, `artist.name:/^M/` | the word or the expression in that field |
/// | `year=1959`, `year!=1959` | that field is equal or not equal |
/// | `year>1959`, `year<=1960` | that field is above or below |
/// | `!live` | the opposite |
/// | `live \| (jazz !blue)` | one or the other |
///
/// A comparison is numeric if both sides are numbers, and otherwise compares text. Empty and null
/// values are neither above nor below. Whitespace may surround a comparison operator.
///
/// The letters of a word are adjacent or at the starts of words: `kob` matches *Kind of Blue*. A
/// word without capital letters ignores case.
public struct Filter: Sendable, Hashable {
  /// The filter text.
  public let text: String

  let root: Node

  /// A condition on an item, as a node of the parsed filter.
  indirect enum Node: Sendable, Hashable {
    case all([Node])
    case any([Node])
    case not(Node)

    /// The condition that any value of the item matches a pattern.
    case value(Pattern)

    /// The condition on one field of the item.
    case field(FieldCondition)
  }

  /// The paths of the fields in the filter, each once.
  package var fieldPaths: Set<String> {
    func paths(_ node: Node) -> [String] {
      switch node {
      case .all(let nodes), .any(let nodes): nodes.flatMap(paths)
      case .not(let node): paths(node)
      case .value: []
      case .field(let condition): [condition.path]
      }
    }
    return Set(paths(root))
  }

  /// A condition on a text.
  struct Pattern: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// The letters of the text, which must be adjacent or at the starts of words.
      case fuzzy

      /// The letters of the text, which must be in a value in the same order.
      case scattered

      /// The text, which may be anywhere in a value.
      case exact

      /// The text, which must be at the start of a value, at its end, or both.
      case anchored(start: Bool, end: Bool)

      /// A regular expression.
      case expression
    }

    let kind: Kind
    let text: String

    /// A Boolean value that indicates whether upper and lower case differ, because the text has a
    /// capital letter.
    ///
    /// Regular expressions have their own rule. The value is stored because its computation reads
    /// the complete text.
    let isCaseSensitive: Bool

    init(kind form: Kind, text: String) {
      (self.kind, self.text) = (form, text)
      isCaseSensitive = form != .expression && text.contains(where: \.isUppercase)
    }
  }

  /// A condition on one field of an item.
  struct FieldCondition: Sendable, Hashable {
    enum Comparison: Sendable, Hashable {
      case matches(Pattern)
      case equals(String)
      case isBelow(String, orEqual: Bool)
      case isAbove(String, orEqual: Bool)
    }

    /// The name of a field, or several names separated by periods.
    let path: String
    let comparison: Comparison
  }

  /// The letters of a value that a word without a prefix matches.
  public enum WordMatching: Sendable, Hashable {
    /// Adjacent letters, or letters at the starts of words.
    case wordStarts

    /// Any letters in the same order, for lists in which the best match comes first.
    case scattered
  }

  /// Parses filter text.
  ///
  /// - Parameters:
  ///   - text: The filter text.
  ///   - matching: The letters that a word without a prefix matches.
  /// - Throws: ``FilterError`` with the offset of the error and its reason.
  public init(_ text: String, matching: WordMatching = .wordStarts) throws(FilterError) {
    var parser = FilterParser(text, plain: matching == .scattered ? .scattered : .fuzzy)
    self.text = text
    root = try parser.filter()
  }

  /// Creates a filter that includes the items that match two filters.
  ///
  /// The text has parentheses if the texts without them would have another meaning together.
  package init(_ filter: Filter, and other: Filter) {
    root = .all(filter.conditions + other.conditions)
    text = Self.joinedText(filter.text, other.text, root)
  }

  /// Returns filter text for the conditions of two filter texts.
  ///
  /// - Parameter root: The conditions of both texts.
  private static func joinedText(_ first: String, _ second: String, _ root: Node) -> String {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    let separator = first.last?.isWhitespace == true ? "" : " "
    let separated = "(\(first)) (\(second))"
    let texts = [
      first + separator + second, "(\(first)) \(second)", first + separator + "(\(second))",
    ]
    let conditions = root.comparableConditions
    return texts.first { (try? Filter($0))?.root.comparableConditions == conditions } ?? separated
  }

  /// The conditions of which an item must satisfy each.
  private var conditions: [Node] {
    if case .all(let nodes) = root { nodes } else { [root] }
  }

  /// Returns `true` if each item that matches this filter is known to match another filter.
  ///
  /// This is the case if conditions were added, or letters at the end of the last word.
  func narrows(_ other: Filter) -> Bool {
    let (own, others) = (conditions, other.conditions)
    guard own.count >= others.count, let last = others.last else { return others.isEmpty }
    guard own.starts(with: others.dropLast()) else { return false }
    let next = own[others.count - 1]
    if next == last { return true }
    guard case .value(let longer) = next, case .value(let shorter) = last,
      longer.kind == .scattered, shorter.kind == .scattered
    else { return false }
    // A word with a capital letter distinguishes more letters.
    return longer.text.hasPrefix(shorter.text)
      && (longer.isCaseSensitive || !shorter.isCaseSensitive)
  }

  /// A Boolean value that indicates whether the filter matches all items because its text is empty.
  public var isEmpty: Bool { root == .all([]) }
}

/// An error in filter text.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of characters of the filter text before the error.
  public let offset: Int

  /// The reason for the error, in one line.
  public let description: String

  init(_ offset: Int, _ description: String) {
    (self.offset, self.description) = (offset, description)
  }
}
