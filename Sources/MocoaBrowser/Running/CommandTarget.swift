internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The target items of a command: the items that were marked when its prompt opened, or the current
/// item.
///
/// The target contains the same items after changes of the list. An item that becomes the current
/// item later is not a target.
@MainActor
final class CommandTarget {
  private weak var screen: (any Screen)?
  private weak var list: ListViewModel?
  private let isMarked: Bool

  /// The path of the current item in the list that is shown, or `nil` if it was removed.
  private var path: ItemPath?
  private var token: ObservationToken?

  /// The number of target items when the prompt was opened.
  let count: Int

  /// The target items that the user has seen last.
  private(set) var shown: ItemSubset

  /// The search for fields of the items, which starts again after each change of the list.
  private var search = PlaceholderSearch()

  /// The maximum number of items that one call examines for fields.
  private static let maxExamined = 256

  /// A closure that is called after each change of the list.
  var onChange: (@MainActor () -> Void)?

  /// Creates a target from the marked items of a screen or its current item, or returns `nil` if it
  /// has neither.
  init?(of screen: (any Screen)?) {
    guard let screen, let focused = screen.focusedList, let items = focused.targetItems,
      items.count > 0
    else { return nil }
    self.screen = screen
    list = (screen.focusedPage as? ListPageViewModel)?.list
    isMarked = focused.markedCount > 0
    path = focused.currentCell?.shownPath
    (shown, count) = (items, items.count)
    token = list?.observe { [weak self] update in
      guard let self else { return }
      search = PlaceholderSearch()
      path = path.flatMap { update.changes.makePathMap().newPath(of: $0) }
      onChange?()
    }
  }

  /// The target items that were not removed, with their present content, or `nil` if all were
  /// removed.
  var items: ItemSubset? {
    guard let screen, let list else { return shown }
    if isMarked {
      return screen.focusedList.flatMap { $0.markedCount > 0 ? $0.targetItems : nil }
    }
    return path.flatMap { list.snapshot.contains($0) ? ItemSubset(list.snapshot, $0) : nil }
  }

  /// Examines further items for the fields of a command.
  ///
  /// - Returns: The names in the command that were found as fields until now, and whether the
  ///   search for fields is complete.
  func findFields(for command: String) -> (names: Set<String>, areAll: Bool) {
    guard let items else { return ([], true) }
    let names = ShellTemplate(command).placeholders
    let areAll = search.examine(items, for: names, limit: Self.maxExamined)
    return (search.fields.intersection(names), areAll)
  }

  /// Records the items that the user sees now.
  ///
  /// `nil` has no effect.
  func recordShown(_ items: ItemSubset?) { shown = items ?? shown }
}
