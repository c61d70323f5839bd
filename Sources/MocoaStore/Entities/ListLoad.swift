internal import MocoaModel

/// A load of a list from the cache.
///
/// The rows are merged in slices, one in each turn of the main loop.
@MainActor
final class ListLoad {
  /// The maximum number of entities that are merged in one turn of the main loop, including nested
  /// ones.
  ///
  /// A row that contains more entities is merged alone.
  nonisolated static let sliceSize = 128

  /// The maximum number of old and new rows that are compared on the main thread.
  ///
  /// Longer lists are compared in the background.
  static let maxSynchronousRows = 4096

  /// A step that changes the rows in the store to match the rows in the cache.
  enum Step: Sendable {
    /// Moves the row at an old index temporarily to the end.
    case setAside(Int)

    /// Inserts the rows of a range of new indexes.
    case insert(Range<Int>)

    /// Moves a row from the end of the list to its new index.
    case putBack(Int)

    /// Removes old rows, starting at an index of the new rows.
    case remove(at: Int, count: Int)
  }

  /// The entities of the list in the cache.
  nonisolated let entities: [any Entity]

  /// The time of the request to the cache for the list.
  let requestTime: EntityStore.RequestTime

  /// A Boolean value that indicates whether the list was complete before this load.
  let isReload: Bool

  /// A Boolean value that indicates whether the list contains only a part of its old rows and only
  /// a part of its new rows.
  ///
  /// The list is then not complete, and refuses edits until the load ends.
  private(set) var isInParts = false

  /// The external changes of entities during the load.
  ///
  /// A later slice may insert an entity with the value before such a change, so these entities are
  /// loaded again at the end.
  private(set) var missed = ExternalChanges()

  /// The context that observers receive with each slice.
  let context: (any Sendable)?

  /// The remaining steps, or `nil` while they are computed.
  private var plan: Plan?

  private struct Plan: Sendable {
    /// The remaining steps in reverse order, so that the next step is the last element.
    var steps: [Step]

    /// The number of rows from the cache that are already in the list.
    var presentCount: Int
  }

  /// The number of rows that were not inserted until now, because they were deleted during the
  /// load.
  private var skipped = 0

  /// The edit count of the list when the steps were computed.
  ///
  /// The steps are not valid after further edits.
  var editCount = 0

  /// The closures to call when the load has ended.
  private var completions: [@MainActor (ListLoad) -> Void] = []

  init(
    _ entities: [any Entity], _ requestTime: EntityStore.RequestTime, isReload: Bool = false,
    context: (any Sendable)? = nil
  ) {
    (self.entities, self.requestTime) = (entities, requestTime)
    (self.isReload, self.context) = (isReload, context)
  }

  isolated deinit {
    if entities.count > Self.maxSynchronousRows { BackgroundRelease.release(entities) }
  }

  /// The fraction of the list that is loaded, from 0 to 1.
  var fraction: Double { Double(plan?.presentCount ?? 0) / Double(max(1, entities.count)) }

  var isDone: Bool { plan?.steps.isEmpty == true }

  /// Adds a closure that is called when the load has ended, completely or not.
  ///
  /// If another load replaces this one, the closure is called with that load.
  func onEnd(_ perform: @escaping @MainActor (ListLoad) -> Void) { completions.append(perform) }

  /// Passes the pending closures to the load that replaces this one.
  func end(with other: ListLoad) {
    other.completions = completions + other.completions
    completions = []
    other.isInParts = isInParts
    other.missed = takeMissed().merged(with: other.missed)
  }

  /// Adds external changes of entities that happened during the load.
  func miss(_ changes: ExternalChanges) {
    var entities = changes
    entities.lists = []
    missed = missed.merged(with: entities)
  }

  /// Removes and returns the external changes of entities that happened during the load.
  func takeMissed() -> ExternalChanges {
    defer { missed = ExternalChanges() }
    return missed
  }

  /// Ends the load and calls the closures that wait for it.
  func end() {
    let all = completions
    completions = []
    for perform in all { perform(self) }
  }

  // MARK: - Steps

  /// Computes the steps from the current rows of the list.
  ///
  /// Short lists are compared immediately, long ones in the background.
  func findSteps(
    from list: EntityList, completion perform: @escaping @MainActor @Sendable () -> Void
  ) {
    (plan, skipped, editCount) = (nil, 0, list.editCount)
    let (rows, entities) = (list.rows, entities)
    let isStarted =
      rows.count > 0 && rows.count + entities.count > Self.maxSynchronousRows
      && BackgroundThread.run {
        let plan = Self.plan(from: rows, to: entities)
        MainActorScheduler.schedule {
          self.plan = plan
          perform()
        }
      }
    if isStarted { return }
    plan = Self.plan(from: rows, to: entities)
    perform()
  }

