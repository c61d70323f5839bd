internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Lists in sections of what has the same in a field, which can be folded.
extension Browser {
  func openGrouping() {
    guard let query = makeQueried()?.query else { return }
    completion = Completion(candidates: fieldNames)
    open(Prompt(.group, query.groupText ?? ""))
  }

  func group(by text: String) {
    queried?.query.group = ListQuery.group(text)
  }

  /// Folds the section that the cursor is in, or unfolds it; the cursor stays there.
  func toggleFold() {
    guard let path = screen?.selection?.shownPath, let queried, queried.query.group != nil else {
      return say(
        phrase("nothing to fold here\(keys.remark((.group, phrase("groups by a field"))))"))
    }
    guard let position = queried.toggleFold(ofSection: path.section) else { return }
    _ = screen?.move(toItem: position + 1)
  }

  /// Folds all sections, or unfolds them where all are folded; the cursor stays in its own.
  func toggleFoldOfAll() {
    guard let queried, queried.query.group != nil else { return toggleFold() }
    let section = screen?.selection?.shownPath?.section
    queried.toggleFoldOfAll()
    guard let section, section < queried.snapshot.sections.count else { return }
    let first = ItemPath(section: section, item: 0)
    _ = screen?.move(toItem: queried.snapshot.position(of: first) + 1)
  }

  /// Unfolds what the cursor is on.
  ///
  /// - Returns: false where that is nothing folded.
  func unfoldSelection() -> Bool {
    guard screen?.selection?.element is ItemGroup else { return false }
    toggleFold()
    return true
  }
}

extension ItemGroup {
  /// What is said of it: its value, and how many items have it.
  var heading: TextContent {
    TextContent(
      [.init((isFolded ? "▸ " : "") + title, .heading)],
      trailing: [.init(NumberText.grouped("\(count)"), .number)])
  }
}
