internal import MocoaLanguage
public import MocoaModel

/// One line of a row, compiled from a text like `{title:title}  {year:detail} >> {size:number bytes}`.
///
/// The grammar is in <doc:Templates>. A template is compiled once and makes the line of any record
/// without reading its text again. What a record does not have is left out; nothing about a record
/// is an error.
public struct LineTemplate: Hashable, Sendable {
  /// A text that stands as it is, or a field.
  enum Piece: Hashable, Sendable {
    case text(String)
    case field(TemplateField)
  }

  /// What stands together, without room between; what is seen of it, or not, as a whole.
  struct Part: Hashable, Sendable {
    var pieces: [Piece] = []

    /// The spans for a record; none where no field has anything and no text is more than blanks.
    func spans(of record: any FieldReadable) -> [TextContent.Span] {
      var spans: [TextContent.Span] = []
      var isSeen = false
      for piece in pieces {
        switch piece {
        case .text(let text):
          isSeen = isSeen || text.utf8.contains { $0 != 0x20 }
          spans.append(.init(text, .detail, isJoined: !spans.isEmpty))
        case .field(let field):
          guard let span = field.span(of: record, isJoined: !spans.isEmpty) else { continue }
          isSeen = true
          spans.append(span)
        }
      }
      return isSeen ? spans : []
    }
  }

  /// The text it was compiled from.
  public let text: String

  let leading: [Part]
  let trailing: [Part]

  init(text: String, leading: [Part], trailing: [Part]) {
    (self.text, self.leading, self.trailing) = (text, leading, trailing)
  }

  /// Compiles a template.
  ///
  /// - Throws: the first mistake in it; `compile` tells all.
  public init(_ text: String) throws(TemplateFault) {
    let (template, faults) = Self.compile(text)
    if let fault = faults.first { throw fault }
    self = template
  }

  /// Compiles a template as far as it is right, and says what is wrong with the rest.
  public static func compile(_ text: String) -> (template: LineTemplate, faults: [TemplateFault]) {
    var parser = TemplateParser(text)
    let template = parser.line()
    return (template, parser.faults)
  }

  /// The line of a record.
  public func line(of record: any FieldReadable) -> TextContent.Line {
    TextContent.Line(
      leading.flatMap { $0.spans(of: record) }, trailing: trailing.flatMap { $0.spans(of: record) })
  }
}

/// A mistake in a template, as data.
public struct TemplateFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it is: how many characters (Unicode scalars) stand before it.
  public let position: Int

  /// What is wrong, in a few words.
  public let reason: String

  /// What was probably meant.
  public let suggestion: String?

  /// Whether the whole is wrong, and not something at that place.
  let isOfAll: Bool

  init(_ position: Int, _ reason: String, suggestion: String? = nil, isOfAll: Bool = false) {
    (self.position, self.reason, self.suggestion) = (position, reason, suggestion)
    self.isOfAll = isOfAll
  }

  /// The mistake in one line, with its place.
  public var description: String {
    phrase("\(reason) at character \(position + 1)")
      + (suggestion.map { phrase(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
