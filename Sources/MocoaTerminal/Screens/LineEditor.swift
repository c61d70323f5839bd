/// A line of text being typed, as prompts have it.
public struct LineEditor: Sendable {
  /// A way to change the line.
  public enum Edit: Hashable, Sendable {
    /// Moves of the cursor.
    case left, right, start, end

    /// Deletions: the character before or under the cursor, the word before it, all before it, all
    /// behind it.
    case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
  }

  /// The longest line, in characters; what is typed beyond it is not taken.
  public static let limit = 4096

  private var characters: [Character]

  /// The number of characters before the cursor.
  public private(set) var cursor: Int

  /// Whether the text is an offer still: what is typed or pasted takes its place, and whatever else
  /// is done to it keeps it.
  public private(set) var isOffer: Bool

  /// A line with the cursor at its end; of a text that is longer than `limit`, its beginning.
  ///
  /// - Parameter isOffer: whether the text is only offered.
  /// - Complexity: O(limit), whatever the text.
  public init(_ text: String = "", isOffer: Bool = false) {
    characters = Array(String(Self.beginning(of: text)).prefix(Self.limit))
    cursor = characters.count
    self.isOffer = isOffer && cursor > 0
  }

  /// Ends the offer, which was not taken.
  private mutating func refuseOffer() {
    if isOffer { (characters, cursor, isOffer) = ([], 0, false) }
  }

  /// The line.
  public var text: String { String(characters) }

  /// What stands before the cursor.
  public var head: String { String(characters[..<cursor]) }

  /// Puts a scalar in at the cursor; a mark joins the character before it.
  public mutating func insert(_ scalar: Unicode.Scalar) {
    refuseOffer()
    guard characters.count < Self.limit else { return }
    let added = Character(scalar)
    guard cursor > 0 else {
      characters.insert(added, at: 0)
      cursor = 1
      return
    }
    let joined = Array(String(characters[cursor - 1]) + String(added))
    // Marks without end would be a single character.
    guard joined.count > 1 || joined[0].unicodeScalars.count <= Self.limit else { return }
    characters.replaceSubrange((cursor - 1)..<cursor, with: joined)
    cursor += joined.count - 1
  }

  /// Puts text in at the cursor, in one line.
  ///
  /// Line ends and tabs become spaces, but for line ends around the text, which are left out. Other
  /// controls stay, and are drawn as what they are.
  ///
  /// - Returns: whether there was room for all of it.
  /// - Complexity: O(limit), whatever the text.
  public mutating func paste(_ text: String) -> Bool {
    refuseOffer()
    let beginning = Self.beginning(of: text)
    var line = Array(String(beginning).drop(while: \.isNewline))
    while line.last?.isNewline == true { line.removeLast() }
    let added = line.prefix(max(0, Self.limit - characters.count))
      .map { $0.isNewline || $0 == "\t" ? " " : $0 }
    // Made anew, as the text may join what stands before and behind it.
    let head = Array(String(characters[..<cursor] + added))
    let tail = String(characters[cursor...])
    characters = Array(String(head) + tail)
    cursor = min(head.count, characters.count)
    return beginning.endIndex == text.endIndex && added.count == line.count
  }

  /// As much of a text as a line may hold.
  ///
  /// It is bounded in scalars: thousands of marks on one letter are a single character.
  private static func beginning(of text: String) -> Substring.UnicodeScalarView {
    text[...].unicodeScalars.prefix(limit * 4)
  }

  /// Changes the line.
  public mutating func apply(_ edit: Edit) {
    isOffer = false
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
