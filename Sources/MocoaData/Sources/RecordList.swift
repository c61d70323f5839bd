internal import MocoaModel

/// Whether the records that are shown of an input will stay.
package struct RecordStanding: Sendable {
  /// Whether bytes that follow may make other records of the same input: those of a stream that has
  /// given too little to settle what it holds.
  package var isProvisional = false

  /// How often all records were replaced, because more bytes said that they are others.
  package var restartCount = 0

  /// The standing of records that stay.
  package init() {}
}

/// The records that are shown, and how they change.
struct RecordList: Sendable {
  /// The records, in one section.
  private(set) var snapshot: ListSnapshot

  /// The last chunk, while it is small enough to be joined with what comes.
  private var tail: RecordChunk?

  /// Whether what comes next takes the place of all that is there.
  private(set) var isOutdated: Bool

  /// A list that goes on from what is shown, or takes its place with the first that comes.
  init(_ snapshot: ListSnapshot = Self.empty, isOutdated: Bool = false) {
    (self.snapshot, self.isOutdated) = (snapshot, isOutdated)
  }

  /// No records.
  static let empty = ListSnapshot(sections: [SectionSnapshot(id: "records")])

  /// Adds what became known, and says what that changed.
  @discardableResult
  mutating func add(_ batch: RecordBatch) -> ListUpdate {
    if isOutdated, !batch.chunks.isEmpty { return replace(by: batch.chunks) }
    let before = snapshot
    if batch.isRestart, !isOutdated {
      self = RecordList()
      append(batch.chunks)
      return ListUpdate(
        before: before, after: snapshot,
        changes: .replacingItems(ofSection: 0, of: before, with: snapshot))
    }
    let kept = before.itemCount - batch.replaced
    if batch.replaced > 0 {
      snapshot.sections[0].items = snapshot.sections[0].items.slice(0..<kept)
      tail = nil
    }
    append(batch.chunks)
    return ListUpdate(
      before: before, after: snapshot,
      changes: .replacingEnd(ofSection: 0, from: kept, of: before, with: snapshot))
  }

  /// Shows these records and no others, and says what that changed.
  mutating func replace(by chunks: [RecordChunk]) -> ListUpdate {
    let before = snapshot
    self = RecordList()
    append(chunks)
    return ListUpdate(
      before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot))
  }

  /// Adds chunks at the end; many small ones become few, so that what comes record by record does not
  /// cost more than what comes at once.
  private mutating func append(_ chunks: [RecordChunk]) {
    for chunk in chunks {
      if let last = tail, let joined = last.joined(with: chunk) {
        let items = snapshot.sections[0].items
        snapshot.sections[0].items = items.slice(0..<(items.count - last.count))
        snapshot.sections[0].items.append(joined)
        tail = joined
      } else {
        snapshot.sections[0].items.append(chunk)
        tail = chunk
      }
    }
  }
}
