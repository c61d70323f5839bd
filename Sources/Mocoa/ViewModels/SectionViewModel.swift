internal import MocoaModel

/// The view model of one section of a list.
///
/// Its children are the cells, header, supplements and footer that were accessed.
@MainActor
open class SectionViewModel: ViewModel {
  /// The index of the section among the displayed sections of its list.
  public internal(set) final var shownPosition: Int

  /// The index of the section in the content of its list, to which edits refer.
  ///
  /// It is -1 for a group of a query, because a group is not a section of the content.
  public final var position: Int {
    guard let list = parent as? ListViewModel else { return shownPosition }
    return list.contentPosition(ofSection: shownPosition) ?? -1
  }

  /// The list that created this view model.
  ///
  /// Edits use it to find a section that a query hides.
  final weak var sourceList: ListViewModel?

  /// The identity of the section in that list.
  final var sectionID: ItemID?

  /// The module that registers the class of this view model, or `nil` for the default class.
  public internal(set) final var module: Module?

  /// The name of the section's module.
  public internal(set) final var moduleName: String

  /// The existing view models of the header, supplements and footer, by rank.
  final var boundaries = WeakViewModelMap<AnyCellViewModel>()
  /// The existing view models of the cells, by the index of their item.
  final var cells = WeakViewModelMap<AnyCellViewModel>()

  /// Creates a section view model.
  ///
  /// Lists call this initializer.
  public required init(position: Int, moduleName: String) {
    shownPosition = position
    self.moduleName = moduleName
    super.init()
  }

  /// Consumes `redraw` emissions of its cells, header, supplements and footer, and forwards all
  /// others.
  open override func didReceive(_ emission: Emission) {
    guard emission.name == .redraw, let list = parent as? ListViewModel,
      let redraw = redraw(of: emission.target)
    else {
      super.didReceive(emission)
      return
    }
    list.redraw(redraw, for: emission)
  }

  /// Removes the record of a child that was removed.
  ///
  /// The list creates a new one on the next access.
  open override func didRemoveChild(_ child: ViewModel) {
    guard let child = child as? AnyCellViewModel, let rank = rank(of: child) else { return }
    if boundaries[rank] === child { boundaries[rank] = nil }
    if cells[rank] === child { cells[rank] = nil }
    (child.shownPath, child.boundary) = (nil, nil)
  }

  private func redraw(of child: ViewModel) -> ListUpdate.Redraw? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath.map { .item($0) }
      ?? child.boundary.map { .element(.boundary($0, section: shownPosition)) }
  }

  /// Returns the index at which a child is inserted among the existing children.
  ///
  /// Their order is header, footer, supplements, cells.
  final func insertionIndex(of viewModel: AnyCellViewModel) -> Int {
    insertionIndex(ofRank: rank(of: viewModel) ?? 0) { rank(of: $0) }
  }

  /// Returns the rank that determines the order of a child, or `nil` for a child that other code
  /// has added.
  final func rank(of child: ViewModel) -> Int? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath?.item ?? child.boundary?.rank
  }
}

extension ViewModel {
  /// Returns the index at which a child of a rank is inserted, after the children of lower or equal
  /// rank.
  ///
  /// Children without a rank, which other code has added, are ignored.
  ///
  /// - Complexity: O(log *n*) if few children have no rank.
  final func insertionIndex(ofRank rank: Int, by rankOf: (ViewModel) -> Int?) -> Int {
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
