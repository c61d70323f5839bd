internal import MocoaModel

/// The sections of the home screen, which change when saved locations change.
@MainActor
final class HomeSource: ListSource {
  private(set) var snapshot: ListSnapshot
  private(set) var phase = ListPhase.finished

  private let observers = Observers<ListUpdate>()

  init(_ sections: SectionedList) { snapshot = ListSnapshot(sections) }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Replaces the sections and notifies the observers.
  func show(_ sections: SectionedList) {
    let before = snapshot
    snapshot = ListSnapshot(sections)
    notify(before)
  }

  /// Sets the phase and notifies the observers if it changes.
  ///
  /// Changes of the sections while files are examined are not changes of their content.
  func setPhase(_ phase: ListPhase) {
    guard phase != self.phase else { return }
    self.phase = phase
    notify(snapshot)
  }

  private func notify(_ before: ListSnapshot) {
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }
}
