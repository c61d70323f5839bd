internal import MocoaModel

/// An element whose module may lack any part.
///
/// It describes the parts that its module has.
struct Trial: CellModel, Equatable, CustomStringConvertible {
  /// A part of a module.
  enum Part: String {
    case model = "Model"
    case view = "View"
    case viewModel = "ViewModel"
  }

  let group: Int
  let element: String

  /// The parts that are registered, or `nil` if the module is missing.
  let parts: [Part]?

  var itemID: ItemID { ItemID(element) }

  /// The registered parts as text.
  var registered: String {
    guard let parts else { return "nothing" }
    return parts.map(\.rawValue).joined(separator: ", ")
  }

  /// The text that a placeholder shows.
  var description: String { "\(element) of group \(group), registered: \(registered)" }
}

/// A section with one cell.
///
/// The last groups also have a header and a footer.
struct TrialGroup {
  let number: Int

  /// The parts that are registered for the cell.
  let cell: [Trial.Part]?

  /// The parts that are registered for header and footer, or `nil` if the section has neither.
  var ends: Ends?

  /// A header and a footer.
  struct Ends {
    let parts: [Trial.Part]?
  }

  /// All combinations of missing parts.
  static let all = [
    TrialGroup(number: 100, cell: nil),
    TrialGroup(number: 101, cell: [.model]),
    TrialGroup(number: 102, cell: [.view]),
    TrialGroup(number: 103, cell: [.viewModel]),
    TrialGroup(number: 104, cell: [.model, .viewModel]),
    TrialGroup(number: 105, cell: [.view, .viewModel]),
    TrialGroup(number: 106, cell: [.model, .view]),
    TrialGroup(number: 107, cell: [.model, .view, .viewModel]),
    TrialGroup(number: 108, cell: [.model, .view, .viewModel], ends: Ends(parts: nil)),
    TrialGroup(number: 109, cell: [.model, .view, .viewModel], ends: Ends(parts: [.viewModel])),
    TrialGroup(
      number: 110, cell: [.model, .view, .viewModel], ends: Ends(parts: [.view, .viewModel])),
  ]

  /// The group as a section, with the name of its module.
  var section: Section {
    func end(_ kind: String) -> Trial? {
      ends.map { Trial(group: number, element: kind, parts: $0.parts) }
    }
    return Section(
      id: ItemID(number), name: String(number), header: end("header"),
      items: [Trial(group: number, element: "cell", parts: cell)], footer: end("footer"))
  }
}
