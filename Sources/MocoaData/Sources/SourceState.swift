internal import MocoaModel

/// The published state of a source that is read on a background thread, its observers, and the
/// callers that wait for the first items.
@MainActor
final class SourceState {
  /// The items read until now.
  private(set) var snapshot: ListSnapshot

  /// The reading phase.
  var phase = ListPhase.loading(fraction: nil)

  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []

  init(_ snapshot: ListSnapshot) {
    self.snapshot = snapshot
  }

  // Callers that wait for a deallocated source are notified.
  isolated deinit {
    for perform in waiting { perform() }
  }

  /// Adds an observer of every update.
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls a closure after the first items are read or reading ends.
  ///
  /// The call may be immediate.
  func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    if isInitiallyLoaded { perform() } else { waiting.append(perform) }
  }

  private var isInitiallyLoaded: Bool {
    !phase.isLoading || snapshot.itemCount > 0
  }

  /// Publishes a phase and, unless it is `nil`, an update of the list.
  func show(_ update: ListUpdate?, _ phase: ListPhase) {
    self.phase = phase
    if let update { snapshot = update.after }
    observers.notify(
      update ?? ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    guard isInitiallyLoaded else { return }
    let completions = waiting
    waiting = []
    for perform in completions { perform() }
  }
}

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
