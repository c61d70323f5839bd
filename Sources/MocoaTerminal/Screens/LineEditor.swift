/// A line of text with a cursor that can be edited, as in prompts and forms.
public struct LineEditor: Sendable {
  /// An editing operation.
  public enum Edit: Hashable, Sendable {
    /// Movements of the cursor.
    case left, right, start, end

    /// Deletions: the character before or after the cursor, the word before it, all text before it,
    /// all text after it.
    case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
  }

  /// The maximum length of a line in characters.
  ///
  /// Text beyond this length is ignored.
  public static let limit = 4096

  private var characters: [Character]

  /// The number of characters before the cursor.
  public private(set) var cursor: Int

  /// A Boolean value that indicates whether the cursor is after the last character.
  public var isAtEnd: Bool { cursor == characters.count }

  /// A Boolean value that indicates whether the text is a suggestion.
  ///
  /// Typing or pasting replaces a suggestion. Every other operation accepts it as text.
  public private(set) var isSuggestion: Bool

  /// Creates a line with the cursor at its end.
  ///
  /// Text beyond `limit` is truncated.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - isOffer: A Boolean value that indicates whether the text is a suggestion.
  /// - Complexity: O(limit), regardless of the length of the text.
  public init(_ text: String = "", isOffer: Bool = false) {
    characters = Array(String(Self.beginning(of: text)).prefix(Self.limit))
    cursor = characters.count
    self.isSuggestion = isOffer && cursor > 0
  }

  /// Removes the text if it is a suggestion that was not accepted.
  private mutating func discardSuggestion() {
    if isSuggestion { (characters, cursor, isSuggestion) = ([], 0, false) }
  }

  /// The text of the line.
  public var text: String { String(characters) }

  /// The text before the cursor.
  public var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Inserts a scalar at the cursor.
  ///
  /// A combining mark joins the character before it.
  public mutating func insert(_ scalar: Unicode.Scalar) {
    discardSuggestion()
    guard characters.count < Self.limit else { return }
    let added = Character(scalar)
    guard cursor > 0 else {
      characters.insert(added, at: 0)
      cursor = 1
      return
    }
    let joined = Array(String(characters[cursor - 1]) + String(added))
    // A limit on scalars too: any number of combining marks can form one character.
    guard joined.count > 1 || joined[0].unicodeScalars.count <= Self.limit else { return }
    characters.replaceSubrange((cursor - 1)..<cursor, with: joined)
    cursor += joined.count - 1
  }

  /// Inserts text at the cursor, as one line.
  ///
  /// Line breaks around the text are removed, and other line breaks and tabs become spaces. Other
  /// control characters are retained and drawn as visible replacements.
  ///
  /// - Returns: `true` if all of the text was inserted.
  /// - Complexity: O(limit), regardless of the length of the text.
  public mutating func paste(_ text: String) -> Bool {
    discardSuggestion()
    let beginning = Self.beginning(of: text)
    var line = Array(String(beginning).drop(while: \.isNewline))
    while line.last?.isNewline == true { line.removeLast() }
    let added = line.prefix(max(0, Self.limit - characters.count))
      .map { $0.isNewline || $0 == "\t" ? " " : $0 }
    // Build the characters again, because the text may join the characters around it.
    let head = Array(String(characters[..<cursor] + added))
    let tail = String(characters[cursor...])
    characters = Array(String(head) + tail)
    cursor = min(head.count, characters.count)
    return beginning.endIndex == text.endIndex && added.count == line.count
  }

  /// Returns the beginning of a text that fits in a line.
  ///
  /// The limit counts scalars, because thousands of combining marks on one letter are a single
  /// character.
  private static func beginning(of text: String) -> Substring.UnicodeScalarView {
    text[...].unicodeScalars.prefix(limit * 4)
  }

  /// Applies an editing operation.
  public mutating func apply(_ edit: Edit) {
    isSuggestion = false
    switch edit {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .deleteBackward: delete(from: max(0, cursor - 1), to: cursor)
    case .deleteForward: delete(from: cursor, to: min(characters.count, cursor + 1))
    case .deleteWord: delete(from: wordStart, to: cursor)
    case .deleteToStart: delete(from: 0, to: cursor)
    case .deleteToEnd: delete(from: cursor, to: characters.count)
    }
  }

  private mutating func delete(from start: Int, to end: Int) {
    characters.removeSubrange(start..<end)
    cursor = start
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
