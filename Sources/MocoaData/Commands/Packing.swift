internal import MocoaModel

/// Puts what is new in a list into little memory of its own, so that it shares all else with the list
/// before: many versions can be kept then, and none of them holds all that was printed for it.
enum Packing {
  /// More bytes than these stay where they are.
  private static let limit = 1 << 20

  /// The same update, with a list after that shares what did not change.
  static func pack(_ update: ListUpdate) -> ListUpdate {
    var update = update
    let (before, after, changes) = (update.before, update.after, update.changes)
    guard before.sections.count == 1, after.sections.count == 1 else { return update }
    let fresh = fresh(in: changes)
    guard let chunk = chunk(of: fresh, in: after.sections[0].items) else { return update }
    // Only what is fresh is taken from this list.
    var packed = after
    var items = ElementSequence()
    var (place, taken) = (0, 0)
    let all = ElementSequence(chunk)
    for range in fresh.ranges {
      items = items + after.sections[0].items.slice(place..<range.lowerBound)
      items = items + all.slice(taken..<(taken + range.count))
      (place, taken) = (range.upperBound, taken + range.count)
    }
    packed.sections[0].items = items + after.sections[0].items.slice(place..<after.itemCount)
    guard let shared = try? changes.applying(to: before, taking: packed) else { return update }
    update.after = shared
    return update
  }

  /// Where the list after has what the list before has not.
  private static func fresh(in changes: ChangeSet) -> RangeSet<Int> {
    var places = RangeSet<Int>()
    for run in changes.insertions { places.insert(contentsOf: run.range) }
    for step in changes.updates { places.insert(contentsOf: step.to.item..<(step.to.item + 1)) }
    return places
  }

  /// The records at some places as one chunk; nil where they are too large, or gone.
  private static func chunk(of places: RangeSet<Int>, in items: ElementSequence) -> RecordChunk? {
    var leaves: [(chunk: RecordChunk, range: Range<Int>)] = []
    for range in places.ranges {
      items.forEachLeaf(in: range) { leaf in
        if let chunk = leaf.chunk as? RecordChunk { leaves.append((chunk, leaf.range)) }
      }
    }
    let size = leaves.reduce(0) { $0 + $1.chunk.size(of: $1.range) }
    guard let first = leaves.first?.chunk, size <= limit else { return nil }
    var packer = RecordPacker()
    for (chunk, range) in leaves {
      for index in range where !packer.append(chunk, index) { return nil }
    }
    return packer.chunk(like: first)
  }
}
