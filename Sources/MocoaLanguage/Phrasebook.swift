internal import Synchronization

/// What phrases are in another language than English.
package struct Phrasebook: Sendable {
  private let entries: [String: String]

  /// - Parameter entries: by the phrases in English, in which `%@` stands for each thing that is told;
  ///   `%2$@` among the words is the second of them, `%@` the next.
  package init(_ entries: [String: String]) {
    self.entries = entries
  }

  /// A phrase with what is told in it; nil where there is none.
  func text(of key: String, _ arguments: [String] = []) -> String? {
    entries[key].map { Self.filled($0, arguments) }
  }

  /// The words of an entry, with what is told in the places for it.
  static func filled(_ words: String, _ arguments: [String]) -> String {
    if arguments.isEmpty { return words }
    var (text, next) = ("", 0)
    var rest = words[...]
    while let sign = rest.firstIndex(of: "%") {
      text += rest[..<sign]
      rest = rest[sign...].dropFirst()
      let digits = rest.prefix(while: \.isWholeNumber)
      var end = rest[digits.endIndex...]
      if !digits.isEmpty, end.first == "$" { end = end.dropFirst() }
      let place = Int(digits).map { $0 - 1 } ?? next
      guard end.first == "@", digits.isEmpty || end.startIndex != digits.endIndex,
        arguments.indices.contains(place)
      else {
        text += "%"
        continue
      }
      text += arguments[place]
      if digits.isEmpty { next += 1 }
      rest = end.dropFirst()
    }
    return text + rest
  }

  // MARK: - The one that counts

  // One for the program and not one for each task: errors say what they are on whatever thread somebody
  // reads them, and few of those belong to a task. A phrase in English asks no more than one atomic.
  private static let isUsed = Atomic(false)
  private static let used = Mutex<Phrasebook?>(nil)

  /// Whether what is said now is English as it is written, because nobody asked for more or for the sake
  /// of other programs.
  static var saysEnglish: Bool { !isUsed.load(ordering: .acquiring) || isForPrograms }

  /// The phrasebook that phrases are looked up in; nil for English.
  static var current: Phrasebook? { saysEnglish ? nil : used.withLock(\.self) }

  /// Has phrases said in another language from now on; nil for English.
  ///
  /// It is done once, before anything is said.
  package static func use(_ phrasebook: Phrasebook?) {
    used.withLock { $0 = phrasebook }
    isUsed.store(phrasebook != nil, ordering: .releasing)
  }

  @TaskLocal private static var isForPrograms = false

  /// Does something in English: what other programs read, or users of whatever language.
  package static func inEnglish<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $isForPrograms.withValue(true, operation: body)
  }
}
