internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The registration that would make a real cell of a placeholder: in Swift, and as a manifest.
@MainActor
struct RegistrationSuggestion {
  /// The lines of Swift.
  let code: [String]

  /// The manifest; nil where none can fill it, as for what is no record.
  let manifest: Manifest?

  /// A manifest as text, and what it may be called.
  struct Manifest {
    let text: String
    let name: String
  }

  /// The keys by which one gets it.
  func hints(_ keys: Keys) -> [String] {
    let code = keys.offer((.copyCode, phrase("copy Swift")))
    guard let manifest else { return [code].filter { !$0.isEmpty } }
    let copy = keys.offer((.copy, phrase("copy manifest")))
    let write = keys.offer((.writeManifest, phrase("write \(manifest.name).json")))
    return [copy, code, write].filter { !$0.isEmpty }
  }

  /// Nil where the cell is no placeholder, or where no registration would help.
  init?(for cell: AnyCellViewModel) {
    guard case .placeholder(let reason) = CellDrawing(of: cell), let resolution = cell.resolution
    else { return nil }
    let parts: [PlaceholderReason.Part]
    switch reason {
    case .noModule: parts = [.viewModel, .view]
    case .lacks(let missing): parts = missing
    case .illegalName, .notAModule, .model, .view: return nil
    }
    let type = Self.typeName(of: resolution.request)
    // A view model class over a concrete model fixes the model type as well.
    let calls = parts.contains(.viewModel) ? parts.filter { $0 != .model } : parts
    let address = resolution.resolved?.url ?? resolution.request.list
    let base = "registry[\"\(address)\"]"
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

  /// So many elements of the list are looked at for others of the kind.
  private static let sampleLimit = 100

  /// A manifest that shows the fields of this record, with room for those of others of its kind.
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
    // What names the kind says nothing more in its rows.
    let kindField = record.fields.first {
      !request.name.isEmpty && $0.value == .text(request.name)
    }?.name
    let head = ManifestDraft.Head(url: "\(request.list)", title: list, kindField: kindField)
    guard !draft.isEmpty, case .object(var members) = draft.manifest(head) else { return nil }
    // What has no kind, or another, is no business of this one.
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

  /// A name for the types, made from the name of the kind.
  private static func typeName(of request: Resolution.Request) -> String {
    let source = request.name.isEmpty ? request.section : request.name
    let words = source.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Item" + name
  }
}
