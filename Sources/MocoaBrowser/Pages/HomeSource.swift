internal import MocoaModel

/// The sections of the home screen, which change when saved locations change.
@MainActor
final class HomeSource: ListSource {
  private(set) var snapshot: ListSnapshot
  let phase = ListPhase.finished

  private let observers = Observers<ListUpdate>()

  init(_ sections: SectionedList) { snapshot = ListSnapshot(sections) }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Replaces the sections and notifies the observers.
  func show(_ sections: SectionedList) {
    let before = snapshot
    snapshot = ListSnapshot(sections)
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }
}
