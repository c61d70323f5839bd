internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The computation of the rows of a page from the items of a list.
enum TallyKind {
  /// The number of items with each value of a field: `mocoa://count/?field=…&of=…`.
  case counts(field: String)

  /// The number of items in adjacent ranges of numbers or times:
  /// `mocoa://histogram/?field=…&step=…&of=…`.
  ///
  /// The scale is `nil` for automatic ranges.
  case histogram(field: String, scale: HistogramScale?)

  /// The fields of the items with statistics: `mocoa://fields/?of=…`.
  ///
  /// The associated value contains the fields, or is `nil` for all fields.
  case fields([String]?)

  static let countDomain = "count"
  static let histogramDomain = "histogram"
  static let fieldsDomain = "fields"

  /// The option with the URL of the list.
  static let baseOption = "of"

  /// The option with the field that is counted.
  static let fieldOption = "field"

  /// The option with the size of the buckets, such as `0.5` or `15 min`.
  private static let stepOption = "step"

  /// The option with the listed fields.
  private static let namesOption = "names"

  /// Reads a URL, or returns `nil` if it does not name a field.
  init?(_ url: ModuleURL) {
    if url.domain == Self.fieldsDomain {
      self = .fields(url[Self.namesOption].map { FieldListSyntax.words($0).map(\.name) })
      return
    }
    guard let field = url[Self.fieldOption], !field.isEmpty else { return nil }
    self =
      url.domain == Self.histogramDomain
      ? .histogram(
        field: field, scale: url[Self.stepOption].flatMap(HistogramScale.init(stepText:)))
      : .counts(field: field)
  }

  /// Returns the URL of the page for a list.
  func url(of base: ModuleURL) -> ModuleURL? {
    let options: [(String, String)]
    let domain: String
    switch self {
    case .counts(let field): (domain, options) = (Self.countDomain, [(Self.fieldOption, field)])
    case .histogram(let field, let scale):
      let step = scale.map { [(Self.stepOption, $0.stepText)] } ?? []
      (domain, options) = (Self.histogramDomain, [(Self.fieldOption, field)] + step)
    case .fields(let names):
      (domain, options) = (
        Self.fieldsDomain, names.map { [(Self.namesOption, FieldListSyntax.line($0))] } ?? []
      )
    }
    return try? ModuleURL(
      domain: domain,
      options: (options + [(Self.baseOption, base.description)]).map {
        .init(name: $0.0, value: $0.1)
      })
  }

  /// The field that is counted, or `nil` for a list of fields.
  var field: String? {
    switch self {
    case .counts(let field), .histogram(let field, _): field
    case .fields: nil
    }
  }

  /// The message for an empty list.
  var emptyMessage: String {
    switch self {
    case .counts: localized("no values")
    case .histogram: localized("no numbers or times")
    case .fields: localized("no fields")
    }
  }
}
