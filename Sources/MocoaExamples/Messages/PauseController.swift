internal import MocoaModel
internal import MocoaStore

/// A control that pauses a list and counts the changes that the list does not show while paused.
@MainActor
final class PauseController<E: Entity> {
  private let shown: CollectionProvider<E>
  private let onChange: @MainActor () -> Void

  /// A second list with the same key.
  ///
  /// It is not paused, so its changes can be counted.
  private var live: CollectionProvider<E>?
  private var token: ObservationToken?

  /// The number of insertions, deletions, moves and updates since the list was paused.
  private(set) var pendingCount = 0

  init(of list: CollectionProvider<E>, onChange: @escaping @MainActor () -> Void) {
    (shown, self.onChange) = (list, onChange)
  }

  /// A Boolean value that indicates whether the list is paused.
  var isOn: Bool {
    get { shown.isPaused }
    set {
      guard newValue != isOn else { return }
      shown.isPaused = newValue
      (live, token, pendingCount) = (nil, nil, 0)
      if newValue, let key = shown.key, let live = try? CollectionProvider(shown.store, key) {
        self.live = live
        token = live.observe { [weak self] in self?.compare(with: $0.after) }
      }
      onChange()
    }
  }

  private func compare(with present: ListSnapshot) {
    let changes = ChangeSet(from: shown.snapshot, to: present)
    let runs = (changes.deletions + changes.insertions).map(\.range.count).reduce(0, +)
    pendingCount = runs + changes.moves.count + changes.updates.count
    onChange()
  }

  /// `paused` and the number of pending changes, or an empty text if the list is not paused.
  var statusText: String {
    switch (isOn, pendingCount) {
    case (false, _): ""
    case (true, 0): "paused"
    case (true, _): "paused, \(pendingCount) behind"
    }
  }
}
