internal import MocoaModel

/// An element whose module may lack anything; it says what its module has.
struct Trial: CellModel, Equatable, CustomStringConvertible {
  /// A part of a module.
  enum Part: String {
    case model = "Model"
    case view = "View"
    case viewModel = "ViewModel"
  }

  let group: Int
  let element: String

  /// What is registered for it; nil for no module at all.
  let parts: [Part]?

  var itemID: ItemID { ItemID(element) }

  /// What is registered, in words.
  var registered: String {
    guard let parts else { return "nothing" }
    return parts.map(\.rawValue).joined(separator: ", ")
  }

  /// What a placeholder shows of it.
  var description: String { "\(element) of group \(group), registered: \(registered)" }
}

/// One section with one cell, and in the last groups a header and a footer too.
struct TrialGroup {
  let number: Int

  /// What is registered for the cell.
  let cell: [Trial.Part]?

  /// What is registered for header and footer; nil where the section has none.
  var ends: Ends?

  /// A header and a footer.
  struct Ends {
    let parts: [Trial.Part]?
  }

  /// The crash-proof matrix: every combination of what can be missing.
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

  /// The group as a section, whose name is that of its module.
  var section: Section {
    func end(_ kind: String) -> Trial? {
      ends.map { Trial(group: number, element: kind, parts: $0.parts) }
    }
    return Section(
      id: ItemID(number), name: String(number), header: end("header"),
      items: [Trial(group: number, element: "cell", parts: cell)], footer: end("footer"))
  }
}
