/// The history of lines entered in prompts of one category.
struct PromptHistory: Sendable, Equatable {
  /// A direction in which the user recalls lines.
  enum Direction: Hashable, Sendable {
    case older, newer
  }

  /// The maximum number of lines; the oldest line is dropped.
  static let limit = 100

  private var lines: [String] = []

  /// The index of the recalled line, or `nil` while the user types a new line.
  private var place: Int?

  /// The text that was in the prompt before the first line was recalled.
  private var draft = ""

  /// Adds an entered line as the newest one, removing an older duplicate.
  mutating func append(_ line: String) {
    place = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Restarts recalling at the newest line.
  mutating func rewind() {
    place = nil
  }

  /// Returns the line that replaces `line`; after the newest line, the draft.
  mutating func recall(_ direction: Direction, from line: String) -> String {
    switch (place, direction) {
    case (nil, .older):
      guard !lines.isEmpty else { return line }
      draft = line
      // A line that is already in the prompt is skipped.
      place = lines.count - (lines.last == line && lines.count > 1 ? 2 : 1)
    case (nil, .newer): return line
    case (let current?, .older): place = max(0, current - 1)
    case (let current?, .newer): place = current + 1 < lines.count ? current + 1 : nil
    }
    return place.map { lines[$0] } ?? draft
  }
}
