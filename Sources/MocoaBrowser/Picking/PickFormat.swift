internal import MocoaLocalization
internal import MocoaModel

/// The output format of picked items.
enum PickFormat: Equatable, Sendable {
  /// JSON, with one item on each line.
  case json

  /// The text that a template produces for each item.
  case template(FormatTemplate)

  /// Parses the value of `--format`.
  ///
  /// - Throws: `Options.OptionsError` if the value is neither `json` nor a valid template.
  init(parsing text: String) throws(Options.OptionsError) {
    if text == "json" { self = .json; return }
    do throws(FormatTemplate.ParseError) {
      self = .template(try FormatTemplate(text))
    } catch {
      throw .illegal(
        option: "--format", value: text, expected: localized("json or a template: \(error)"))
    }
  }

  func bytes(of item: any CellModel) -> [UInt8] {
    switch self {
    case .json: ItemSerializer.json(of: item)
    case .template(let template): template.bytes(of: item)
    }
  }
}
