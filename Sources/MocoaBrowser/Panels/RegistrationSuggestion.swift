internal import Mocoa
internal import MocoaTerminal

/// The registration in Swift that would make a real cell of a placeholder.
@MainActor
struct RegistrationSuggestion {
  /// The lines of code.
  let lines: [String]

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
    lines =
      [base] + place
      + calls.sorted(by: Self.order).map { part in
        switch part {
        case .model: "  .model(\(type).self)"
        case .viewModel: "  .register(\(type)CellViewModel.self)"
        case .view: "  .view(\(type)Cell.self)"
        }
      }
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
