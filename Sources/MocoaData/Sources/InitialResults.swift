internal import MocoaModel

/// The first results of a background thread.
///
/// The caller waits for them briefly, so that fast results appear without an update.
struct InitialResults: Sendable {
  /// The maximum time to wait for the first items, less than a frame.
  static let initialTimeout = Duration.milliseconds(15)

  private var results: [(update: ListUpdate?, phase: ListPhase)]? = []

  /// A Boolean value that indicates whether the caller need not wait any more.
  private(set) var isComplete = false

  /// Records a result.
  ///
  /// - Returns: `false` if the caller does not wait any more.
  mutating func record(_ update: ListUpdate?, _ phase: ListPhase) -> Bool {
    guard results != nil else { return false }
    results?.append((update, phase))
    if !phase.isLoading { isComplete = true }
    return true
  }

  /// Ends waiting, because the background thread has no more results.
  mutating func finish() { isComplete = true }

  /// Returns the recorded results and stops recording.
  mutating func end() -> [(update: ListUpdate?, phase: ListPhase)] {
    defer { results = nil }
    return results ?? []
  }
}
