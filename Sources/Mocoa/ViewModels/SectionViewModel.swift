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

  // Like `cells`, these find what `children` owns.
  final weak var header: AnyCellViewModel?
  final weak var footer: AnyCellViewModel?
  /// The cells made so far, by the position of their item.
  final var cells = Made<AnyCellViewModel>()

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
    list.redraw(redraw, for: emission)
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
    place(ofRank: rank(of: viewModel) ?? 0) { rank(of: $0) }
  }

  /// The order of a child among those of the list; nil for those that were added by hand.
  final func rank(of child: ViewModel) -> Int? {
    if child === header { return Nearby.header }
    if child === footer { return Nearby.footer }
    return (child as? AnyCellViewModel)?.path?.item
  }
}

extension ViewModel {
  /// Where a child of a rank belongs, so that it stands behind those of lower rank; children without
  /// a rank were added by hand, and stay where they are.
  ///
  /// - Complexity: O(log n) where few children have no rank.
  final func place(ofRank rank: Int, by rankOf: (ViewModel) -> Int?) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, rankOf(children[probe]) == nil { probe += 1 }
      if probe < high, let other = rankOf(children[probe]), other <= rank {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
