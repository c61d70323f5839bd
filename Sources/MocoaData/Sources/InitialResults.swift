internal import MocoaModel

/// The initial results of a background thread.
///
/// The caller waits for them briefly, so that fast results appear without an update.
struct InitialResults: Sendable {
  /// The maximum time to wait for the first items, less than a frame.
  static let initialTimeout = Duration.milliseconds(15)

  private var answers: [(update: ListUpdate?, phase: ListPhase)]? = []

  /// A Boolean value that indicates whether waiting can end.
  private(set) var isSettled = false

  /// Records a result.
  ///
  /// Returns `false` if waiting has already ended.
  mutating func keep(_ update: ListUpdate?, _ phase: ListPhase) -> Bool {
    guard answers != nil else { return false }
    answers?.append((update, phase))
    if !phase.isLoading { isSettled = true }
    return true
  }

  /// Ends waiting, because no more results follow.
  mutating func settle() { isSettled = true }

  /// Returns the recorded results and stops recording.
  mutating func end() -> [(update: ListUpdate?, phase: ListPhase)] {
    defer { answers = nil }
    return answers ?? []
  }
}
