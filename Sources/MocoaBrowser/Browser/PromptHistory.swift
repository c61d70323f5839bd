internal import MocoaQuery
internal import MocoaTerminal

/// The history of lines entered in prompts of one category.
struct PromptHistory: Sendable, Equatable {
  /// A direction in which the user recalls lines.
  enum Direction: Hashable, Sendable {
    case older, newer
  }

  /// The maximum number of lines.
  ///
  /// If this number is exceeded, the oldest line is dropped.
  static let limit = 100

  private var lines: [String] = []

  /// The index of the line that was recalled, or `nil` while the user types a new line.
  private var index: Int?

  /// The text that was in the prompt before the first line was recalled.
  private var draft = ""

  /// Adds an entered line as the newest one, and removes an equal older one.
  mutating func append(_ line: String) {
    index = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Makes the next recall begin at the newest line.
  mutating func rewind() {
    index = nil
  }

  /// Returns the line that replaces `line`.
  ///
  /// After the newest line, this is the text before the first recall.
  mutating func recall(_ direction: Direction, from line: String) -> String {
    switch (index, direction) {
    case (nil, .older):
      guard !lines.isEmpty else { return line }
      draft = line
      // A line that is already in the prompt is skipped.
      index = lines.count - (lines.last == line && lines.count > 1 ? 2 : 1)
    case (nil, .newer): return line
    case (let current?, .older): index = max(0, current - 1)
    case (let current?, .newer): index = current + 1 < lines.count ? current + 1 : nil
    }
    return index.map { lines[$0] } ?? draft
  }
}

/// The completion of the open prompt, and the histories of all prompts.
struct PromptInput {
  var completion = Completion()

  private var histories: [Prompt.HistoryCategory: PromptHistory] = [:]

  /// Makes the next recall begin at the newest line of the prompt's category.
  mutating func rewind(_ prompt: Prompt) {
    if let category = prompt.category { histories[category]?.rewind() }
  }

  /// Returns the line that replaces the line of a prompt, or `nil` if its lines are not recorded.
  mutating func recall(_ direction: PromptHistory.Direction, in prompt: Prompt) -> String? {
    guard let category = prompt.category else { return nil }
    return histories[category]?.recall(direction, from: prompt.line.text) ?? prompt.line.text
  }

  /// Records the line of a prompt, unless it is empty or an invalid filter.
  mutating func record(_ prompt: Prompt) {
    let text = prompt.line.text.trimmed
    guard let category = prompt.category, !text.isEmpty else { return }
    if category == .filter || category == .search, (try? Filter(text)) == nil { return }
    histories[category, default: PromptHistory()].append(text)
  }
}
