internal import Synchronization

/// The messages in one language other than English, by their English keys.
package struct MessageCatalog: Sendable {
  private let entries: [String: String]

  /// Creates a catalog from its entries.
  ///
  /// - Parameter entries: The translations by English key, in which `%@` stands for each
  ///   interpolated value. In a translation, `%2$@` is the second value, and `%@` is the next one.
  package init(_ entries: [String: String]) {
    self.entries = entries
  }

  /// Returns the translation of a message with its interpolated values, or `nil` if the catalog has
  /// no entry for the key.
  func text(of key: String, _ arguments: [String] = []) -> String? {
    entries[key].map { Self.filled($0, arguments) }
  }

  /// Returns a translation in which values replace `%@`.
  static func filled(_ words: String, _ arguments: [String]) -> String {
    if arguments.isEmpty { return words }
    var (text, next) = ("", 0)
    var remaining = words[...]
    while let sign = remaining.firstIndex(of: "%") {
      text += remaining[..<sign]
      remaining = remaining[sign...].dropFirst()
      let digits = remaining.prefix(while: \.isWholeNumber)
      var end = remaining[digits.endIndex...]
      if !digits.isEmpty, end.first == "$" { end = end.dropFirst() }
      let index = Int(digits).map { $0 - 1 } ?? next
      guard end.first == "@", digits.isEmpty || end.startIndex != digits.endIndex,
        arguments.indices.contains(index)
      else {
        text += "%"
        continue
      }
      text += arguments[index]
      if digits.isEmpty { next += 1 }
      remaining = end.dropFirst()
    }
    return text + remaining
  }

  // MARK: - Current catalog

  // The catalog is global and not task-local. Errors create their descriptions on any thread that
  // reads them, and few of these threads belong to a task. For English, a message costs one atomic
  // load.
  private static let isUsed = Atomic(false)
  private static let used = Mutex<MessageCatalog?>(nil)

  /// A Boolean value that indicates whether messages are created in English.
  ///
  /// That is the case if no other language was activated, or inside of ``withEnglish(_:)``.
  static var usesEnglish: Bool { !isUsed.load(ordering: .acquiring) || isForPrograms }

  /// The catalog for messages that are created now, or `nil` for English.
  static var current: MessageCatalog? { usesEnglish ? nil : used.withLock(\.self) }

  /// Sets the catalog for all following messages.
  ///
  /// Call this method once, before the first message is created.
  ///
  /// - Parameter phrasebook: The catalog, or `nil` for English.
  package static func activate(_ phrasebook: MessageCatalog?) {
    used.withLock { $0 = phrasebook }
    isUsed.store(phrasebook != nil, ordering: .releasing)
  }

  @TaskLocal private static var isForPrograms = false

  /// Runs a closure that creates messages in English.
  ///
  /// Use it for text that other programs read, or that users of all languages share.
  package static func withEnglish<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $isForPrograms.withValue(true, operation: body)
  }
}
