/// The text of a cell, independent of the renderer: lines of spans with roles, without colors.
public struct TextContent: Sendable, Equatable {
  /// The meaning of a span for the reader, such as a title.
  ///
  /// The theme of a renderer maps it to a style.
  public struct Role: Hashable, Sendable {
    /// The name of the role.
    public let name: String

    /// Creates a custom role.
    public init(_ name: String) {
      self.name = name
    }

    /// Text without a special role.
    public static let text = Role("text")

    /// The title of an item.
    public static let title = Role("title")

    /// Additional information.
    public static let detail = Role("detail")

    /// A number.
    public static let number = Role("number")

    /// The name of a group, as in a header.
    public static let heading = Role("heading")

    /// An error or a warning.
    public static let warning = Role("warning")

    /// Text that should attract attention.
    public static let accent = Role("accent")
  }

  /// The alignment of a text in a column that is wider than the text.
  public enum Alignment: Hashable, Sendable {
    /// Alignment at the leading side, in the center, or at the trailing side.
    case start, center, end
  }

  /// A piece of text with one role.
  public struct Span: Sendable, Equatable {
    /// The text.
    ///
    /// Renderers replace scalars that terminals do not show as text.
    public var text: String

    /// The role of the text.
    public var role: Role

    /// The minimum width in characters, which aligns the spans of adjacent cells in columns.
    ///
    /// If it is 0, the span is as wide as its text.
    public var width: Int

    /// The maximum width in characters, or `nil` for no limit.
    ///
    /// Longer text is truncated.
    ///
    /// Renderers that truncate no text may ignore it.
    public var limit: Int?

    /// The alignment within the width.
    ///
    /// If it is `nil`, a leading span is aligned to the left, and a trailing span to the right.
    public var alignment: Alignment?

    /// A Boolean value that indicates whether the span follows the previous one without a space.
    public var isJoined: Bool

    /// A Boolean value that indicates whether the text is bold in addition to the style of its role.
    public var isBold = false

    /// The parts of the text that match a filter or a search, in UTF-8 offsets, ascending.
    ///
    /// Renderers highlight these parts.
    public var matches: [Range<Int>] = []

    /// Creates a span.
    public init(
      _ text: String, _ role: Role, width: Int = 0, limit: Int? = nil,
      alignment: Alignment? = nil, isJoined: Bool = false
    ) {
      self.text = text
      self.role = role
      self.width = width
      self.limit = limit
      self.alignment = alignment
      self.isJoined = isJoined
    }
  }

  /// One line: leading spans at the left, and trailing spans at the right end if they fit.
  public struct Line: Sendable, Equatable {
    /// The leading spans.
    ///
    /// A renderer puts two spaces before a span that is not joined.
    public var leading: [Span]

    /// The spans at the right end, separated like the leading ones.
    ///
    /// If not all of them fit, joined spans are shown or hidden together.
    public var trailing: [Span]

    /// Creates a line.
    public init(_ leading: [Span], trailing: [Span] = []) {
      self.leading = leading
      self.trailing = trailing
    }
  }

  /// The lines, from top to bottom.
  public var lines: [Line]

  /// Creates content with several lines.
  public init(lines: [Line]) {
    self.lines = lines
  }

  /// Creates content with one line.
  public init(_ leading: [Span], trailing: [Span] = []) {
    lines = [Line(leading, trailing: trailing)]
  }
}
