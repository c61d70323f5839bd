internal import MocoaModel

/// A load of a list from the cache that is merged in slices, one in each turn of the main loop.
@MainActor
final class ListLoad {
  /// The maximum number of entities that are merged in one turn of the main loop, including nested
  /// ones.
  ///
  /// An entity that contains more is merged alone.
  nonisolated static let sliceSize = 128

  /// The number of rows, before and after, above which lists are compared in the background.
  static let mostAtOnce = 4096

  /// A change of the rows of a list toward the rows in the cache.
  enum Step: Sendable {
    /// The removal of rows, by their indexes before.
    case remove(Range<Int>)

    /// A row that moves, by its index before; it waits at the end of the list.
    case setAside(Int)

    /// The insertion of rows, by their indexes after.
    case insert(Range<Int>)

    /// The index after of a row that waits at the end.
    case putBack(Int)
  }

  /// The entities in the cache.
  nonisolated let entities: [any Entity]

  /// The time of the request to the cache.
  let asked: EntityStore.Asked

  /// A Boolean value that indicates whether the list was complete before the load.
  ///
  /// If so, the list can be edited during the load, and its observers see no loading phase.
  let isReload: Bool

  /// The context of each commit.
  let context: (any Sendable)?

  /// The steps from the current rows, or `nil` while they are computed.
  private var plan: Plan?

  private struct Plan: Sendable {
    /// The remaining steps, the next one last.
    var steps: [Step]

    /// The number of rows that are already in the list.
    var presentCount: Int
  }

  /// The number of rows before an index that were not inserted, because they were deleted during
  /// the load.
  private var skipped = 0

  /// The edit count of the list for which the steps are valid.
  var editCount = 0

  /// The closures to call when the load is complete or has ended.
  private var completions: [@MainActor (ListLoad) -> Void] = []

  init(
    _ entities: [any Entity], _ asked: EntityStore.Asked, isReload: Bool = false,
    context: (any Sendable)? = nil
  ) {
    (self.entities, self.asked) = (entities, asked)
    (self.isReload, self.context) = (isReload, context)
  }

  isolated deinit {
    if entities.count > Self.mostAtOnce { BackgroundRelease.release(entities) }
  }

  /// The fraction of the list that is loaded, from 0 to 1.
  var fraction: Double { Double(plan?.presentCount ?? 0) / Double(max(1, entities.count)) }

  var isDone: Bool { plan?.steps.isEmpty == true }

  /// Adds a closure that is called when the load is complete or has ended.
  ///
  /// If another load replaces this one, the closure is called with that load.
  func onEnd(_ perform: @escaping @MainActor (ListLoad) -> Void) { completions.append(perform) }

  /// Passes the pending closures to the load that replaces this one.
  func end(with other: ListLoad) {
    other.completions = completions + other.completions
    completions = []
  }

  /// Calls the pending closures.
  func end() {
    let all = completions
    completions = []
    for perform in all { perform(self) }
  }

  // MARK: - Steps

  /// Computes the steps from the current rows.
  ///
  /// Short lists are compared immediately, long ones in the background.
  func findSteps(from list: EntityList, then perform: @escaping @MainActor @Sendable () -> Void) {
    (plan, skipped, editCount) = (nil, 0, list.editCount)
    let (rows, entities) = (list.rows, entities)
    let isStarted =
      rows.count > 0 && rows.count + entities.count > Self.mostAtOnce
      && BackgroundThread.run {
        let plan = Self.plan(from: rows, to: entities)
        MainTurn.afterThis {
          self.plan = plan
          perform()
        }
      }
    if isStarted { return }
    plan = Self.plan(from: rows, to: entities)
    perform()
  }

  /// Returns the steps from the rows of a list to those of the cache.
  ///
  /// Rows are removed first, from the end of the list, so that the indexes of preceding rows stay
  /// valid. Rows are then inserted from the start.
  private nonisolated static func plan(from rows: ElementSequence, to entities: [any Entity])
    -> Plan
  {
    if rows.count == 0 {
      return Plan(steps: entities.isEmpty ? [] : [.insert(0..<entities.count)], presentCount: 0)
    }
    let changes = ChangeSet(
      from: ListSnapshot(sections: [SectionSnapshot(id: 0, items: rows)]),
      to: ListSnapshot(
        sections: [SectionSnapshot(id: 0, items: ElementSequence(elements: entities))]))
    let leaving =
      changes.deletions.map { (place: $0.range.lowerBound, step: Step.remove($0.range)) }
      + changes.moves.map { (place: $0.from.item, step: .setAside($0.from.item)) }
    let coming =
      changes.insertions.map { (place: $0.range.lowerBound, step: Step.insert($0.range)) }
      + changes.moves.map { (place: $0.to.item, step: .putBack($0.to.item)) }
    return Plan(
      steps: coming.sorted { $0.place > $1.place }.map(\.step)
        + leaving.sorted { $0.place < $1.place }.map(\.step),
      presentCount: changes.insertions.reduce(entities.count) { $0 - $1.range.count })
  }

  /// Performs the next steps as part of a transaction, up to one slice.
  ///
  /// - Parameter adopt: A closure that merges the entity of a new row and returns it, or returns
  ///   `nil` if the row must not exist.
  /// - Returns: The number of merged entities and of removed or moved rows.
  func performNext(
    on list: EntityList, adopt: (any Entity) -> (any Entity)?
  ) -> Int {
    var (rest, done) = (plan?.steps ?? [], 0)
    // An array with two owners would be copied.
    plan?.steps = []
    while done < Self.sliceSize, let step = rest.popLast() {
      switch step {
      case .remove(let range):
        let part = range.suffix(Self.sliceSize - done)
        list.replace(part, with: [])
        if part.count < range.count { rest.append(.remove(range.lowerBound..<part.lowerBound)) }
        done += part.count
      case .setAside(let place):
        let last = list.rows.count - 1
        if place < last { list.move(from: place, to: last) }
        done += 1
      case .putBack(let place):
        if let from = list.lastPosition(of: entities[place].itemID) {
          list.move(from: from, to: place - skipped)
        }
        done += 1
      case .insert(let range):
        let end = insert(range, list, &done, adopt)
        if end < range.upperBound { rest.append(.insert(end..<range.upperBound)) }
      }
    }
    plan?.steps = rest
    editCount = list.editCount
    return done
  }

  private func insert(
    _ range: Range<Int>, _ list: EntityList, _ done: inout Int,
    _ adopt: (any Entity) -> (any Entity)?
  ) -> Int {
    var (values, end) = ([any Entity](), range.lowerBound)
    repeat {
      let weight = Self.weight(of: entities[end], list.shape, limit: Self.sliceSize)
      // An entity that exceeds a slice is merged alone.
      if done > 0, done + weight > Self.sliceSize {
        done = Self.sliceSize
        break
      }
      done += weight
      if let value = adopt(entities[end]) { values.append(value) }
      end += 1
    } while done < Self.sliceSize && end < range.upperBound
    let place = range.lowerBound - skipped
    if !values.isEmpty || !list.isKnown {
      list.replace(list.isKnown ? place..<place : nil, with: values)
    }
    skipped += end - range.lowerBound - values.count
    plan?.presentCount += end - range.lowerBound
    return end
  }

  /// Returns the number of entities in a value, including itself, up to the limit.
  private static func weight(of value: any Entity, _ shape: EntityShape, limit: Int) -> Int {
    var weight = 1
    shape.forEachChild(of: value) { child in
      if weight < limit {
        weight += Self.weight(of: child, EntityShape.of(child), limit: limit - weight)
      }
    }
    return weight
  }
}
