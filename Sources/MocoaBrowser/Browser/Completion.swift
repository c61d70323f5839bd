/// The completion of a prompt: Tab inserts the common prefix of the candidates, then cycles through
/// them.
///
/// The completion stores the line that it made last. Any other line was typed by the user and
/// starts a new completion.
struct Completion: Sendable, Equatable {
  /// A direction in which the user cycles through the candidates.
  enum Direction: Hashable, Sendable {
    case forward, backward
  }

  /// The candidates to show, with the index of the one that is in the line.
  struct Candidates: Sendable, Equatable {
    var candidates: [String]
    var chosen: Int?

    /// The number or the share of items with each candidate, if it is known.
    var frequencies: [String: String] = [:]
  }

  /// The prefix of most URLs, which the user may omit.
  static let scheme = "mocoa://"

  private let candidates: [String]

  /// Candidates that begin with another candidate and a blank.
  ///
  /// They are offered only for lines that contain a blank.
  private let operands: [String]

  /// A Boolean value that indicates whether only the last word of a line is completed, not the
  /// whole line.
  private let areWords: Bool

  /// The text before the word that is completed, if the candidates apply only after it.
  private var fixedHead: String?

  /// The number or the share of items with each candidate.
  private var frequencies: [String: String] = [:]

  /// The text before the word that is completed.
  private var head = ""

  /// The line that the last completion made, or `nil` before the first Tab.
  private var made: String?

  /// The common prefix of all candidates.
  ///
  /// In the cycle, it follows the last candidate.
  private var stem = ""
  private var offer = Candidates(candidates: [])

  /// Creates a completion that offers candidates in order, without duplicates.
  ///
  /// - Parameters:
  ///   - candidates: The complete lines to offer.
  ///   - operands: The lines to offer only after the user typed a blank.
  init(candidates: [String] = [], operands: [String] = []) {
    var seen: Set<String> = []
    self.candidates = candidates.filter { seen.insert($0).inserted }
    (self.operands, areWords) = (operands, false)
  }

  /// Creates a completion of field names, each of which is a word of the line.
  init(fields names: [String]) {
    (candidates, operands, areWords) = (names.map(FieldListSyntax.word), [], true)
  }

  /// Creates a completion of the text after a fixed text.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, the best first.
  ///   - head: The text before the candidate.
  ///   - frequencies: The number or the share of items with each candidate, if it is known.
  init(candidates: [String], after head: String, frequencies: [String: String] = [:]) {
    (self.candidates, operands, areWords) = (candidates, [], true)
    (fixedHead, self.frequencies) = (head, frequencies)
  }

  /// Returns `true` if the next completion of a line replaces a candidate by the next one.
  func continues(_ line: String) -> Bool { line == made && !offer.candidates.isEmpty }

  /// Returns the completed line, or `line` if no candidate matches.
  mutating func complete(_ line: String, _ direction: Direction) -> String {
    if line == made { return step(direction) }
    let (head, part) = parts(of: line)
    let matches = matches(of: part)
    self.head = head
    stem =
      areWords ? Self.wordStem(of: matches, beyond: part) : Self.stem(of: matches, beyond: part)
    // The text in the line is not also offered as a candidate.
    offer = Candidates(candidates: matches.filter { $0 != stem }, frequencies: frequencies)
    if stem == part { return step(direction) }
    made = head + stem
    return head + stem
  }

  /// Returns the text before the word to complete, and that word.
  private func parts(of line: String) -> (head: String, part: String) {
    guard areWords else { return ("", line) }
    if let fixedHead, line.hasPrefix(fixedHead) {
      return (fixedHead, String(line.dropFirst(fixedHead.count)))
    }
    let start = FieldListSyntax.lastWord(of: line)
    return (String(line[..<start]), String(line[start...]))
  }

  /// Returns the candidates to show for a line.
  ///
  /// Before the first Tab, the result is empty.
  func offer(for line: String) -> Candidates {
    guard let made else { return Candidates(candidates: []) }
    return line == made
      ? offer
      : Candidates(
        candidates: matches(of: parts(of: line).part).filter { head + $0 != line },
        frequencies: frequencies)
  }

  /// Puts the next candidate in the line; after the last one, the common prefix of all.
  private mutating func step(_ direction: Direction) -> String {
    let count = offer.candidates.count
    switch (offer.chosen, direction) {
    case (nil, .forward): offer.chosen = count > 0 ? 0 : nil
    case (nil, .backward): offer.chosen = count > 0 ? count - 1 : nil
    case (let place?, .forward): offer.chosen = place + 1 < count ? place + 1 : nil
    case (let place?, .backward): offer.chosen = place > 0 ? place - 1 : nil
    }
    let line = head + (offer.chosen.map { offer.candidates[$0] } ?? stem)
    made = line
    return line
  }

  /// Returns the candidates that begin with a text.
  ///
  /// The URL scheme may be omitted from the text.
  private func matches(of line: String) -> [String] {
    if areWords {
      // The user may not know which names need quotes.
      return candidates.filter { Self.begins($0, line) || Self.begins($0, "\"" + line) }
    }
    return candidates.filter { Self.begins($0, line) || Self.begins(Self.bare($0), line) }
      + (line.contains(" ") ? operands.filter { Self.begins($0, line) } : [])
  }

  /// Returns the common prefix of all matches if it is longer than the word, otherwise the word.
  private static func wordStem(of matches: [String], beyond word: String) -> String {
    guard var stem = matches.first?[...] else { return word }
    for match in matches.dropFirst() {
      stem = stem.prefix(zip(stem, match).prefix { $0 == $1 }.count)
    }
    return begins(String(stem), word) || begins(String(stem), "\"" + word) ? String(stem) : word
  }

  /// Returns the common prefix of all matches of a line.
  ///
  /// If all matches are URLs, the prefix includes the scheme, because a text without a scheme is
  /// executed as a command. If commands also match, URLs are compared in the form that the user
  /// typed.
  private static func stem(of matches: [String], beyond line: String) -> String {
    let areURLs = matches.allSatisfy { begins($0, scheme) }
    let spelled = areURLs ? matches : matches.map { begins($0, line) ? $0 : bare($0) }
    guard var stem = spelled.first?[...] else { return line }
    for match in spelled.dropFirst() {
      stem = stem.prefix(zip(stem, match).prefix { $0 == $1 }.count)
    }
    return String(stem)
  }

  private static func begins(_ text: String, _ line: String) -> Bool {
    text.starts(with: line)
  }

  /// Returns a candidate without the URL scheme.
  static func bare(_ candidate: String) -> String {
    String(candidate.trimmingPrefix(scheme))
  }
}
