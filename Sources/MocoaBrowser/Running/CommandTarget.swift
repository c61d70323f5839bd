internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The items that a command is for from when its prompt was opened: those that were marked, or the item
/// under the cursor.
///
/// It follows them through changes of their list. Another item that comes under the cursor meanwhile is
/// not a target.
@MainActor
final class CommandTarget {
  private weak var screen: (any Screen)?
  private weak var list: ListViewModel?
  private let isMarked: Bool

  /// The path of the item under the cursor among those that are displayed; nil if it is gone.
  private var path: ItemPath?
  private var token: ObservationToken?

  /// The number of items when the prompt was opened.
  let count: Int

  /// The items as the user has seen them last.
  private(set) var shown: ChosenItems

  /// Called after each change of the list.
  var onChange: (@MainActor () -> Void)?

  /// Creates a target from the marked items of a screen, or the item under its cursor; nil if it has
  /// none.
  init?(of screen: (any Screen)?) {
    guard let screen, let items = screen.chosen, items.count > 0 else { return nil }
    self.screen = screen
    list = (screen.focusedPage as? ListPageViewModel)?.list
    isMarked = screen.markedCount > 0
    path = screen.selection?.shownPath
    (shown, count) = (items, items.count)
    token = list?.observe { [weak self] update in
      guard let self else { return }
      path = path.flatMap { update.changes.positions.newPosition(of: $0) }
      onChange?()
    }
  }

  /// The items that are left, as they are now; nil if all are gone.
  var items: ChosenItems? {
    guard let screen, let list else { return shown }
    if isMarked { return screen.markedCount > 0 ? screen.chosen : nil }
    return path.flatMap { list.snapshot.contains($0) ? ChosenItems(list.snapshot, $0) : nil }
  }

  /// Records that the user sees items; nil for none.
  func noteShown(_ items: ChosenItems?) { shown = items ?? shown }
}
