internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// All there is to know of a cell: its data, and how the module that shows it was found.
///
/// ```text
///  placeholder at section 0, row 4 ─ kind "bootleg"
///  asked for    mocoa://music/:/bootleg
///  tried        mocoa://music/:/bootleg  not registered
///               mocoa://music/:/:        not registered
///  fill it      registry["mocoa://music/"]
///                 .section.cell("bootleg")
///                 .register(BootlegCellViewModel.self)
///                 .view(BootlegCell.self)
/// ```
@MainActor
struct InspectorReport {
  /// How much of a field is shown; and how many fields are.
  private static let valueLimit = 300
  private static let fieldLimit = 500

  private var lines: [TextContent.Line] = []

  init(of cell: AnyCellViewModel) {
    heading(of: cell)
    resolution(of: cell)
    registrations(of: cell)
    if let suggestion = RegistrationSuggestion(for: cell) {
      add("fill it", suggestion.lines, .number)
    }
    model(of: cell)
  }

  func panel(theme: Theme) -> TextPanel {
    TextPanel(title: "inspector", lines: lines, theme: theme)
  }

  private mutating func heading(of cell: AnyCellViewModel) {
    var text = cell is PlaceholderViewModel ? "placeholder" : "\(type(of: cell))"
    if let path = cell.path { text += " at section \(path.section), row \(path.item)" }
    if let name = cell.resolution?.request.name, !name.isEmpty { text += " ─ kind \"\(name)\"" }
    lines.append(.init([.init(text, .heading)]))
    if case .placeholder(let reason) = CellDrawing(of: cell) {
      add("reason", ["\(reason)"], .warning)
    }
  }

  private mutating func resolution(of cell: AnyCellViewModel) {
    guard let resolution = cell.resolution else { return }
    add("asked for", [resolution.requested])
    add("resolved", [resolution.resolved?.url.description ?? "to nothing"])
    let width = resolution.tried.map(\.url.count).max() ?? 0
    add("tried", resolution.tried.map { padded($0.url, to: width) + "  \($0.outcome)" })
    add("view model", ["\(type(of: cell))"])
    add("drawn by", [Self.drawer(of: cell)])
  }

  private static func drawer(of cell: AnyCellViewModel) -> String {
    switch CellDrawing(of: cell) {
    case .view(let view): view.name
    case .content: "its text content"
    case .placeholder: "a placeholder"
    }
  }

  /// What was registered where; of a slot that was filled twice, both.
  private mutating func registrations(of cell: AnyCellViewModel) {
    guard let module = cell.resolution?.resolved ?? cell.resolution?.requestedModule else { return }
    add(
      "registered",
      module.registrations.map { padded($0.slot, to: 10) + "  \($0.type)  (\($0.origin))" })
  }

  private mutating func model(of cell: AnyCellViewModel) {
    guard let element = cell.element else { return }
    let record = element as? any FieldReadable
    if let problem = record?.problem { add("problem", [problem], .warning) }
    guard let record, !record.fieldNames.isEmpty else {
      add("model", ["\(type(of: element))  \(SwiftValue.summary(of: element))"])
      return
    }
    add("model", ["\(type(of: element))"])
    for name in record.fieldNames.prefix(Self.fieldLimit) {
      let value = record.field(name)?.summary(limit: Self.valueLimit) ?? ""
      lines.append(
        .init([.init(padded("", to: 11), .detail), .init(name, .detail), .init(value, .title)]))
    }
    let rest = record.fieldNames.count - Self.fieldLimit
    if rest > 0 { add("", ["… and \(rest) more fields"]) }
  }

  /// Adds lines, the first of them with a label.
  private mutating func add(
    _ label: String, _ texts: [String], _ role: TextContent.Role = .title
  ) {
    for (index, text) in texts.enumerated() {
      let name = padded(index == 0 ? label : "", to: 11)
      lines.append(.init([.init(name, .detail), .init(text, role)]))
    }
  }
}

/// A Swift value as its type's properties say, in a line.
enum SwiftValue {
  static func summary(of value: Any) -> String {
    let children = Mirror(reflecting: value).children
    let fields = children.prefix(12).compactMap { child in
      child.label.map { "\($0) \(String("\(child.value)".prefix(60)))" }
    }
    return fields.isEmpty ? String("\(value)".prefix(200)) : fields.joined(separator: " · ")
  }
}
