/// What Tab does in the prompt: it completes as far as all candidates agree, then goes through them.
///
/// It remembers the line it made last. Any other line was typed, and is completed anew; so nobody
/// has to tell it that something was typed.
struct Completion: Sendable, Equatable {
  /// A way to go through the candidates.
  enum Direction: Hashable, Sendable {
    case forward, backward
  }

  /// The candidates that are to be seen, and which of them is in the line.
  struct Offer: Sendable, Equatable {
    var candidates: [String]
    var chosen: Int?
  }

  /// What stands before most URLs, and may be left out by whoever types one.
  static let scheme = "mocoa://"

  private let candidates: [String]

  /// Those of which the first word is a candidate already, and that are offered behind it only.
  private let operands: [String]

  /// Whether they are words of which a line has several, and the last is completed.
  private let areWords: Bool

  /// What stands before the word that is completed.
  private var head = ""

  /// The line that was made last; nil before the first Tab.
  private var made: String?

  /// The line that all candidates begin with, to which one comes back behind the last of them.
  private var stem = ""
  private var offer = Offer(candidates: [])

  /// A completion to candidates, offered in this order, each once.
  init(candidates: [String] = [], operands: [String] = []) {
    var seen: Set<String> = []
    self.candidates = candidates.filter { seen.insert($0).inserted }
    (self.operands, areWords) = (operands, false)
  }

  /// A completion to names of fields, each a word of a line.
  init(fields names: [String]) {
    (candidates, operands, areWords) = (names.map(FieldWords.word), [], true)
  }

  /// The line that takes the place of `line`; `line` itself where no candidate begins like it.
  mutating func complete(_ line: String, _ direction: Direction) -> String {
    if line == made { return step(direction) }
    let (head, part) = parts(of: line)
    let matches = matches(of: part)
    self.head = head
    stem =
      areWords ? Self.wordStem(of: matches, beyond: part) : Self.stem(of: matches, beyond: part)
    // What is in the line need not be offered.
    offer = Offer(candidates: matches.filter { $0 != stem })
    if stem == part { return step(direction) }
    made = head + stem
    return head + stem
  }

  /// A line up to what is completed, and that.
  private func parts(of line: String) -> (head: String, part: String) {
    guard areWords else { return ("", line) }
    let start = FieldWords.lastWord(of: line)
    return (String(line[..<start]), String(line[start...]))
  }

  /// What is to be seen beside a line: nothing before the first Tab, then what it may become.
  func offer(for line: String) -> Offer {
    guard let made else { return Offer(candidates: []) }
    return line == made
      ? offer : Offer(candidates: matches(of: parts(of: line).part).filter { head + $0 != line })
  }

  /// Goes to the next candidate, or behind the last back to the stem.
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

  /// The candidates that begin like a line, with or without their scheme.
  private func matches(of line: String) -> [String] {
    if areWords {
      // Nobody knows which names are in quotes.
      return candidates.filter { Self.begins($0, line) || Self.begins($0, "\"" + line) }
    }
    return candidates.filter { Self.begins($0, line) || Self.begins(Self.bare($0), line) }
      + (line.contains(" ") ? operands.filter { Self.begins($0, line) } : [])
  }

  /// As much as all matches of a word agree on, where that is more than the word.
  private static func wordStem(of matches: [String], beyond word: String) -> String {
    guard var stem = matches.first?[...] else { return word }
    for match in matches.dropFirst() {
      stem = stem.prefix(zip(stem, match).prefix { $0 == $1 }.count)
    }
    return begins(String(stem), word) || begins(String(stem), "\"" + word) ? String(stem) : word
  }

  /// As much as all matches of a line agree on.
  ///
  /// URLs get their scheme, without which they would be taken for commands; beside commands they are
  /// compared as they were typed.
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

  /// A candidate without the scheme.
  static func bare(_ candidate: String) -> String {
    String(candidate.trimmingPrefix(scheme))
  }
}
