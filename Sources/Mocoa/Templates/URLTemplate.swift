internal import MocoaLocalization
public import MocoaModel

/// The URL that a record opens, compiled from text such as `mocoa://music/artist?id={artist.id}`.
///
/// Fields may occur only in the query or the fragment of the URL, because its path must not depend
/// on data. The values are percent-encoded.
public struct URLTemplate: Hashable, Sendable {
  /// The text from which the template was compiled.
  public let text: String

  /// The address of the module, which does not depend on the record.
  public let module: ModuleURL

  private let template: BraceTemplate<FieldPath>

  /// The schemes of URLs that address modules.
  private static let schemes = ["mocoa", "http", "https"]

  /// Creates a template by compiling its text.
  ///
  /// - Throws: The first error in the text.
  public init(_ text: String) throws(TemplateError) {
    guard text.utf8.count <= TemplateParser.maxLength else {
      throw TemplateError(0, localized("the URL is longer than 10,000 bytes"))
    }
    template = try Self.template(text)
    self.text = text
    let sample = Self.joined(template) { _ in "x" } ?? ""
    do {
      module = try ModuleURL(sample).withoutOptions
    } catch {
      throw TemplateError(0, localized("illegal URL: \(error)"), isOfAll: true)
    }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard Self.schemes.contains(scheme) else {
      throw TemplateError(
        0, localized("illegal URL: unsupported scheme \"\(scheme)\""),
        suggestion: Suggestion.nearest(to: scheme, among: Self.schemes), isOfAll: true)
    }
  }

  /// A Boolean value that indicates whether all records open the same page.
  public var isConstant: Bool {
    template.segments.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// Returns the URL of a record, or `nil` if the record lacks a field of the template.
  public func url(for record: any FieldReadable) -> ModuleURL? {
    let text = Self.joined(template) { path in
      guard let value = path.value(in: record), value != .null else { return nil }
      return value.scalarString ?? value.description
    }
    return text.flatMap { try? ModuleURL($0) }
  }

  /// Returns a text in which values replace the fields, or `nil` if a value is missing.
  private static func joined(
    _ template: BraceTemplate<FieldPath>, _ value: (FieldPath) -> String?
  ) -> String? {
    var text = ""
    for segment in template.segments {
      switch segment {
      case .text(let part): text += part
      case .field(let path):
        guard let value = value(path) else { return nil }
        text += PercentEncoding.encode(value, keeping: "/")
      }
    }
    return text
  }

  private static func template(_ text: String) throws(TemplateError) -> BraceTemplate<FieldPath> {
    var parser = TemplateParser(text, areBracesDoubled: false)
    var template = BraceTemplate<FieldPath>()
    var isData = false
    while let (token, start) = parser.scanner.token() {
      switch token {
      case .opening:
        guard isData else {
          throw TemplateError(
            start, localized("fields are allowed only in the query (…?id={id})"))
        }
        parser.scanner.skipBlanks()
        template.append(try parser.path())
        parser.scanner.skipBlanks()
        guard parser.scanner.accept("}") else {
          throw parser.makeError(localized("expected }, \(parser.scanner.finding)"))
        }
      case .closing: template.append("}")
      case .literal(let scalar):
        isData = isData || scalar == "?" || scalar == "#"
        template.append(scalar)
      }
    }
    return template
  }
}
