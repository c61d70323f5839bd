internal import MocoaLanguage
internal import MocoaData
internal import MocoaModel

/// How picked items are printed.
enum PickFormat: Equatable, Sendable {
  /// As JSON, one in a line.
  case json

  /// As a template has it.
  case template(FormatTemplate)

  /// Reads the value of `--format`.
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
