internal import MocoaModel

/// A list that is taken over from the cache, a bounded part of it in each turn of the main loop.
@MainActor
final class ListLoad {
  /// At most so many entities are taken over in one turn of the main loop, those in others among them;
  /// an entity that contains more is taken over alone.
  nonisolated static let sliceSize = 128

  /// Lists with more rows, before and after, are compared in the background.
  static let mostAtOnce = 4096

  /// A change that brings a list nearer to what the cache has.
  enum Step: Sendable {
    /// Rows that are gone, in the positions before.
    case remove(Range<Int>)

    /// A row that is elsewhere, in the positions before; it waits at the end.
    case setAside(Int)

    /// Rows that are new, in the positions after.
    case insert(Range<Int>)

    /// The position after of a row that waits at the end.
    case putBack(Int)
  }

  /// The entities that the cache has.
  nonisolated let entities: [any Entity]

  /// When the cache was asked for them.
  let asked: EntityStore.Asked

  /// Whether the list was complete before: it can be edited then, and its observers see no loading.
  let isReload: Bool

  /// The context of each commit.
  let context: (any Sendable)?

  /// The steps from the rows that a list has; nil while they are being computed.
  private var plan: Plan?

  private struct Plan: Sendable {
    /// The steps that are left, the next one last.
    var steps: [Step]

    /// The number of rows that are in the list already.
    var presentCount: Int
  }

  /// The number of rows before a position that were not inserted, as they were deleted meanwhile.
  private var skipped = 0

  /// The edits of the list that these steps follow.
  var editCount = 0

  /// Called with the load that is done, or has ended.
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

  /// How much of the list is there, 0 to 1.
  var fraction: Double { Double(plan?.presentCount ?? 0) / Double(max(1, entities.count)) }

  var isDone: Bool { plan?.steps.isEmpty == true }

  /// Calls when it is done, or has ended; with the load that took its place if there is one.
  func onEnd(_ perform: @escaping @MainActor (ListLoad) -> Void) { completions.append(perform) }

  /// Has another load, which takes its place, call those who wait.
  func end(with other: ListLoad) {
    other.completions = completions + other.completions
    completions = []
  }

  /// Calls those who wait.
  func end() {
    let all = completions
    completions = []
    for perform in all { perform(self) }
  }

  // MARK: - Steps

  /// Finds the steps, from the rows as they are; at once if there are few.
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

  /// First rows leave, from behind, so that those in front stay where they are; then others come, from
  /// the front.
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

  /// Does the next steps, as part of a transaction: as many as one turn may do.
  ///
  /// - Parameter adopt: takes over the entity of a new row; returns nil if there is to be no such row.
  /// - Returns: how many entities were taken over, or rows removed or moved.
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
      // One that is heavier than a slice comes alone.
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

  /// The number of entities in a value, itself among them, as far as the limit.
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
