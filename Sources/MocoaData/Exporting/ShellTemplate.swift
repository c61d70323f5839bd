internal import MocoaLocalization
package import MocoaModel

/// A template for a shell command with values of the target items.
///
/// `{field}` is replaced by the values of a field, and `{}` by the items in the notation of their
/// source. Each value becomes one quoted word, so that data is never more than a word, even if the
/// braces are inside quotes. Braces that do not name a field of the items belong to the shell, as
/// in `${HOME}`, `{a,b}` or `awk '{print}'`. Only the first 10,000 items are searched for a field,
/// because no command can have more.
package struct ShellTemplate: Sendable, Equatable {
  private enum Segment: Sendable, Equatable {
    case text([UInt8])
    case items(Placeholder)
  }

  /// Braces that are replaced by values, if they name a field of the items.
  fileprivate struct Placeholder: Sendable, Equatable {
    /// The text between the braces.
    let name: String

    /// The character of the quotes that enclose the braces, or `nil` outside of quotes.
    let quote: Unicode.Scalar?

    /// A Boolean value that indicates whether a value cannot be quoted safely at this position.
    let isUnsafe: Bool

    /// The number of the character at which the braces begin, from 1.
    let number: Int
  }

  /// The reason why items cannot be inserted into a command.
  package struct SubstitutionError: Error, Equatable, CustomStringConvertible {
    fileprivate let placeholderNumber: Int
    fileprivate let name: String

    /// The item whose path is invalid UTF-8, or `nil` if the error is that the braces are at an
    /// unsafe position.
    fileprivate var invalidPath: String?

    package var description: String {
      if let invalidPath {
        return localized("\(invalidPath): cannot pass a non-UTF-8 name to a command")
      }
      return
        localized(
          "character \(placeholderNumber): {\(name)} cannot be quoted inside $(( )), ${ }, ` ` or #"
        )
    }
  }

  /// The maximum number of items.
  ///
  /// A command with more items exceeds the limits of any system.
  package static let maxItems = 10_000

  private var segments: [Segment] = []

  /// Parses a command.
  package init(_ text: String) {
    var quoting = ShellQuoting()
    let characters = Array(text.unicodeScalars)
    var place = 0
    var rest: [UInt8] = []
    while place < characters.count {
      if characters[place] == "{", place == 0 || characters[place - 1] != "$", !quoting.isEscaping,
        let end = characters[(place + 1)...].firstIndex(where: { !Self.hasPlaceholders(for: $0) }),
        characters[end] == "}"
      {
        if !rest.isEmpty { segments.append(.text(rest)) }
        rest = []
        let name = characters[(place + 1)..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
        segments.append(
          .items(
            Placeholder(
              name: name, quote: quoting.mark, isUnsafe: quoting.isUnsafe, number: place + 1)))
        for scalar in characters[place...end] { quoting.read(scalar) }
        place = end + 1
      } else {
        quoting.read(characters[place])
        rest += Array(String(characters[place]).utf8)
        place += 1
      }
    }
    if !rest.isEmpty { segments.append(.text(rest)) }
  }

  /// Returns `true` if the name of a field in braces may contain a character.
  private static func hasPlaceholders(for scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "-" || scalar == "." || scalar == ":" || scalar == "/" || scalar == "#"
  }

  /// The names between braces, which may be fields of items.
  package var placeholders: Set<String> {
    Set(segments.compactMap { if case .items(let place) = $0 { place.name } else { nil } })
  }

  /// Returns the names between braces that are fields of some of the items.
  package func fields(of items: ItemSubset) -> Set<String> {
    var search = PlaceholderSearch()
    _ = search.examine(items, for: placeholders)
    return search.fields
  }

  /// Returns the command in which values of some items replace the braces.
  ///
  /// - Parameter fields: The names that are fields, or `nil` to determine them from the items.
  /// - Throws: ``SubstitutionError`` if a value cannot be quoted safely, or if the path of an item is not valid
  ///   UTF-8.
  package func command(
    for items: ItemSubset, fields: Set<String>? = nil
  ) throws(SubstitutionError) -> String {
    let fields = fields ?? self.fields(of: items)
    var command: [UInt8] = []
    for piece in segments {
      switch piece {
      case .text(let text): command += text
      case .items(let place) where !fields.contains(place.name): command += "{\(place.name)}".utf8
      case .items(let place):
        if place.isUnsafe {
          throw SubstitutionError(placeholderNumber: place.number, name: place.name)
        }
        if let entry = place.strangeEntry(of: items) {
          throw SubstitutionError(
            placeholderNumber: place.number, name: place.name, invalidPath: entry.name)
        }
        // The quotes end before the words and begin again after them.
        let mark = place.quote.map { Array(String($0).utf8) } ?? []
        command += mark
        command += place.words(of: items)
        command += mark
      }
    }
    return String(decoding: command, as: UTF8.self)
  }

  /// Returns `true` if the command contains braces that are replaced by values of the items.
  package func hasPlaceholders(for items: ItemSubset) -> Bool { !fields(of: items).isEmpty }

  /// A Boolean value that indicates whether the command contains `{}`, which is replaced for items
  /// of any kind.
  package var hasItemPlaceholders: Bool {
    segments.contains { if case .items(let place) = $0 { place.name.isEmpty } else { false } }
  }

  /// Returns bytes as a quoted word of the shell.
  ///
  /// NUL bytes are removed, because no word can contain them.
  fileprivate static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var word = [UInt8(ascii: "'")]
    for byte in bytes where byte != 0 {
      if byte == UInt8(ascii: "'") { word += "'\\'".utf8 }
      word.append(byte)
    }
    return word + [UInt8(ascii: "'")]
  }
}

extension ShellTemplate.Placeholder {
  /// Returns the first folder entry among the items whose path is invalid UTF-8.
  ///
  /// A program would read its replacement text as another path.
  func strangeEntry(of items: ItemSubset) -> FolderEntry? {
    guard name.isEmpty || name == "path" else { return nil }
    var strange: FolderEntry?
    items.forEach { item in
      if let entry = item as? FolderEntry, !entry.hasUTF8Name { strange = entry }
      return strange == nil
    }
    return strange
  }

  /// Returns the values of the items as quoted words.
  func words(of items: ItemSubset) -> [UInt8] {
    let piece = name.isEmpty ? FormatTemplate.Segment.item : .field(name)
    var words: [UInt8] = []
    items.forEach { item in
      if !words.isEmpty { words.append(UInt8(ascii: " ")) }
      words += ShellTemplate.quoted(FormatTemplate.bytes(of: piece, item))
      return true
    }
    return words
  }
}
