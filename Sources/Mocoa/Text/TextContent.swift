/// The text of a cell, neutral to whoever draws it: lines of spans with roles, no colours.
public struct TextContent: Sendable, Equatable {
  /// What a piece of text is to the reader; a renderer's theme decides how it looks.
  public struct Role: Hashable, Sendable {
    /// The name of the role.
    public let name: String

    /// A role of one's own.
    public init(_ name: String) {
      self.name = name
    }

    /// Text without any part of its own.
    public static let text = Role("text")

    /// What the item is called.
    public static let title = Role("title")

    /// What else there is to say.
    public static let detail = Role("detail")

    /// A number.
    public static let number = Role("number")

    /// The name of a group, as in a header.
    public static let heading = Role("heading")

    /// Something that is wrong.
    public static let warning = Role("warning")

    /// Something to be seen first.
    public static let accent = Role("accent")
  }

  /// Where a text stands in more room than it needs.
  public enum Alignment: Hashable, Sendable {
    /// At the left, in the middle, at the right.
    case start, center, end
  }

  /// A piece of text with one role.
  public struct Span: Sendable, Equatable {
    /// The text; renderers sanitise it.
    public var text: String

    /// What it is to the reader.
    public var role: Role

    /// The room kept for it, in characters, so that spans of neighbouring cells stand below each
    /// other; 0 for as much as it needs.
    public var width: Int

    /// The room that it takes at most, in characters, where longer text is cut; nil for no limit.
    ///
    /// Renderers that cut nothing need not heed it.
    public var limit: Int?

    /// Where it stands in its room; nil for the left of a leading span, the right of a trailing one.
    public var alignment: Alignment?

    /// Whether it follows the span before without any room between.
    public var isJoined: Bool

    /// A piece of text.
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

  /// One line: spans from the left, and spans that stand at the right end where there is room.
  public struct Line: Sendable, Equatable {
    /// The spans from the left; a renderer sets those apart by two spaces that are not joined.
    public var leading: [Span]

    /// The spans at the right end, set apart in the same way; where there is not room for all, those
    /// that are joined stay or go together.
    public var trailing: [Span]

    /// A line of spans.
    public init(_ leading: [Span], trailing: [Span] = []) {
      self.leading = leading
      self.trailing = trailing
    }
  }

  /// The lines, from above.
  public var lines: [Line]

  /// Content of several lines.
  public init(lines: [Line]) {
    self.lines = lines
  }

  /// Content of one line.
  public init(_ leading: [Span], trailing: [Span] = []) {
    lines = [Line(leading, trailing: trailing)]
  }
}
