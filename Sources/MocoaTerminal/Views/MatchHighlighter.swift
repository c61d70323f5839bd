internal import Mocoa
public import MocoaModel

/// A type that finds the parts of items to highlight, because the items match a filter or a search.
@MainActor
public protocol MatchHighlighter {
  /// Returns the matching parts of an item, or `nil` if the item does not match.
  func matches(in item: any CellModel) -> (any ItemMatches)?
}

/// The parts of an item that match a filter or a search.
@MainActor
public protocol ItemMatches {
  /// Returns the matching part of the value of a field.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - field: The path of the field.
  ///   - text: The text that shows the value.
  func match(of value: FieldValue, at field: String, shownAs text: String) -> CellMatch

  /// Returns the matching part of a text in the content of the item.
  func match(ofText text: String) -> CellMatch

  /// Returns `true` if a part of a field that is not visible matches.
  ///
  /// - Parameters:
  ///   - fields: The paths of the visible fields.
  ///   - showsMatch: A Boolean value that indicates whether a visible field has a matching part.
  func haveHiddenMatch(besides fields: [String], showsMatch: Bool) -> Bool
}

/// The matching part of a cell.
public struct CellMatch: Hashable, Sendable {
  /// The matching parts of the text, in UTF-8 offsets, ascending and without overlaps.
  public var ranges: [Range<Int>]

  /// A Boolean value that indicates whether a comparison with the whole value is true.
  public var isCompared: Bool

  /// Creates the matching part of a cell.
  public init(ranges: [Range<Int>] = [], isCompared: Bool = false) {
    (self.ranges, self.isCompared) = (ranges, isCompared)
  }
}

/// The number of spans that may still be highlighted in a row.
struct HighlightBudget {
  /// The maximum number of highlighted spans of a row.
  ///
  /// Each span is sent with its own style.
  static let most = 8

  private(set) var remaining = most

  /// A Boolean value that indicates whether a span was highlighted.
  var isUsed: Bool { remaining < Self.most }

  /// Returns a span with the highlights of its matching part.
  mutating func highlight(_ span: TextContent.Span, _ match: CellMatch) -> TextContent.Span {
    var span = span
    if match.isCompared, remaining > 0 {
      remaining -= 1
      span.role = .match1
    }
    span.matches = Array(match.ranges.prefix(remaining))
    remaining -= span.matches.count
    return span
  }

  /// Returns content with the highlights of an item.
  @MainActor
  static func highlight(_ content: TextContent, _ matches: any ItemMatches) -> TextContent {
    var content = content
    var budget = HighlightBudget()
    for line in content.lines.indices {
      for span in content.lines[line].leading.indices {
        let plain = content.lines[line].leading[span]
        content.lines[line].leading[span] = budget.highlight(
          plain, matches.match(ofText: plain.text))
      }
    }
    return content
  }
}

extension CellContext {
  /// Changes the style of a glyph that is part of a match.
  ///
  /// Without colors, a match is bold and underlined, and reversed where the text is already bold.
  func highlight(_ style: inout Style) {
    let match = theme[.match]
    if match.background != nil || match.attributes.contains(.reverse) {
      style = match
    } else if isUnderCursor, style.attributes.contains(.bold) {
      style = style.adding(.reverse)
    } else {
      style.attributes.remove(.dim)
      style = style.adding(match.attributes)
      if let foreground = match.foreground { style.foreground = foreground }
    }
  }
}
