internal import MocoaLocalization
public import MocoaModel

/// One line of a cell, compiled from text such as
/// `{title:title}  {year:detail} >> {size:number bytes}`.
///
/// The grammar is in <doc:Templates>. A template is compiled once, and creates the line of any
/// record without parsing its text again. Missing values of a record are omitted; no record causes
/// an error.
public struct LineTemplate: Hashable, Sendable {
  typealias Segment = BraceTemplate<TemplateField>.Segment

  /// A group of adjacent fields and literal texts without a gap between them.
  ///
  /// The segments of a part are shown or hidden together.
  struct Part: Hashable, Sendable {
    var segments: [Segment] = []

    /// Returns the spans of the part for a record.
    ///
    /// The result is empty if all its fields are empty and all its literal texts are blank.
    func spans(of record: any FieldReadable) -> [TextContent.Span] {
      var spans: [TextContent.Span] = []
      var isSeen = false
      for segment in segments {
        switch segment {
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

  /// The text from which the template was compiled.
  public let text: String

  private let leading: [Part]
  private let trailing: [Part]

  init(text: String, leading: [Part], trailing: [Part]) {
    (self.text, self.leading, self.trailing) = (text, leading, trailing)
  }

  /// Creates a template by compiling its text.
  ///
  /// - Throws: The first error in the text. `compile` returns all errors.
  public init(_ text: String) throws(TemplateError) {
    let (template, errors) = Self.compile(text)
    if let error = errors.first { throw error }
    self = template
  }

  /// Compiles the valid parts of a template, and returns the errors in the other parts.
  public static func compile(_ text: String) -> (template: LineTemplate, errors: [TemplateError]) {
    var parser = TemplateParser(text)
    let template = parser.line()
    return (template, parser.errors)
  }

  /// Returns the line of a record.
  public func line(of record: any FieldReadable) -> TextContent.Line {
    TextContent.Line(
      leading.flatMap { $0.spans(of: record) }, trailing: trailing.flatMap { $0.spans(of: record) })
  }
}

/// An error in a template.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the error, in Unicode scalars.
  public let position: Int

  /// A short description of the error.
  public let reason: String

  /// The text that the author probably meant, or `nil` if it is unknown.
  public let suggestion: String?

  /// A Boolean value that indicates whether the error concerns the whole template and has no
  /// offset.
  let isAboutTemplate: Bool

  init(_ position: Int, _ reason: String, suggestion: String? = nil, isOfAll: Bool = false) {
    (self.position, self.reason, self.suggestion) = (position, reason, suggestion)
    self.isAboutTemplate = isOfAll
  }

  /// The reason and the location of the error in one line.
  ///
  /// The character number counts from 1.
  public var description: String {
    localized("\(reason) at character \(position + 1)")
      + (suggestion.map { localized(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
