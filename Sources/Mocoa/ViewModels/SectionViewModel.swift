internal import MocoaModel

/// The view model of one section: it holds those cells, header and footer that were looked at.
@MainActor
open class SectionViewModel: ViewModel {
  /// Where the section stands in its list.
  public internal(set) final var position: Int

  /// The module its class came from; nil where the plain class is used.
  public internal(set) final var module: Module?

  /// The name of the section's module.
  public internal(set) final var moduleName: String

  final var header: AnyCellViewModel?
  final var footer: AnyCellViewModel?
  /// The cells made so far, by the position of their item.
  final var cells: [Int: AnyCellViewModel] = [:]

  /// A section view model at a position; lists make them.
  public required init(position: Int, moduleName: String) {
    self.position = position
    self.moduleName = moduleName
    super.init()
  }

  /// Consumes `redraw` of its cells, header and footer; passes all else on.
  open override func didReceive(_ emission: Emission) {
    guard emission.name == .redraw, let list = parent as? ListViewModel,
      let redraw = redraw(of: emission.target)
    else {
      super.didReceive(emission)
      return
    }
    list.redraw([redraw])
  }

  /// Forgets a child that was removed, so that it is made anew when looked at.
  open override func didRemoveChild(_ child: ViewModel) {
    if child === header { header = nil }
    if child === footer { footer = nil }
    if let cell = child as? AnyCellViewModel, let path = cell.path {
      if cells[path.item] === cell { cells[path.item] = nil }
      cell.path = nil
    }
  }

  private func redraw(of child: ViewModel) -> ListUpdate.Redraw? {
    if child === header { return .header(section: position) }
    if child === footer { return .footer(section: position) }
    guard let path = (child as? AnyCellViewModel)?.path else { return nil }
    return .item(path)
  }

  /// Where a child belongs among those made: header, footer, cells in the order of their items.
  final func place(of viewModel: AnyCellViewModel) -> Int {
    if viewModel === header { return 0 }
    if viewModel === footer { return header == nil ? 0 : 1 }
    let item = viewModel.path?.item ?? 0
    // Children added by hand have no place in the list; they stay where they are.
    return children.firstIndex { child in
      guard let path = (child as? AnyCellViewModel)?.path else { return false }
      return path.item > item
    } ?? children.count
  }
}
