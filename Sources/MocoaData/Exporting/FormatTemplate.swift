internal import MocoaLocalization
package import MocoaModel

/// A template for a line of text with values of an item: `{field}`, `{a.b}` and `{}`.
///
/// `{}` is the complete item as it is written in its source. `{{` and `}}` are literal braces. A
/// missing value is empty text.
package struct FormatTemplate: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case text([UInt8])
    case whole
    case field(String)
  }

  let pieces: [Piece]

  /// An error in the text of a template.
  package struct ParseError: Error, Equatable, CustomStringConvertible {
    /// The number of the character with the error, from 1.
    package let place: Int
    package let reason: String

    package var description: String { localized("character \(place): \(reason)") }
  }

  /// The template `{}`, which writes items as they are in their source.
  package static let item = FormatTemplate(pieces: [.whole])

  init(pieces: [Piece]) { self.pieces = pieces }

  /// Parses a template.
  ///
  /// - Throws: ``ParseError`` if a brace has no counterpart.
  package init(_ text: String) throws(ParseError) {
    var pieces = Pieces()
    let characters = Array(text.unicodeScalars)
    var place = 0
    while place < characters.count {
      let isDouble = place + 1 < characters.count && characters[place + 1] == characters[place]
      switch characters[place] {
      case "{" where isDouble, "}" where isDouble:
        pieces.append(characters[place])
        place += 2
      case "{":
        let rest = characters[(place + 1)...]
        guard let end = rest.firstIndex(of: "}") else {
          throw ParseError(
            place: place + 1, reason: localized("unmatched { (write {{ for a literal brace)"))
        }
        if let brace = rest[..<end].firstIndex(of: "{") {
          throw ParseError(place: brace + 1, reason: localized("{ inside braces"))
        }
        pieces.append(field: characters[(place + 1)..<end])
        place = end + 1
      case "}":
        throw ParseError(
          place: place + 1, reason: localized("unmatched } (write }} for a literal brace)"))
      default:
        pieces.append(characters[place])
        place += 1
      }
    }
    self.pieces = pieces.finished
  }

  /// Returns the line for an item.
  package func bytes(of item: any CellModel) -> [UInt8] {
    var line: [UInt8] = []
    for piece in pieces { line += Self.bytes(of: piece, item) }
    return line
  }

  static func bytes(of piece: Piece, _ item: any CellModel) -> [UInt8] {
    switch piece {
    case .text(let text): text
    case .whole: ItemSerializer.line(of: item)
    case .field(let path): ItemSerializer.text(at: path, of: item)
    }
  }

  /// A list of pieces that merges adjacent texts.
  struct Pieces {
    private var pieces: [Piece] = []
    private var text: [UInt8] = []

    mutating func append(_ scalar: Unicode.Scalar) { text += Array(String(scalar).utf8) }

    mutating func append(field name: ArraySlice<Unicode.Scalar>) {
      endText()
      let name = name.reduce(into: "") { $0.unicodeScalars.append($1) }
      pieces.append(name.isEmpty ? .whole : .field(name))
    }

    private mutating func endText() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = []
    }

    var finished: [Piece] {
      var all = self
      all.endText()
      return all.pieces
    }
  }
}
