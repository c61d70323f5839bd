internal import Mocoa

/// The marks in a cell whose value has changed.
enum ChangedCell {
  /// The maximum width of a cell that is marked completely, in terminal columns.
  ///
  /// In a longer cell, only the part that differs is marked.
  private static let completeWidth = 12

  /// The maximum length of the texts that are compared, in UTF-8 code units.
  ///
  /// A cell of a longer text is marked completely.
  private static let maxComparedLength = 1_000

  /// Returns the spans of a cell with the mark of a change.
  ///
  /// - Parameters:
  ///   - span: The span of the cell without a mark.
  ///   - former: The former text of the cell.
  ///   - step: The number of refreshes since the change.
  @MainActor
  static func spans(
    _ span: TextContent.Span, former: String, step: Int
  ) -> [TextContent.Span] {
    let role: TextContent.Role? = step == 0 ? .changed : step == 1 ? .changed1 : nil
    guard let role else { return [span] }
    var marked = span
    marked.role = role
    let columns = Canvas.columns(of: span.text, atMost: span.limit ?? .max)
    guard columns > completeWidth, span.text.utf8.count <= maxComparedLength,
      former.utf8.count <= maxComparedLength
    else { return [marked] }
    let parts = parts(of: span.text, former: former)
    let widths = parts.map { Canvas.columns(of: $0, atMost: .max) }
    // A mark in the part that is cut off would not be visible.
    guard widths[0] + widths[1] <= span.limit ?? .max, !parts[1].isEmpty else { return [marked] }
    let isRightAligned = span.alignment == .end
    let padding = max(0, span.width - widths[1] - widths[2])
    var spans: [TextContent.Span] = []
    if !parts[0].isEmpty || isRightAligned {
      spans.append(
        .init(
          parts[0], span.role, width: isRightAligned ? padding : widths[0],
          limit: isRightAligned ? max(padding, widths[0]) : widths[0], alignment: span.alignment))
    }
    spans.append(
      .init(parts[1], role, width: widths[1], limit: widths[1], isJoined: !spans.isEmpty))
    let rest = span.width - widths[0] - widths[1]
    spans.append(
      .init(
        parts[2], span.role, width: isRightAligned ? widths[2] : max(0, rest),
        limit: span.limit.map { max(0, $0 - widths[0] - widths[1]) }, alignment: .start,
        isJoined: true))
    return distribute(span.matches, among: spans)
  }

  /// Returns the parts of a text before, in and after the part that differs from a former text.
  static func parts(of text: String, former: String) -> [String] {
    let text = Array(text)
    let other = Array(former)
    let prefix = zip(text, other).prefix { $0 == $1 }.count
    let suffix = zip(text.reversed(), other.reversed())
      .prefix(min(text.count, other.count) - prefix).prefix { $0 == $1 }.count
    // A deletion marks the character after it.
    let end = max(text.count - suffix, min(prefix + 1, text.count))
    return [text[..<prefix], text[prefix..<end], text[end...]].map { String($0) }
  }

  /// Returns the spans of parts of a text with the matches of the whole text.
  private static func distribute(
    _ matches: [Range<Int>], among spans: [TextContent.Span]
  ) -> [TextContent.Span] {
    if matches.isEmpty { return spans }
    var start = 0
    return spans.map { span in
      var span = span
      let part = start..<start + span.text.utf8.count
      span.matches = matches.map { $0.clamped(to: part) }.filter { !$0.isEmpty }
        .map { $0.lowerBound - part.lowerBound..<$0.upperBound - part.lowerBound }
      start = part.upperBound
      return span
    }
  }
}
