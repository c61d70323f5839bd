/// A version of a list, with the changes from the previous version.
struct ListVersion {
  private(set) var snapshot: ListSnapshot

  /// The changes from the previous version, or `nil` for the first.
  var changes: ChangeSet?

  /// The approximate number of bytes that it adds to the previous version.
  var footprint = 0

  /// The time of the version, in seconds since 1970.
  let time: Int

  /// Adds items that were appended after a short time to this version.
  mutating func grow(by update: ListUpdate, _ added: Int) {
    if let changes { self.changes = try? changes.composed(with: update.changes) }
    footprint += added
    snapshot = update.after
  }

  /// The minimum cost of a version, in bytes: the branches of its trees and its entry in the
  /// history.
  private static let minFootprint = 1 << 10

  /// Returns the approximate number of bytes that a version adds to the previous one.
  ///
  /// - Complexity: O(chunks of both).
  static func footprint(of update: ListUpdate) -> Int {
    let old = Set(update.before.chunks.map { ObjectIdentifier($0) })
    var chunks: [ObjectIdentifier: Int] = [:]
    for chunk in update.after.chunks where !old.contains(ObjectIdentifier(chunk)) {
      chunks[ObjectIdentifier(chunk)] = chunk.estimatedByteCount
    }
    return minFootprint + chunks.values.reduce(update.changes.footprint, +)
  }
}

extension ChangeSet {
  /// The approximate size in bytes.
  fileprivate var footprint: Int {
    let sections = countsBefore.count + countsAfter.count + sectionDeletions.count
    let runs = deletions.count + insertions.count + reloads.count + sectionInsertions.count
    let steps = moves.count + updates.count + sectionMoves.count + sectionUpdates.count
    return 8 * sections + 24 * runs + 32 * steps
  }
}

extension ListSnapshot {
  /// The chunks that contain the items of the list.
  fileprivate var chunks: [any ElementChunk] {
    var chunks: [any ElementChunk] = []
    for section in sections {
      section.items.forEachLeaf(in: 0..<section.items.count) { chunks.append($0.chunk) }
    }
    return chunks
  }
}
