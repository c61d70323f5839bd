internal import MocoaData
internal import MocoaModel

/// Has a list stand still, and counts how far it is behind meanwhile.
@MainActor
final class Pause<E: Entity> {
  private let shown: CollectionProvider<E>
  private let onChange: @MainActor () -> Void

  /// The same list, which goes on.
  private var live: CollectionProvider<E>?
  private var token: ObservationToken?

  /// How many changes the list will show at once when it goes on.
  private(set) var behind = 0

  init(of list: CollectionProvider<E>, onChange: @escaping @MainActor () -> Void) {
    (shown, self.onChange) = (list, onChange)
  }

  /// Whether the list stands still.
  var isOn: Bool {
    get { shown.isPaused }
    set {
      guard newValue != isOn else { return }
      shown.isPaused = newValue
      (live, token, behind) = (nil, nil, 0)
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
    behind = runs + changes.moves.count + changes.updates.count
    onChange()
  }

  /// `paused`, and how far behind; empty where it is not.
  var remark: String {
    switch (isOn, behind) {
    case (false, _): ""
    case (true, 0): "paused"
    case (true, _): "paused, \(behind) behind"
    }
  }
}
