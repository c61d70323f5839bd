internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The text of the inspector: the data and state of a view model, and how its module was found.
///
/// ```text
///  placeholder at section 0, row 4 ─ kind "bootleg"
///  reason       no module for this kind
///  asked for    mocoa://music/:/bootleg
///  tried        mocoa://music/:/bootleg  not registered
///               mocoa://music/:/:        not registered
///  fill it      y copy manifest  Y copy Swift  w write bootleg.json
///  Swift        registry.define("mocoa://music/")
///                 .section.cell("bootleg")
///                 .register(BootlegCellViewModel.self)
///                 .view(BootlegCell.self)
/// ```
@MainActor
struct InspectorReport {
  /// The maximum number of characters that are shown of a value.
  private static let valueLimit = 2000

  /// The maximum number of fields that are shown.
  private static let fieldLimit = 500

  private(set) var lines: [TextContent.Line] = []

  private let keys: KeyBindings

  init(of viewModel: ViewModel, keys: KeyBindings) {
    self.keys = keys
    switch viewModel {
    case let cell as AnyCellViewModel: append(cell)
    case let page as PageViewModel: append(page)
    case let list as ListViewModel:
      heading("\(type(of: list))")
      add(localized("module"), ["\(list.module.url)"])
      add(localized("selection"), [Self.text(of: list.selectionMode)])
      registrations(of: list.module)
    case let section as SectionViewModel:
      heading(localized("\(type(of: section)) ─ section \(section.shownPosition)"))
      if let module = section.module { registrations(of: module) }
    default: heading("\(type(of: viewModel))")
    }
    let cell = viewModel as? AnyCellViewModel
    if let cell { model(of: cell) }
    add(localized("tree"), InspectorTree.lines(around: viewModel))
    guard let cell, let manifest = RegistrationSuggestion(for: cell)?.manifest else { return }
    add(localized("manifest"), manifest.text.split(separator: "\n").map(String.init), .number)
  }

  private mutating func append(_ cell: AnyCellViewModel) {
    heading(of: cell)
    resolution(of: cell)
    if let module = cell.module ?? cell.resolution?.requestedModule { registrations(of: module) }
    keys(of: cell)
    guard let suggestion = RegistrationSuggestion(for: cell) else { return }
    add(localized("register"), [suggestion.hints(keys).map(\.text).joined(separator: "  ")])
    add("Swift", suggestion.code, .number)
  }

  private mutating func append(_ page: PageViewModel) {
    let placeholder = page as? PlaceholderPageViewModel
    heading(placeholder == nil ? "\(type(of: page))" : localized("placeholder page"))
    if let placeholder { add(localized("reason"), [placeholder.reason], .warning) }
    add(localized("url"), ["\(page.url)"])
    let options = page.options.names.map { name in
      "\(name) = \(page.options[name].map { "\($0)" } ?? "nil")"
    }
    add(localized("options"), options.map { String($0.prefix(Self.valueLimit)) })
    if let module = page.module { registrations(of: module) }
  }

  private mutating func heading(_ text: String) {
    lines.append(.init([.init(text, .heading)]))
  }

  private mutating func heading(of cell: AnyCellViewModel) {
    var text = cell is PlaceholderViewModel ? localized("placeholder") : "\(type(of: cell))"
    switch cell.listElement?.element {
    case .item(let path): text += localized(" at section \(path.section), row \(path.item)")
    case .boundary(let end, let section):
      text += localized(", \(InspectorTree.text(of: end)) of section \(section)")
    case nil: break
    }
    if let name = cell.resolution?.request.name, !name.isEmpty {
      text += localized(" ─ kind \"\(name)\"")
    }
    heading(text)
    if case .placeholder(let reason) = CellDrawing(of: cell) {
      add(localized("reason"), ["\(reason)"], .warning)
    }
  }

