/// The lines that were entered in the prompt, to be called back.
struct PromptHistory: Sendable, Equatable {
  /// A way to go through the lines.
  enum Direction: Hashable, Sendable {
    case older, newer
  }

  /// How many lines are kept; older ones are let go.
  static let limit = 100

  private var lines: [String] = []

  /// Which line was called back last; nil while one's own is typed.
  private var place: Int?

  /// What was being typed when the first line was called back.
  private var draft = ""

  /// Keeps a line that was entered; one that was entered before is the newest now.
  mutating func append(_ line: String) {
    place = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Begins anew at the newest line.
  mutating func rewind() {
    place = nil
  }

  /// The line that takes the place of `line`; behind the newest, what was being typed.
  mutating func recall(_ direction: Direction, from line: String) -> String {
    switch (place, direction) {
    case (nil, .older):
      guard !lines.isEmpty else { return line }
      draft = line
      // What stands there already is no news.
      place = lines.count - (lines.last == line && lines.count > 1 ? 2 : 1)
    case (nil, .newer): return line
    case (let current?, .older): place = max(0, current - 1)
    case (let current?, .newer): place = current + 1 < lines.count ? current + 1 : nil
    }
    return place.map { lines[$0] } ?? draft
  }
}
