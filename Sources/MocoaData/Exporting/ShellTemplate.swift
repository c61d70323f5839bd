internal import MocoaLanguage
package import MocoaModel

/// A command for a shell in which `{field}` stands for what the chosen items have there, and `{}`
/// for the items as they stand in their source.
///
/// Several items are several words, each quoted, so that nothing in data is more than a word, also
/// where the braces stand in quotes. Braces that name no field of the items are the shell's own, as
/// in `${HOME}`, `{a,b}` or `awk '{print}'`; what only items behind the first ten thousand have is
/// none either, for no command could take so many.
package struct ShellTemplate: Sendable, Equatable {
  private enum Piece: Sendable, Equatable {
    case text([UInt8])
    case items(Place)
  }

  /// Braces that may stand for items.
  fileprivate struct Place: Sendable, Equatable {
    /// What is between them.
    let name: String

    /// The mark of the quotes in which they stand; nil for none.
    let quote: Unicode.Scalar?

    /// Whether nothing can be quoted there, so that it is one word and no more.
    let isUnsafe: Bool

    /// The character at which they begin, from 1.
    let number: Int
  }

  /// Why a command cannot have items in it.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    fileprivate let place: Int
    fileprivate let name: String

    /// The item whose path is no text; nil where the place is what is wrong.
    fileprivate var strange: String?

    package var description: String {
      if let strange {
        return phrase("\(strange): its name is not UTF-8, so that no command can have it")
      }
      return
        phrase(
          "character \(place): {\(name)} cannot be quoted here (write it outside of $(( )), ${ }, ` ` and #)"
        )
    }
  }

  /// With more items than these a command would be longer than any system takes.
  package static let mostItems = 10_000

  private var pieces: [Piece] = []

  /// Reads a command.
  package init(_ text: String) {
    var quoting = ShellQuoting()
    let characters = Array(text.unicodeScalars)
    var place = 0
    var rest: [UInt8] = []
    while place < characters.count {
      if characters[place] == "{", place == 0 || characters[place - 1] != "$", !quoting.isEscaping,
        let end = characters[(place + 1)...].firstIndex(where: { !Self.names($0) }),
        characters[end] == "}"
      {
        if !rest.isEmpty { pieces.append(.text(rest)) }
        rest = []
        let name = characters[(place + 1)..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
        pieces.append(
          .items(
            Place(
              name: name, quote: quoting.mark, isUnsafe: quoting.isUnsafe, number: place + 1)))
        for scalar in characters[place...end] { quoting.read(scalar) }
        place = end + 1
      } else {
        quoting.read(characters[place])
        rest += Array(String(characters[place]).utf8)
        place += 1
      }
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
  }

  /// Whether something can be in the name of a field here.
  private static func names(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "-" || scalar == "." || scalar == ":" || scalar == "/" || scalar == "#"
  }

  /// The names between braces that are fields of some items.
  package func fields(of items: ChosenItems) -> Set<String> {
    var fields: Set<String> = []
    for case .items(let place) in pieces where !fields.contains(place.name) {
      if place.isField(of: items) { fields.insert(place.name) }
    }
    return fields
  }

  /// The command for some items.
  ///
  /// - Parameter fields: the names that are fields; nil for those of the items.
  package func command(
    for items: ChosenItems, fields: Set<String>? = nil
  ) throws(Fault) -> String {
    let fields = fields ?? self.fields(of: items)
    var command: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): command += text
      case .items(let place) where !fields.contains(place.name): command += "{\(place.name)}".utf8
      case .items(let place):
        if place.isUnsafe { throw Fault(place: place.number, name: place.name) }
        if let entry = place.strangeEntry(of: items) {
          throw Fault(place: place.number, name: place.name, strange: entry.name)
        }
        // The quotes end in front of the words, and begin again behind them.
        let mark = place.quote.map { Array(String($0).utf8) } ?? []
        command += mark
        command += place.words(of: items)
        command += mark
      }
    }
    return String(decoding: command, as: UTF8.self)
  }

  /// Whether it says where items go.
  package func names(_ items: ChosenItems) -> Bool { !fields(of: items).isEmpty }

  /// Whether it says where items go, whatever fields they have.
  package var namesItems: Bool {
    pieces.contains { if case .items(let place) = $0 { place.name.isEmpty } else { false } }
  }

  /// A word for a shell; without NUL, which no word can have.
  fileprivate static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var word = [UInt8(ascii: "'")]
    for byte in bytes where byte != 0 {
      if byte == UInt8(ascii: "'") { word += "'\\'".utf8 }
      word.append(byte)
    }
    return word + [UInt8(ascii: "'")]
  }
}

extension ShellTemplate.Place {
  /// Whether one of the items has such a field, of as many as a command can have as words.
  func isField(of items: ChosenItems) -> Bool {
    if name.isEmpty { return true }
    var (isField, looked) = (false, 0)
    items.forEach { item in
      isField = ItemExport.value(at: name, of: item) != nil
      looked += 1
      return !isField && looked < ShellTemplate.mostItems
    }
    return isField
  }

  /// What of the items stands in a folder under a name that is no text, and would be taken for another.
  func strangeEntry(of items: ChosenItems) -> FolderEntry? {
    guard name.isEmpty || name == "path" else { return nil }
    var strange: FolderEntry?
    items.forEach { item in
      if let entry = item as? FolderEntry, !entry.isNameable { strange = entry }
      return strange == nil
    }
    return strange
  }

  /// What the items have there, a word for each.
  func words(of items: ChosenItems) -> [UInt8] {
    let piece = name.isEmpty ? FormatTemplate.Piece.whole : .field(name)
    var words: [UInt8] = []
    items.forEach { item in
      if !words.isEmpty { words.append(UInt8(ascii: " ")) }
      words += ShellTemplate.quoted(FormatTemplate.bytes(of: piece, item))
      return true
    }
    return words
  }
}
