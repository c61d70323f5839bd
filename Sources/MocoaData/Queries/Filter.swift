/// What the items of a list have to have to be shown.
///
/// It is written as words: an item has to have all of them, in whatever order.
///
/// | written | has to be there |
/// |---|---|
/// | `kind blue` | both, each with its letters behind each other or at the beginnings of words: `kob` finds *Kind of Blue* |
/// | `'blue`, `"kind of"` | exactly that, anywhere in a value |
/// | `^kind`, `blue$` | a value that begins or ends so |
/// | `/bl.e/` | a value in which the regular expression (POSIX, extended) finds something |
/// | `year:59`, `artist.name:/^M/` | the word, or the expression, in that field |
/// | `year=1959`, `year!=1959` | that field, equal or not |
/// | `year>1959`, `year<=1960` | that field, above or below: as numbers where both are, else as text; nothing and null are neither; blanks may stand around the sign |
/// | `!live` | not that |
/// | `live \| (jazz !blue)` | one or the other |
///
/// A word without capitals finds both cases.
public struct Filter: Sendable, Hashable {
  /// What was written.
  public let text: String

  let root: Node

  /// What an item has to have.
  indirect enum Node: Sendable, Hashable {
    case all([Node])
    case any([Node])
    case not(Node)

    /// A value that matches.
    case value(Pattern)

    /// A field for which something is so.
    case field(FieldCondition)
  }

  /// The fields that it names, each once.
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

  /// What a text has to be like.
  struct Pattern: Sendable, Hashable {
    enum Form: Sendable, Hashable {
      /// Letters behind each other, or at the beginnings of words.
      case fuzzy

      /// The text, anywhere.
      case exact

      /// The text, at the beginning, at the end, or both.
      case anchored(start: Bool, end: Bool)

      /// A regular expression.
      case expression
    }

    let form: Form
    let text: String

    /// A Boolean value that indicates whether case counts, because the text has a capital.
    ///
    /// Expressions have a rule of their own. It is stored, since it costs the length of the text.
    let isCaseSensitive: Bool

    init(form: Form, text: String) {
      (self.form, self.text) = (form, text)
      isCaseSensitive = form != .expression && text.contains(where: \.isUppercase)
    }
  }

  /// What a field has to be like.
  struct FieldCondition: Sendable, Hashable {
    enum Comparison: Sendable, Hashable {
      case matches(Pattern)
      case equals(String)
      case isBelow(String, orEqual: Bool)
      case isAbove(String, orEqual: Bool)
    }

    /// The name of the field, and of what is in it: separated by dots.
    let path: String
    let comparison: Comparison
  }

  /// Reads what was written.
  ///
  /// - Throws: where and why it cannot be read.
  public init(_ text: String) throws(FilterError) {
    var parser = FilterParser(text)
    self.text = text
    root = try parser.filter()
  }

  /// Whether it lets everything pass: nothing was written.
  public var isEmpty: Bool { root == .all([]) }
}

/// Why a filter cannot be read.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where: the number of characters in front of the place.
  public let place: Int

  /// Why, in one line.
  public let description: String

  init(_ place: Int, _ description: String) {
    (self.place, self.description) = (place, description)
  }
}
