/// A list of identities to which stored edits are applied.
///
/// The cost of an edit is proportional to its size, because the list is divided into short
/// segments. An index maps each identity that will be deleted to the segments that contain it.
struct ListReplay {
  /// An edit of the list, which has the same meaning as an `EntityBatch.ListEdit`.
  struct Change {
    /// The indexes at which the removed identities are expected.
    let range: Range<Int>

    /// The removed identities, or `nil` if the edit removes all identities in the range.
    ///
    /// Edits without removed identities occur in files of the first table version.
    let removed: [StoredID]?
    let previous: StoredID?
    let ids: [StoredID]
  }

  private final class Segment {
    var ids: [StoredID]

    init(_ ids: some Sequence<StoredID>) { self.ids = Array(ids) }
  }

  private var segments: [Segment] = []
  private let deletedIDs: Set<StoredID>
  private var segmentsByID: [StoredID: [Segment]] = [:]

  private static let length = 512

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - ids: The identities of the list.
  ///   - deleted: All identities that will be deleted. The set may contain identities that are not
  ///     in the list.
  init(_ ids: [StoredID], deleted: Set<StoredID>) {
    self.deletedIDs = deleted
    segments = ids.isEmpty ? [Segment([])] : split(ids)
    for segment in segments { record(segment.ids, in: segment) }
  }

  /// The current identities.
  var ids: [StoredID] { segments.flatMap(\.ids) }

  /// Removes all occurrences of an identity.
  ///
  /// The identity must be in the set `deleted` that was passed to the initializer.
  mutating func delete(_ id: StoredID) {
    for segment in segmentsByID.removeValue(forKey: id) ?? [] { segment.ids.removeAll { $0 == id } }
  }

  /// Applies an edit.
  ///
  /// An identity that is not at its expected index is searched for.
  ///
  /// - Complexity: O(c) for an edit of c identities if all are at their expected indexes.
  ///   Otherwise O(n), plus the distance of each removed identity.
  mutating func perform(_ change: Change) {
    let position = change.range.lowerBound
    guard let removed = change.removed, !isAsExpected(removed, change) else {
      return replace(change.range, with: change.ids)
    }
    // Missing identities are not searched for one by one.
    let wanted = Set(removed)
    var present: [StoredID: Int] = [:]
    for segment in segments {
      for id in segment.ids where wanted.contains(id) { present[id, default: 0] += 1 }
    }
    var index: Int?
    for id in removed where present[id, default: 0] > 0 {
      present[id, default: 0] -= 1
      guard let found = nearest(id, to: index ?? position) else { continue }
      replace(found..<found + 1, with: [])
      index = index.map { found < $0 ? $0 - 1 : $0 } ?? found
    }
    let start = index ?? self.insertionIndex(after: change.previous, near: position)
    replace(start..<start, with: change.ids)
  }

  private func isAsExpected(_ removed: [StoredID], _ change: Change) -> Bool {
    let position = change.range.lowerBound
    if removed.isEmpty {
      guard let previous = change.previous, position > 0 else {
        return change.previous == nil && position == 0
      }
      var present = ids(from: position - 1)
      return present.next() == previous
    }
    var present = ids(from: position)
    return removed.allSatisfy { $0 == present.next() }
  }

  private func insertionIndex(after previous: StoredID?, near position: Int) -> Int {
    guard let previous else { return 0 }
    return nearest(previous, to: position - 1).map { $0 + 1 } ?? position
  }

  /// Returns an iterator over the identities that starts at an index.
  private func ids(from position: Int) -> some IteratorProtocol<StoredID> {
    let (index, start) = segment(at: position)
    return segments[index...].lazy.flatMap { $0.ids }.dropFirst(position - start).makeIterator()
  }

  /// Returns the index of an identity that is nearest to a given index.
  ///
  /// Of two indexes at the same distance, returns the lower one.
  private func nearest(_ id: StoredID, to position: Int) -> Int? {
    let (home, start) = segment(at: position)
    var best: (distance: Int, index: Int)?
    func isNear(_ candidate: Int) -> Bool {
      best.map { (abs(candidate - position), candidate) < ($0.distance, $0.index) } ?? true
    }
    func look(in index: Int, from start: Int) {
      for (offset, other) in segments[index].ids.enumerated() where other == id {
        let candidate = start + offset
        if isNear(candidate) { best = (abs(candidate - position), candidate) }
      }
    }
    var (left, leftEnd, right, rightStart) = (home, start, home, start)
    while true {
      let (looksRight, looksLeft) = (
        right < segments.count && isNear(rightStart), left > 0 && isNear(leftEnd - 1)
      )
      if looksRight {
        look(in: right, from: rightStart)
        rightStart += segments[right].ids.count
        right += 1
      }
      if looksLeft {
        left -= 1
        leftEnd -= segments[left].ids.count
        look(in: left, from: leftEnd)
      }
      if !looksRight, !looksLeft { return best?.index }
    }
  }

  /// Returns the segment that contains an index, and the index of its first identity in the list.
  ///
  /// For an index after the end, returns the last segment.
  private func segment(at position: Int) -> (index: Int, start: Int) {
    var (index, start) = (0, 0)
    while index < segments.count - 1, start + segments[index].ids.count <= position {
      start += segments[index].ids.count
      index += 1
    }
    return (index, start)
  }

  /// Replaces a range of identities.
  ///
  /// The part of the range that exceeds the list is ignored.
  private mutating func replace(_ range: Range<Int>, with ids: [StoredID]) {
    let (index, start) = segment(at: range.lowerBound)
    let first = min(range.lowerBound - start, segments[index].ids.count)
    var remaining = range.count
    let removed = min(remaining, segments[index].ids.count - first)
    segments[index].ids.replaceSubrange(first..<first + removed, with: ids)
    remaining -= removed
    var next = index + 1
    while remaining > 0, next < segments.count {
      let removed = min(remaining, segments[next].ids.count)
      segments[next].ids.removeFirst(removed)
      remaining -= removed
      if segments[next].ids.isEmpty { next += 1 }
    }
    let changed = segments[index]
    if changed.ids.count > 2 * Self.length {
      let parts = split(changed.ids)
      segments.replaceSubrange(index..<next, with: parts)
      for part in parts { record(part.ids, in: part) }
    } else {
      segments.removeSubrange(index + 1..<next)
      record(ids, in: changed)
    }
  }

  private func split(_ ids: [StoredID]) -> [Segment] {
    stride(from: 0, to: ids.count, by: Self.length).map { start in
      Segment(ids[start..<min(start + Self.length, ids.count)])
    }
  }

  private mutating func record(_ ids: [StoredID], in segment: Segment) {
    if deletedIDs.isEmpty { return }
    for id in ids where deletedIDs.contains(id) {
      let isRecorded = segmentsByID[id, default: []].contains { $0 === segment }
      if !isRecorded { segmentsByID[id, default: []].append(segment) }
    }
  }
}