  /// Returns the steps from the rows of a list to the rows of the cache.
  ///
  /// First, moved rows are set aside. Then, from front to back, new rows replace old ones, so that
  /// an old row stays visible until its replacement is inserted.
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
    var insertions =
      changes.insertions.map { (rows: $0.range, isMoved: false) }
      + changes.moves.map { (rows: $0.to.item..<($0.to.item + 1), isMoved: true) }
    insertions.sort { $0.rows.lowerBound < $1.rows.lowerBound }
    var replacement = Replacement(gaps(from: changes))
    // From back to front, so that a step does not change the indexes of later ones.
    replacement.steps = changes.moves.map(\.from.item).sorted(by: >).map { .setAside($0) }
    for part in insertions { replacement.insert(part.rows, isMoved: part.isMoved) }
    replacement.removeAll(before: .max)
    return Plan(
      steps: replacement.steps.reversed(),
      presentCount: changes.insertions.reduce(entities.count) { $0 - $1.range.count })
  }

  /// A run of adjacent rows to remove, with the number of remaining rows before the run.
  private struct Gap {
    let index: Int
    var count: Int
  }

  /// Returns the rows to remove, as runs of adjacent rows in order.
  private nonisolated static func gaps(from changes: ChangeSet) -> [Gap] {
    let leaving =
      changes.deletions.map { (rows: $0.range, isMoved: false) }
      + changes.moves.map { (rows: $0.from.item..<($0.from.item + 1), isMoved: true) }
    var (gaps, count): ([Gap], Int) = ([], 0)
    for part in leaving.sorted(by: { $0.rows.lowerBound < $1.rows.lowerBound }) {
      if !part.isMoved {
        gaps.append(Gap(index: part.rows.lowerBound - count, count: part.rows.count))
      }
      count += part.rows.count
    }
    return gaps
  }

  /// The steps that replace the old rows by the new ones, while they are computed.
  private struct Replacement {
    var steps: [Step] = []
    private var gaps: ArraySlice<Gap>

    /// The number of rows that were inserted or put back.
    private var count = 0

    init(_ gaps: [Gap]) { self.gaps = gaps[...] }

    /// Adds steps that insert rows, or put a row back, in place of old rows at the same index.
    mutating func insert(_ rows: Range<Int>, isMoved: Bool) {
      let index = rows.lowerBound - count
      removeAll(before: index)
      // A slice has both the new rows and the old ones.
      for start in stride(from: rows.lowerBound, to: rows.upperBound, by: ListLoad.sliceSize / 2) {
        let part = start..<min(start + ListLoad.sliceSize / 2, rows.upperBound)
        steps.append(isMoved ? .putBack(start) : .insert(part))
        count += part.count
        var remaining = part.count
        while remaining > 0, let gap = gaps.first, gap.index == index {
          remaining -= remove(remaining, of: gap)
        }
      }
    }

    /// Adds steps that remove the old rows before an index.
    ///
    /// The index counts only the remaining rows.
    mutating func removeAll(before index: Int) {
      while let gap = gaps.first, gap.index < index { _ = remove(gap.count, of: gap) }
    }

    /// Adds a step that removes at most `most` rows of the first gap.
    ///
    /// - Returns: The number of removed rows.
    private mutating func remove(_ most: Int, of gap: Gap) -> Int {
      let removed = min(most, gap.count)
      steps.append(.remove(at: gap.index + count, count: removed))
      if removed == gap.count {
        gaps.removeFirst()
      } else {
        gaps[gaps.startIndex].count -= removed
      }
      return removed
    }
  }

  /// Performs the next steps as part of a transaction, up to one slice.
  ///
  /// - Parameter adopt: A closure that merges the entity of a new row and returns it, or returns
  ///   `nil` if the row must not exist.
  /// - Returns: The number of merged entities and of removed or moved rows.
  func performNext(
    on list: EntityList, adopt: (any Entity) -> (any Entity)?
  ) -> Int {
    var (remaining, done) = (plan?.steps ?? [], 0)
    // An array with two owners would be copied.
    plan?.steps = []
    while done < Self.sliceSize, let step = remaining.popLast() {
      switch step {
      case .remove(let index, let count):
        let removed = min(count, Self.sliceSize - done)
        list.replace((index - skipped)..<(index - skipped + removed), with: [])
        if removed < count { remaining.append(.remove(at: index, count: count - removed)) }
        done += removed
      case .setAside(let index):
        let last = list.rows.count - 1
        if index < last { list.move(from: index, to: last) }
        done += 1
      case .putBack(let index):
        if let from = list.lastPosition(of: entities[index].itemID) {
          list.move(from: from, to: index - skipped)
        }
        done += 1
      case .insert(let range):
        let end = insert(range, list, &done, adopt)
        if end < range.upperBound { remaining.append(.insert(end..<range.upperBound)) }
      }
    }
    plan?.steps = remaining
    if !remaining.isEmpty { isInParts = true }
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
    let start = range.lowerBound - skipped
    if !values.isEmpty || !list.isLoaded {
      list.replace(list.isLoaded ? start..<start : nil, with: values)
    }
    skipped += end - range.lowerBound - values.count
    plan?.presentCount += end - range.lowerBound
    return end
  }

  /// Returns the number of entities in a value, including the value itself.
  ///
  /// Counting stops at the limit.
  private static func weight(of value: any Entity, _ shape: EntityDescriptor, limit: Int) -> Int {
    var weight = 1
    shape.forEachChild(of: value) { child in
      if weight < limit {
        weight += Self.weight(
          of: child, EntityDescriptor.descriptor(for: child), limit: limit - weight)
      }
    }
    return weight
  }
}
