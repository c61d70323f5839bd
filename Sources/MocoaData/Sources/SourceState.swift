internal import MocoaModel

/// What a source that is read on a thread has shown so far, who wants to know of it, and who waits for
/// the first of it.
@MainActor
final class SourceState {
  /// The list so far.
  private(set) var snapshot: ListSnapshot

  /// How far reading has come.
  var phase = ListPhase.loading(fraction: nil)

  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []

  init(_ snapshot: ListSnapshot) {
    self.snapshot = snapshot
  }

  // Who waits for a source that is gone waits no more.
  isolated deinit {
    for perform in waiting { perform() }
  }

  /// Tells of every change.
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls back, at once or later, when the first items are there or reading has ended.
  func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    if isSettled { perform() } else { waiting.append(perform) }
  }

  private var isSettled: Bool {
    !phase.isLoading || snapshot.itemCount > 0
  }

  /// Shows what has changed, nil for nothing of the list, and how far reading is.
  func show(_ update: ListUpdate?, _ phase: ListPhase) {
    self.phase = phase
    if let update { snapshot = update.after }
    observers.send(
      update ?? ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    guard isSettled else { return }
    let settled = waiting
    waiting = []
    for perform in settled { perform() }
  }
}
