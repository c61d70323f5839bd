internal import MocoaLocalization
package import MocoaModel

/// A template for a line of text with values of an item: `{field}`, `{a.b}` and `{}`.
///
/// `{}` is the complete item as it is written in its source. `{{` and `}}` are literal braces. A
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
    /// The number of the character with the error, from 1.
    package let characterNumber: Int
    package let reason: String

    package var description: String { localized("character \(characterNumber): \(reason)") }
  }

  /// The template `{}`, which writes items as they are in their source.
  package static let item = FormatTemplate(segments: [.item])

  init(segments: [Segment]) { self.segments = segments }

  /// Parses a template.
  ///
  /// - Throws: ``ParseError`` if a brace has no counterpart.
  package init(_ text: String) throws(ParseError) {
    var segments = SegmentList()
    let characters = Array(text.unicodeScalars)
    var index = 0
    while index < characters.count {
      let isDouble = index + 1 < characters.count && characters[index + 1] == characters[index]
      switch characters[index] {
      case "{" where isDouble, "}" where isDouble:
        segments.append(characters[index])
        index += 2
      case "{":
        let remaining = characters[(index + 1)...]
        guard let end = remaining.firstIndex(of: "}") else {
          throw ParseError(
            characterNumber: index + 1,
            reason: localized("unmatched { (write {{ for a literal brace)"))
        }
        if let brace = remaining[..<end].firstIndex(of: "{") {
          throw ParseError(characterNumber: brace + 1, reason: localized("{ inside braces"))
        }
        segments.append(field: characters[(index + 1)..<end])
        index = end + 1
      case "}":
        throw ParseError(
          characterNumber: index + 1,
          reason: localized("unmatched } (write }} for a literal brace)"))
      default:
        segments.append(characters[index])
        index += 1
      }
    }
    self.segments = segments.finished
  }

  /// Returns the line for an item.
  package func bytes(of item: any CellModel) -> [UInt8] {
    var line: [UInt8] = []
    for segment in segments { line += Self.bytes(of: segment, item) }
    return line
  }

  static func bytes(of segment: Segment, _ item: any CellModel) -> [UInt8] {
    switch segment {
    case .text(let text): text
    case .item: ItemSerializer.line(of: item)
    case .field(let path): ItemSerializer.text(at: path, of: item)
    }
  }

  /// A list of pieces that merges adjacent texts.
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