  private mutating func resolution(of cell: AnyCellViewModel) {
    guard let resolution = cell.resolution else {
      if let requested = cell.requestedAddress { add(localized("requested"), [requested]) }
      add(localized("view"), [Self.drawer(of: cell)])
      return
    }
    add(localized("requested"), [resolution.requested])
    add(localized("resolved"), [resolution.resolved?.url.description ?? localized("not found")])
    let width = resolution.candidates.map(\.url.count).max() ?? 0
    add(
      localized("candidates"),
      resolution.candidates.map { padded($0.url, to: width) + "  \($0.outcome)" })
    add(localized("view model"), ["\(type(of: cell))"])
    add(localized("view"), [Self.drawer(of: cell)])
  }

  private static func text(of mode: SelectionMode) -> String {
    switch mode {
    case .none: localized("none")
    case .single: localized("one item")
    case .multiple: localized("several items")
    }
  }

  private static func drawer(of cell: AnyCellViewModel) -> String {
    switch CellDrawing(of: cell) {
    case .view(let view): view.name
    case .content, .row: localized("its text content")
    case .placeholder: localized("a placeholder")
    }
  }

  /// Adds the registrations of a module, including replaced ones.
  private mutating func registrations(of module: Module) {
    add(
      localized("registered"),
      module.registrations.map {
        padded($0.slot.rawValue, to: 10) + "  \($0.type)  (\($0.origin))"
      })
  }

  /// Adds the keys that the manifest of the cell defines.
  private mutating func keys(of cell: AnyCellViewModel) {
    let keys = (cell as? TemplateCellViewModel)?.template?.keys ?? []
    add(localized("keys"), keys.map { "\($0.key)  \($0.url.text)" })
  }

  private mutating func model(of cell: AnyCellViewModel) {
    guard let element = cell.element else { return }
    let record = element as? any FieldReadable
    if let problem = record?.errorMessage { add(localized("problem"), [problem], .warning) }
    if let remark = record?.warningMessage { add(localized("warning"), [remark], .warning) }
    add(localized("model"), ["\(type(of: element))"])
    let fields = record.map(Self.fields) ?? SwiftValue.fields(of: element, limit: Self.valueLimit)
    let width = min(20, fields.lazy.map { Canvas.columns(of: $0.name, atMost: 20) }.max() ?? 0)
    for (name, value) in fields {
      let label = padded(name, to: width)
      lines.append(
        .init([.init(padded("", to: 11), .detail), .init(label, .detail), .init(value, .title)]))
    }
    let rest = (record?.fieldNames.count ?? 0) - Self.fieldLimit
    if rest > 0 { add("", [localized("… and \(rest) more fields")]) }
  }

  private static func fields(of record: any FieldReadable) -> [(name: String, value: String)] {
    record.fields.prefix(fieldLimit).map { ($0.name, $0.value.summary(limit: valueLimit)) }
  }

  /// Adds lines, the first of which begins with a label.
  private mutating func add(
    _ label: String, _ texts: [String], _ role: TextContent.Role = .title
  ) {
    for (index, text) in texts.enumerated() {
      let name = padded(index == 0 ? label : "", to: 11)
      lines.append(.init([.init(name, .detail), .init(text, role)]))
    }
  }
}

/// The fields of a Swift value, found by reflection.
enum SwiftValue {
  /// Returns the stored properties of a value with their names.
  ///
  /// If it has none, returns the value itself.
  static func fields(of value: Any, limit: Int) -> [(name: String, value: String)] {
    let fields = Mirror(reflecting: value).children.compactMap { child in
      child.label.map { (name: $0, value: String(text(of: child.value).prefix(limit))) }
    }
    return fields.isEmpty ? [("value", String("\(value)".prefix(limit)))] : fields
  }

  /// Returns a short text of a value.
  ///
  /// For an optional, it is that of its content; for a collection, the number of elements.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "none"
    case .collection:
      return mirror.children.count == 1
        ? localized("1 value") : localized("\(mirror.children.count) values")
    default: return "\(value)"
    }
  }
}
