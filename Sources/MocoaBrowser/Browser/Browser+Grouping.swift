internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Commands for groups, which are sections of items with the same value in a field.
extension Browser {
  func openGrouping() {
    guard let query = makeQueried()?.query else { return }
    open(
      Prompt(.group, query.groupText ?? ""), completion: Completion(candidates: fieldNames))
  }

  func group(by text: String) {
    queried?.query.group = ListQuery.group(text)
  }

  /// Folds or unfolds the group of the current item, and moves the cursor to its first item.
  func toggleFold() {
    guard let path = listScreen?.currentCell?.shownPath, let queried, queried.query.group != nil
    else {
      return showMessage(
        localized("no section to fold\(keys.hint((.group, localized("groups by a field"))))"))
    }
    guard let position = queried.toggleFolding(ofSection: path.section) else { return }
    _ = listScreen?.move(toItem: position + 1)
  }

  /// Folds all groups, or unfolds them if all are folded.
  ///
  /// The cursor stays in its group.
  func toggleFoldOfAll() {
    guard let queried, queried.query.group != nil else { return toggleFold() }
    let section = listScreen?.currentCell?.shownPath?.section
    queried.toggleFoldingOfAllSections()
    guard let section, section < queried.snapshot.sections.count else { return }
    let first = ItemPath(section: section, item: 0)
    _ = listScreen?.move(toItem: queried.snapshot.flatIndex(of: first) + 1)
  }

  /// Unfolds the group under the cursor.
  ///
  /// - Returns: `true` if the cursor was on a folded group.
  func unfoldSelection() -> Bool {
    guard listScreen?.currentCell?.element is ItemGroup else { return false }
    toggleFold()
    return true
  }
}

extension ItemGroup {
  /// The text of the group's header: its value and the number of its items.
  var heading: TextContent {
    TextContent(
      [.init((isFolded ? "▸ " : "") + title, .heading)],
      trailing: [.init(NumberFormatting.grouped("\(count)"), .number)])
  }
}
