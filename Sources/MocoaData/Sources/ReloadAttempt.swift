internal import MocoaModel

/// An attempt to read a file again while its previous records are shown.
///
/// The displayed list stays until the new list and its difference are computed, so that observers
/// receive one update and never a partial list.
struct ReloadAttempt {
  let loader: RecordLoader

  /// The records shown during the attempt.
  let shown: ListSnapshot

  /// The result of the attempt.
  enum Outcome {
    /// The records that the file contains now.
    ///
    /// If the file exceeds a limit, these are the records up to the limit.
    case read(RecordList, ListUpdate, RecordLoader.Ending)

    /// The error that prevents reading the file.
    case failed(SourceError)

    /// The file has changed again and was not read to the end.
    case superseded
  }

  private struct Superseded: Error {}

  /// The duration of the attempt after which its progress is reported.
  private static let timeout = Duration.milliseconds(100)

  /// Reads the file to its end.
  ///
  /// - Parameters:
  ///   - isSuperseded: A closure that returns `true` if the file has changed again. It is called
  ///     repeatedly.
  ///   - progress: A closure that receives the fraction read, from 0 to 1, if reading takes long.
  func run(isSuperseded: @escaping () -> Bool, progress: (Double?) -> Void) -> Outcome {
    let start = ContinuousClock.now
    var list = RecordList()
    let ending = loader.run { batch in
      list.add(batch)
      if isSuperseded() { loader.cancellation.cancel() }
      if ContinuousClock.now - start > Self.timeout { progress(batch.fraction) }
    }
    if loader.cancellation.isCancelled { return .superseded }
    if let failure = ending.failure, !failure.isLimit { return .failed(failure) }
    let new = list.snapshot
    guard let changes = changes(to: new, isSuperseded) else { return .superseded }
    return .read(list, ListUpdate(before: shown, after: new, changes: changes), ending)
  }

  /// Returns the changes from the displayed list to a new list, or `nil` if the operation was
  /// canceled.
  private func changes(to new: ListSnapshot, _ isSuperseded: @escaping () -> Bool) -> ChangeSet? {
    let cancellation = loader.cancellation
    return try? ChangeSet(from: shown, to: new) { () throws(Superseded) in
      if cancellation.isCancelled || isSuperseded() { throw Superseded() }
    }
  }
}
