internal import MocoaModel

/// What a thread tells before it goes by the main thread's loop: whoever has started it waits a moment
/// for the first answers, so that what is there at once is never seen to come.
struct Beginning: Sendable {
  /// So long the first items are waited for, less than a frame takes.
  static let glance = Duration.milliseconds(15)

  private var answers: [(update: ListUpdate?, phase: ListPhase)]? = []

  /// Whether nothing is to be waited for.
  private(set) var isSettled = false

  /// Keeps an answer; false where nobody waits here any more.
  mutating func keep(_ update: ListUpdate?, _ phase: ListPhase) -> Bool {
    guard answers != nil else { return false }
    answers?.append((update, phase))
    if !phase.isLoading { isSettled = true }
    return true
  }

  /// Has nobody wait any more.
  mutating func settle() { isSettled = true }

  /// What was kept; nothing is from now on.
  mutating func end() -> [(update: ListUpdate?, phase: ListPhase)] {
    defer { answers = nil }
    return answers ?? []
  }
}
