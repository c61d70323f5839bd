internal import MocoaModel

/// The published state of a source that is read on a background thread.
///
/// It includes the observers and the closures that wait for the first items.
@MainActor
final class SourceState {
  /// The items that were already read.
  private(set) var snapshot: ListSnapshot

  /// The loading phase of the list.
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

  /// Adds an observer of every update of the list and of the phase.
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls a closure after the first items are read or reading ends.
  ///
  /// The call is immediate if this has already happened.
  func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    if isInitiallyLoaded { perform() } else { waiting.append(perform) }
  }

  private var isInitiallyLoaded: Bool {
    !phase.isLoading || snapshot.itemCount > 0
  }

  /// Publishes a phase, and an update of the list unless it is `nil`.
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
