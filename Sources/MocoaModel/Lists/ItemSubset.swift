/// An ordered selection of items of one or more lists, with the content that they have at one
/// moment.
///
/// It can be read on any thread.
public struct ItemSubset: Sendable {
  /// A selection of items of one list.
  public struct Slice: Sendable {
    /// The list at the moment when the items were selected.
    public let list: ListSnapshot

    /// The paths of the selected items, as runs.
    public let runs: [ChangeSet.Run]

    /// Creates a selection of some items of a list.
    ///
    /// - Precondition: The list has all of the items.
    public init(_ list: ListSnapshot, _ runs: [ChangeSet.Run]) {
      (self.list, self.runs) = (list, runs)
    }
  }

  /// The selected items of each list, in order.
  public let slices: [Slice]

  /// Creates a subset with items of several lists.
  public init(parts: [Slice]) { self.slices = parts }

  /// Creates a subset with the item at a path, or an empty subset if the list does not have the
  /// path.
  public init(_ list: ListSnapshot, _ path: ItemPath) {
    guard list.contains(path) else {
      self.init(parts: [])
      return
    }
    self.init(parts: [
      Slice(list, [.init(section: path.section, range: path.item..<(path.item + 1))])
    ])
  }

  /// Creates a subset with all items of a list.
  public init(allOf list: ListSnapshot) {
    let runs = list.sections.enumerated().map { number, section in
      ChangeSet.Run(section: number, range: 0..<section.items.count)
    }
    self.init(parts: [Slice(list, runs)])
  }

  /// The number of items in the subset.
  public var count: Int {
    slices.reduce(0) { sum, part in part.runs.reduce(sum) { $0 + $1.range.count } }
  }

  /// Calls a closure with each item in order, until the closure returns `false`.
  public func forEach<Failure: Error>(
    _ body: (any CellModel) throws(Failure) -> Bool
  ) throws(Failure) {
    for part in slices {
      for run in part.runs {
        for item in run.range {
          let path = ItemPath(section: run.section, item: item)
          guard try body(part.list.element(at: path)) else { return }
        }
      }
    }
  }

  /// Returns a subset with the first items, at most `limit`.
  ///
  /// - Complexity: O(limit + parts).
  package func prefix(_ limit: Int) -> ItemSubset {
    var left = limit
    var kept: [Slice] = []
    for part in slices where left > 0 {
      var runs: [ChangeSet.Run] = []
      for run in part.runs {
        if left == 0 { break }
        let range = run.range.prefix(left)
        left -= range.count
        runs.append(.init(section: run.section, range: range))
      }
      kept.append(Slice(part.list, runs))
    }
    return ItemSubset(parts: kept)
  }

  /// The first item, or `nil` if the subset is empty.
  public var first: (any CellModel)? {
    var first: (any CellModel)?
    forEach { item in
      first = item
      return false
    }
    return first
  }
}
