internal import MocoaLanguage
internal import MocoaData
internal import MocoaModel

/// The output format of picked items.
enum PickFormat: Equatable, Sendable {
  /// JSON, with one item on each line.
  case json

  /// The text of a template.
  case template(FormatTemplate)

  /// Parses the value of `--format`.
  ///
  /// - Throws: `Options.Fault` if the value is neither `json` nor a valid template.
  static func read(_ text: String) throws(Options.Fault) -> PickFormat {
    if text == "json" { return .json }
    do throws(FormatTemplate.Fault) {
      return .template(try FormatTemplate(text))
    } catch {
      throw .illegal(
        option: "--format", value: text, expected: phrase("json or a template: \(error)"))
    }
  }

  func bytes(of item: any CellModel) -> [UInt8] {
    switch self {
    case .json: ItemExport.json(of: item)
    case .template(let template): template.bytes(of: item)
    }
  }
}
