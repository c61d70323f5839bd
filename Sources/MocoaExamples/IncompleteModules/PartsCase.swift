internal import MocoaModel

/// The model of an element whose module may lack any part.
///
/// It describes the parts that its module has.
struct PartsCase: CellModel, Equatable, CustomStringConvertible {
  /// A part of a module.
  enum Part: String {
    case model = "Model"
    case view = "View"
    case viewModel = "ViewModel"
  }

  let group: Int
  let element: String

  /// The parts that are registered in the module, or `nil` if the module is missing.
  let parts: [Part]?

  var itemID: ItemID { ItemID(element) }

  /// The registered parts as text.
  var registered: String {
    guard let parts else { return "nothing" }
    return parts.map(\.rawValue).joined(separator: ", ")
  }

  /// The text that a placeholder for the element shows.
  var description: String { "\(element) of group \(group), registered: \(registered)" }
}

/// A group of elements: a section with one cell.
///
/// The last groups also have a header and a footer.
struct PartsCaseGroup {
  let number: Int

  /// The parts that are registered for the cell.
  let cell: [PartsCase.Part]?

  /// The parts that are registered for header and footer, or `nil` if the section has neither.
  var ends: Boundaries?

  /// A header and a footer.
  struct Boundaries {
    let parts: [PartsCase.Part]?
  }

  /// All groups, with each combination of missing parts.
  static let all = [
    PartsCaseGroup(number: 100, cell: nil),
    PartsCaseGroup(number: 101, cell: [.model]),
    PartsCaseGroup(number: 102, cell: [.view]),
    PartsCaseGroup(number: 103, cell: [.viewModel]),
    PartsCaseGroup(number: 104, cell: [.model, .viewModel]),
    PartsCaseGroup(number: 105, cell: [.view, .viewModel]),
    PartsCaseGroup(number: 106, cell: [.model, .view]),
    PartsCaseGroup(number: 107, cell: [.model, .view, .viewModel]),
    PartsCaseGroup(number: 108, cell: [.model, .view, .viewModel], ends: Boundaries(parts: nil)),
    PartsCaseGroup(
      number: 109, cell: [.model, .view, .viewModel], ends: Boundaries(parts: [.viewModel])),
    PartsCaseGroup(
      number: 110, cell: [.model, .view, .viewModel], ends: Boundaries(parts: [.view, .viewModel])),
  ]

  /// The group as a section, whose module name is the number of the group.
  var section: Section {
    func end(_ kind: String) -> PartsCase? {
      ends.map { PartsCase(group: number, element: kind, parts: $0.parts) }
    }
    return Section(
      id: ItemID(number), moduleName: String(number), header: end("header"),
      items: [PartsCase(group: number, element: "cell", parts: cell)], footer: end("footer"))
  }
}
