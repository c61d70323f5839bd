internal import MocoaLocalization
package import MocoaModel

/// A template for a line of text with values of an item: `{field}`, `{a.b}` and `{}`.
///
/// `{}` is the complete item in the notation of its source. `{{` and `}}` are literal braces. A
/// missing value is empty text.
package struct FormatTemplate: Sendable, Equatable {
  /// The parsed template, whose fields are the paths between braces.
  ///
  /// The empty path represents the complete item.
  private var template = BraceTemplate<String>()

  /// An error in the text of a template.
  package struct ParseError: Error, Equatable, CustomStringConvertible {
    /// The number of the character where the error is, from 1.
    package let characterNumber: Int
    package let reason: String

    package var description: String { localized("character \(characterNumber): \(reason)") }
  }

  /// The template `{}`, which writes complete items in the notation of their source.
  package static let item: FormatTemplate = {
    var item = FormatTemplate()
    item.template.append("" as String)
    return item
  }()

  private init() {}

  /// Parses a template.
  ///
  /// - Throws: ``ParseError`` if a brace has no counterpart.
  package init(_ text: String) throws(ParseError) {
    var scanner = TemplateScanner(text)
    while let (token, start) = scanner.token() {
      switch token {
      case .opening: template.append(try Self.field(in: &scanner, start))
      case .closing:
        throw ParseError(
          characterNumber: start + 1,
          reason: localized("unmatched } (write }} for a literal brace)"))
      case .literal(let scalar): template.append(scalar)
      }
    }
  }

  /// Reads a field and its closing brace.
  ///
  /// - Parameter start: The offset of the opening brace, for error messages.
  private static func field(
    in scanner: inout TemplateScanner, _ start: Int
  ) throws(ParseError) -> String {
    if let field = scanner.field(while: { $0 != "{" && $0 != "}" }) { return field }
    let rest = scanner.scalars[scanner.position...]
    guard rest.contains("}"), let brace = rest.firstIndex(of: "{") else {
      throw ParseError(
        characterNumber: start + 1,
        reason: localized("unmatched { (write {{ for a literal brace)"))
    }
    throw ParseError(
      characterNumber: brace + 1,
      reason: localized("{ inside braces (close the first brace, or remove one)"))
  }

  /// Returns the line of text for an item.
  package func bytes(of item: any CellModel) -> [UInt8] {
    var line: [UInt8] = []
    for segment in template.segments {
      switch segment {
      case .text(let text): line += text.utf8
      case .field(let path): line += Self.bytes(ofField: path, of: item)
      }
    }
    return line
  }

  /// Returns the text of a field, or the complete item for the empty path.
  static func bytes(ofField path: String, of item: any CellModel) -> [UInt8] {
    path.isEmpty ? ItemSerializer.line(of: item) : ItemSerializer.text(at: path, of: item)
  }
}
