internal import MocoaLocalization
package import MocoaModel

/// A template for a line of text with values of an item: `{field}`, `{a.b}` and `{}`.
///
/// `{}` is the complete item in the notation of its source. `{{` and `}}` are literal braces. A
/// missing value is empty text.
package struct FormatTemplate: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case text([UInt8])
    case item
    case field(String)
  }

  let segments: [Segment]

  /// An error in the text of a template.
  package struct ParseError: Error, Equatable, CustomStringConvertible {
    /// The number of the character where the error is, from 1.
    package let characterNumber: Int
    package let reason: String

    package var description: String { localized("character \(characterNumber): \(reason)") }
  }

  /// The template `{}`, which writes complete items in the notation of their source.
  package static let item = FormatTemplate(segments: [.item])

  init(segments pieces: [Segment]) { self.segments = pieces }

  /// Parses a template.
  ///
  /// - Throws: ``ParseError`` if a brace has no counterpart.
  package init(_ text: String) throws(ParseError) {
    var pieces = SegmentList()
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
            characterNumber: place + 1,
            reason: localized("unmatched { (write {{ for a literal brace)"))
        }
        if let brace = rest[..<end].firstIndex(of: "{") {
          throw ParseError(characterNumber: brace + 1, reason: localized("{ inside braces"))
        }
        pieces.append(field: characters[(place + 1)..<end])
        place = end + 1
      case "}":
        throw ParseError(
          characterNumber: place + 1,
          reason: localized("unmatched } (write }} for a literal brace)"))
      default:
        pieces.append(characters[place])
        place += 1
      }
    }
    self.segments = pieces.finished
  }

  /// Returns the line of text for an item.
  package func bytes(of item: any CellModel) -> [UInt8] {
    var line: [UInt8] = []
    for piece in segments { line += Self.bytes(of: piece, item) }
    return line
  }

  static func bytes(of piece: Segment, _ item: any CellModel) -> [UInt8] {
    switch piece {
    case .text(let text): text
    case .item: ItemSerializer.line(of: item)
    case .field(let path): ItemSerializer.text(at: path, of: item)
    }
  }

  /// A list of segments that merges adjacent texts.
  struct SegmentList {
    private var segments: [Segment] = []
    private var text: [UInt8] = []

    mutating func append(_ scalar: Unicode.Scalar) { text += Array(String(scalar).utf8) }

    mutating func append(field name: ArraySlice<Unicode.Scalar>) {
      endText()
      let name = name.reduce(into: "") { $0.unicodeScalars.append($1) }
      segments.append(name.isEmpty ? .item : .field(name))
    }

    private mutating func endText() {
      if !text.isEmpty { segments.append(.text(text)) }
      text = []
    }

    var finished: [Segment] {
      var all = self
      all.endText()
      return all.segments
    }
  }
}
