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
  }

  /// A piece of text with one role.
  public struct Span: Sendable, Equatable {
    /// The text; renderers sanitise it.
    public var text: String

    /// What it is to the reader.
    public var role: Role

    /// The room kept for a trailing span, in characters, so that spans of neighbouring cells stand
    /// below each other; 0 for as much as it needs.
    public var width: Int

    /// A piece of text.
    public init(_ text: String, _ role: Role, width: Int = 0) {
      self.text = text
      self.role = role
      self.width = width
    }
  }

  /// One line: spans from the left, and spans that stand at the right end where there is room.
  public struct Line: Sendable, Equatable {
    /// The spans from the left; a renderer sets them apart by two spaces.
    public var leading: [Span]

    /// The spans at the right end, each set to the right in its width.
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
