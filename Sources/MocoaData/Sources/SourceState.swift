internal import MocoaModel

/// The published state of a source that is read on a background thread.
///
/// It includes the observers and the closures that wait for the first items.
@MainActor
final class SourceState {
  /// The items read until now.
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
    let settled = waiting
    waiting = []
    for perform in settled { perform() }
  }
}
