internal import MocoaModel

/// The view model of one section: it holds those cells, header, supplements and footer that
/// were looked at.
@MainActor
open class SectionViewModel: ViewModel {
  /// The position of the section among those that its list displays.
  public internal(set) final var shownPosition: Int

  /// The position of the section in the content of its list, to which edits refer; -1 for a group
  /// of a query, which is no section of the content.
  public final var position: Int {
    guard let list = parent as? ListViewModel else { return shownPosition }
    return list.contentPosition(ofSection: shownPosition) ?? -1
  }

  /// The list that has made it, and the section that it was made of: a query may hide that, and
  /// edits still find it.
  final weak var home: ListViewModel?
  final var sectionID: ItemID?

  /// The module its class came from; nil where the plain class is used.
  public internal(set) final var module: Module?

  /// The name of the section's module.
  public internal(set) final var moduleName: String

  /// Header, supplements and footer made so far, by their rank.
  final var ends = Made<AnyCellViewModel>()
  /// The cells made so far, by the position of their item.
  final var cells = Made<AnyCellViewModel>()

  /// A section view model at a position; lists make them.
  public required init(position: Int, moduleName: String) {
    shownPosition = position
    self.moduleName = moduleName
    super.init()
  }

  /// Consumes `redraw` of its cells, header, supplements and footer; passes all else on.
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
    guard let child = child as? AnyCellViewModel, let rank = rank(of: child) else { return }
    if ends[rank] === child { ends[rank] = nil }
    if cells[rank] === child { cells[rank] = nil }
    (child.shownPath, child.end) = (nil, nil)
  }

  private func redraw(of child: ViewModel) -> ListUpdate.Redraw? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath.map { .item($0) }
      ?? child.end.map { .element(.end($0, section: shownPosition)) }
  }

  /// Where a child belongs among those made: header, footer, supplements, cells in order.
  final func place(of viewModel: AnyCellViewModel) -> Int {
    place(ofRank: rank(of: viewModel) ?? 0) { rank(of: $0) }
  }

  /// The order of a child among those of the list; nil for those that were added by hand.
  final func rank(of child: ViewModel) -> Int? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath?.item ?? child.end?.rank
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
