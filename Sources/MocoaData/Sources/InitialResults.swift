internal import MocoaModel

/// The initial results of a background thread.
///
/// The caller waits for them briefly, so that fast results appear without an update.
struct InitialResults: Sendable {
  /// The maximum time to wait for the first items, less than a frame.
  static let initialTimeout = Duration.milliseconds(15)

  private var results: [(update: ListUpdate?, phase: ListPhase)]? = []

  /// A Boolean value that indicates whether waiting can end.
  private(set) var isComplete = false

  /// Records a result.
  ///
  /// Returns `false` if waiting has already ended.
  mutating func record(_ update: ListUpdate?, _ phase: ListPhase) -> Bool {
    guard results != nil else { return false }
    results?.append((update, phase))
    if !phase.isLoading { isComplete = true }
    return true
  }

  /// Ends waiting, because no more results follow.
  mutating func finish() { isComplete = true }

  /// Returns the recorded results and stops recording.
  mutating func end() -> [(update: ListUpdate?, phase: ListPhase)] {
    defer { results = nil }
    return results ?? []
  }
}
