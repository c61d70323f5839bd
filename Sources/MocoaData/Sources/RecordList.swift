internal import MocoaModel

/// The status of the displayed records: provisional or final, and complete or limited by memory.
package struct RecordStatus: Sendable {
  /// A Boolean value that indicates whether later bytes may replace the records.
  ///
  /// This is the case while a stream has sent too few bytes to determine its format.
  package var isProvisional = false

  /// The number of times that all records were replaced because later bytes changed the detected
  /// format.
  package var restartCount = 0

  /// A Boolean value that indicates whether reading ended because the records exceed the memory
  /// limit.
  package var isAtLimit = false

  /// Creates the status of final records.
  package init() {}
}

/// The records of a source, to which batches are added.
struct RecordList: Sendable {
  /// The records, in one section.
  private(set) var snapshot: ListSnapshot

  /// The last chunk, if it is small enough to be joined with the next one, or `nil`.
  private var tail: RecordChunk?

  /// A Boolean value that indicates whether the next batch replaces all records.
  private(set) var isOutdated: Bool

  /// Creates a list that continues the displayed one.
  ///
  /// - Parameters:
  ///   - snapshot: The displayed records.
  ///   - isOutdated: A Boolean value that indicates whether the first new records replace the
  ///     displayed ones.
  init(_ snapshot: ListSnapshot = Self.empty, isOutdated: Bool = false) {
    (self.snapshot, self.isOutdated) = (snapshot, isOutdated)
  }

  /// A list without records.
  static let empty = ListSnapshot(sections: [SectionSnapshot(id: "records")])

  /// Adds a batch to the list.
  ///
  /// - Returns: The change of the list.
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
      changes: .replacingSuffix(ofSection: 0, from: kept, of: before, with: snapshot))
  }

  /// Replaces all records of the list.
  ///
  /// - Returns: The change of the list.
  mutating func replace(by chunks: [RecordChunk]) -> ListUpdate {
    let before = snapshot
    self = RecordList()
    append(chunks)
    return ListUpdate(
      before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot))
  }

  /// Appends chunks.
  ///
  /// Small chunks are joined, so that records that arrive one by one need no more memory than
  /// records that arrive together.
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
