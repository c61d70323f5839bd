/// Items that something is to be done with, in order, as they are now: they may be read on any thread.
public struct ChosenItems: Sendable {
  /// Items of one list.
  public struct Part: Sendable {
    /// The list, as it was when they were chosen.
    public let list: ListSnapshot

    /// Where the items stand in it.
    public let runs: [ChangeSet.Run]

    /// Items of a list.
    ///
    /// - Precondition: the list has all of them.
    public init(_ list: ListSnapshot, _ runs: [ChangeSet.Run]) {
      (self.list, self.runs) = (list, runs)
    }
  }

  /// The items, part behind part.
  public let parts: [Part]

  /// Items from several lists.
  public init(parts: [Part]) { self.parts = parts }

  /// One item of a list; none for a path that the list does not have.
  public init(_ list: ListSnapshot, _ path: ItemPath) {
    guard list.contains(path) else {
      self.init(parts: [])
      return
    }
    self.init(parts: [
      Part(list, [.init(section: path.section, range: path.item..<(path.item + 1))])
    ])
  }

  /// All items of a list.
  public init(allOf list: ListSnapshot) {
    let runs = list.sections.enumerated().map { number, section in
      ChangeSet.Run(section: number, range: 0..<section.items.count)
    }
    self.init(parts: [Part(list, runs)])
  }

  /// How many items there are.
  public var count: Int {
    parts.reduce(0) { sum, part in part.runs.reduce(sum) { $0 + $1.range.count } }
  }

  /// Calls with each item in order, until it answers false.
  public func forEach<Failure: Error>(
    _ body: (any CellModel) throws(Failure) -> Bool
  ) throws(Failure) {
    for part in parts {
      for run in part.runs {
        for item in run.range {
          let path = ItemPath(section: run.section, item: item)
          guard try body(part.list.element(at: path)) else { return }
        }
      }
    }
  }

  /// The first items, at most so many.
  ///
  /// - Complexity: O(limit + parts).
  package func prefix(_ limit: Int) -> ChosenItems {
    var left = limit
    var kept: [Part] = []
    for part in parts where left > 0 {
      var runs: [ChangeSet.Run] = []
      for run in part.runs {
        if left == 0 { break }
        let range = run.range.prefix(left)
        left -= range.count
        runs.append(.init(section: run.section, range: range))
      }
      kept.append(Part(part.list, runs))
    }
    return ChosenItems(parts: kept)
  }

  /// The first item; nil where there is none.
  public var first: (any CellModel)? {
    var first: (any CellModel)?
    forEach { item in
      first = item
      return false
    }
    return first
  }
}
