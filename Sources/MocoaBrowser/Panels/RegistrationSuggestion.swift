internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A suggested registration that replaces a placeholder with a view, as Swift code and as a
/// manifest.
@MainActor
struct RegistrationSuggestion {
  /// The lines of Swift code.
  let code: [String]

  /// The manifest, or `nil` if a manifest cannot show the item, for example because it is not a
  /// record.
  let manifest: Manifest?

  /// The text of a manifest, and a name for its file.
  struct Manifest {
    let text: String
    let name: String
  }

  /// Returns hints with the keys that copy or write the suggestion.
  func hints(_ keys: KeyBindings) -> [KeyHint] {
    let code = keys.hint(of: .copyCode, localized("copy Swift"))
    guard let manifest else { return [code].compactMap(\.self) }
    let copy = keys.hint(of: .copy, localized("copy manifest"))
    let write = keys.hint(of: .writeManifest, localized("write \(manifest.name).json"))
    return [copy, code, write].compactMap(\.self)
  }

  /// Creates a suggestion, or returns `nil` if the cell is not a placeholder or no registration
  /// would help.
  init?(for cell: AnyCellViewModel) {
    guard case .placeholder(let reason) = CellDrawing(of: cell), let resolution = cell.resolution
    else { return nil }
    let parts: [PlaceholderReason.Part]
    switch reason {
    case .noModule: parts = [.viewModel, .view]
    case .missingParts(let missing): parts = missing
    case .illegalName, .notAModule, .model, .view: return nil
    }
    let type = Self.typeName(of: resolution.request)
    // A view model class with a concrete model also determines the model type.
    let calls = parts.contains(.viewModel) ? parts.filter { $0 != .model } : parts
    let address = resolution.resolved?.url ?? resolution.request.list
    let base = "registry.define(\"\(address)\")"
    let place = resolution.resolved == nil ? ["  " + Self.accessors(resolution.request)] : []
    code =
      [base] + place
      + calls.sorted(by: Self.order).map { part in
        switch part {
        case .model: "  .model(\(type).self)"
        case .viewModel: "  .register(\(type)CellViewModel.self)"
        case .view: "  .view(\(type)Cell.self)"
        }
      }
    manifest = Self.manifest(for: cell, resolution)
  }

  /// The maximum number of items that are examined for other records of the same kind.
  private static let sampleLimit = 100

  /// Returns a manifest for the fields of the record and of other records of its kind.
  private static func manifest(for cell: AnyCellViewModel, _ resolution: Resolution) -> Manifest? {
    let request = resolution.request
    guard request.kind == .cell, cell is PlaceholderViewModel,
      let record = cell.element as? any FieldReadable
    else { return nil }
    var draft = ManifestDraft()
    draft.add(record, kind: request.name)
    if let list = cell.listElement?.list.snapshot {
      var path = list.firstPath
      for _ in 0..<sampleLimit {
        guard let next = path else { break }
        let element = list.element(at: next)
        if element.moduleName == request.name, let other = element as? any FieldReadable {
          draft.add(other, kind: request.name)
        }
        path = list.path(after: next)
      }
    }
    let list = request.list.path.last?.name ?? request.list.domain
    // The field that names the kind is not repeated in the rows.
    let kindField = record.fields.first {
      !request.name.isEmpty && $0.value == .string(request.name)
    }?.name
    let head = ManifestDraft.Metadata(url: "\(request.list)", title: list, kindField: kindField)
    guard !draft.isEmpty, case .object(var members) = draft.manifest(head) else { return nil }
    // The manifest has no default row, which would apply to other kinds.
    if !request.name.isEmpty { members.removeAll { $0.name == "row" } }
    let name = request.name.isEmpty ? list : request.name
    return Manifest(
      text: JSONText.indented(.object(members)) + "\n", name: SanitizedText.line(name))
  }

  private static func order(_ left: PlaceholderReason.Part, _ right: PlaceholderReason.Part) -> Bool
  {
    let order: [PlaceholderReason.Part] = [.model, .viewModel, .view]
    return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
  }

  private static func accessors(_ request: Resolution.Request) -> String {
    let section = request.section.isEmpty ? ".section" : ".section(\"\(request.section)\")"
    let kind = request.kind == .cell ? "cell" : request.kind.segmentKind
    return section + "." + kind + (request.name.isEmpty ? "" : "(\"\(request.name)\")")
  }

  /// Returns a name for the types in the code, which is derived from the name of the kind.
  private static func typeName(of request: Resolution.Request) -> String {
    let source = request.name.isEmpty ? request.section : request.name
    let words = source.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Item" + name
  }
}
