internal import MocoaModel

/// The sections of the home screen, which change as places come and go.
@MainActor
final class HomeSource: ListSource {
  private(set) var snapshot: ListSnapshot
  let phase = ListPhase.finished

  private let observers = Observers<ListUpdate>()

  init(_ sections: SectionedList) { snapshot = ListSnapshot(sections) }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Shows other sections.
  func show(_ sections: SectionedList) {
    let before = snapshot
    snapshot = ListSnapshot(sections)
    observers.send(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }
}
