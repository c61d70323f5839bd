internal import MocoaModel

/// One attempt to read a file anew while what was read of it before is shown.
///
/// The list that is shown stays until all of the new one is known, with what makes the one of the
/// other: so a reader sees one change, and never a half-read list.
struct Rereading {
  let loader: RecordLoader

  /// What is shown meanwhile.
  let shown: ListSnapshot

  /// What came of it.
  enum Outcome {
    /// The records that the file holds now.
    ///
    /// Of a file that exceeds a limit they are those up to the limit.
    case read(RecordList, ListUpdate, RecordLoader.Ending)

    /// The file holds no such records now.
    case failed(SourceError)

    /// The file is not worth reading to the end: it is another one already.
    case superseded
  }

  private struct Superseded: Error {}

  /// Reading that takes longer says how far it is.
  private static let patience = Duration.milliseconds(100)

  /// Reads to the end.
  ///
  /// - Parameters:
  ///   - isSuperseded: whether the file has become another meanwhile; asked from time to time.
  ///   - progress: takes how far reading is, 0 to 1, where it takes long.
  func run(isSuperseded: @escaping () -> Bool, progress: (Double?) -> Void) -> Outcome {
    let start = ContinuousClock.now
    var list = RecordList()
    let ending = loader.run { batch in
      list.add(batch)
      if isSuperseded() { loader.cancellation.cancel() }
      if ContinuousClock.now - start > Self.patience { progress(batch.fraction) }
    }
    if loader.cancellation.isCancelled { return .superseded }
    if let failure = ending.failure, !failure.isLimit { return .failed(failure) }
    let new = list.snapshot
    guard let changes = changes(to: new, isSuperseded) else { return .superseded }
    return .read(list, ListUpdate(before: shown, after: new, changes: changes), ending)
  }

  /// What makes the new list of the one that is shown; nil where nobody waits for it any more.
  private func changes(to new: ListSnapshot, _ isSuperseded: @escaping () -> Bool) -> ChangeSet? {
    let cancellation = loader.cancellation
    return try? ChangeSet(from: shown, to: new) { () throws(Superseded) in
      if cancellation.isCancelled || isSuperseded() { throw Superseded() }
    }
  }
}
