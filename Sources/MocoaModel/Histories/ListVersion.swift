/// One version of a list, and what made it of the version before.
struct ListVersion {
  private(set) var snapshot: ListSnapshot

  /// What makes it of the version before; nil for the first.
  var changes: ChangeSet?

  /// About how many bytes it adds to the version before.
  var footprint = 0

  /// When it came to be, in seconds since 1970.
  let time: Int

  /// Takes an addition into this version.
  mutating func grow(by update: ListUpdate, _ added: Int) {
    if let changes { self.changes = try? changes.followed(by: update.changes) }
    footprint += added
    snapshot = update.after
  }

  /// What every version costs: the branches of its trees, and its place in the history.
  private static let least = 1 << 10

  /// About how many bytes a version keeps that the one before does not.
  ///
  /// - Complexity: O(chunks of both).
  static func footprint(of update: ListUpdate) -> Int {
    let old = Set(update.before.chunks.map { ObjectIdentifier($0) })
    var chunks: [ObjectIdentifier: Int] = [:]
    for chunk in update.after.chunks where !old.contains(ObjectIdentifier(chunk)) {
      chunks[ObjectIdentifier(chunk)] = chunk.footprint
    }
    return least + chunks.values.reduce(update.changes.footprint, +)
  }
}

extension ChangeSet {
  /// About how many bytes it takes.
  fileprivate var footprint: Int {
    let sections = countsBefore.count + countsAfter.count + sectionDeletions.count
    let runs = deletions.count + insertions.count + reloads.count + sectionInsertions.count
    let steps = moves.count + updates.count + sectionMoves.count + sectionUpdates.count
    return 8 * sections + 24 * runs + 32 * steps
  }
}

extension ListSnapshot {
  /// The chunks that hold its items.
  fileprivate var chunks: [any ElementChunk] {
    var chunks: [any ElementChunk] = []
    for section in sections {
      section.items.forEachLeaf(in: 0..<section.items.count) { chunks.append($0.chunk) }
    }
    return chunks
  }
}
