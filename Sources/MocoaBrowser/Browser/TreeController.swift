internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// A command on the nodes of a tree.
enum TreeAction: Hashable, Sendable {
  /// Expands the current node, or moves the cursor to its first child.
  case expand

  /// Collapses the current node, moves the cursor to its parent, or leaves the page.
  case collapse

  /// Expands the current node and all its descendants.
  case expandAll

  /// Expands the nodes of a number of levels, and collapses the others.
  case level(Int)
}

/// Expands and collapses the nodes of the tree that the focused list shows.
@MainActor
final class TreeController {
  private unowned let context: any ControllerContext

  init(_ context: any ControllerContext) { self.context = context }

  /// The page of the focused list if it shows a tree, otherwise `nil`.
  private var page: (any TreePage)? {
    guard let page = context.listPage as? any TreePage, page.isTree else { return nil }
    return page
  }

  /// A Boolean value that indicates whether the focused list shows a tree.
  var isActive: Bool { page != nil }

  /// A Boolean value that indicates whether the focused list may show a tree when its first items
  /// are loaded.
  var isPending: Bool {
    !isActive && context.session?.typeAhead != nil && context.listPage is any TreePage
  }

  /// The current node of the tree, with its path in the content of the list.
  private var current: (page: any TreePage, path: ItemPath, item: any CellModel)? {
    guard let page, let cell = context.listScreen?.currentCell, let path = cell.path,
      let item = cell.element
    else { return nil }
    return (page, path, item)
  }

  // MARK: - Commands

  /// Expands the current node, or moves the cursor to its first child.
  func expand() {
    guard let (page, path, _) = current else { return }
    if page.isExpanded(path) {
      context.listScreen?.move(.down)
    } else if !page.expand(path) {
      context.showMessage(localized("nothing to expand"))
    }
  }

  /// Collapses the current node, or moves the cursor to its parent.
  ///
  /// - Returns: `false` if the node is collapsed and has no parent.
  func collapse() -> Bool {
    guard let (page, path, _) = current else { return false }
    if page.collapse(path) { return true }
    guard let parent = page.parent(of: path) else { return false }
    moveCursor(to: parent, in: page)
    return true
  }

  /// Expands or collapses the current node.
  ///
  /// - Returns: `false` if the focused list does not show a tree.
  func toggle() -> Bool {
    guard let (page, path, _) = current else { return isActive }
    if !page.collapse(path), !page.expand(path) {
      context.showMessage(localized("nothing to expand"))
    }
    return true
  }

  /// Collapses all nodes at the level of the current node, or expands them if none is expanded.
  ///
  /// - Returns: `false` if the focused list does not show a tree.
  func toggleLevel() -> Bool {
    guard let (page, path, _) = current else { return isActive }
    page.toggleLevel(of: path)
    return true
  }

  /// Expands or collapses the current node if a column belongs to its sign.
  func toggle(atColumn column: Int) -> Bool {
    guard let (page, _, item) = current,
      page.arrowColumns(of: item)?.contains(column) == true
    else { return false }
    return toggle()
  }

  /// Expands or collapses the current node, unless it opens as a table.
  ///
  /// - Returns: `false` if the focused list does not show a tree, or if the current node is an array
  ///   of objects, whose page shows a table.
  func openNode() -> Bool {
    guard let (page, _, item) = current, !page.isTable(item) else { return false }
    return toggle()
  }

  /// The URL of the table that the current node opens, or `nil` if the node is not an array of
  /// objects.
  var tableURL: ModuleURL? {
    guard let (page, _, item) = current, page.isTable(item),
      let cell = context.listScreen?.currentCell
    else { return nil }
    return page.destination(of: cell)
  }

  /// Expands the nodes of a number of levels, and collapses the others.
  func expand(levels count: Int) {
    context.listScreen?.pinCursor()
    page?.expand(levels: count)
  }

  /// Expands the current node and all its descendants.
  ///
  /// After the maximum number of rows, the expansion stops. The same command continues it.
  func expandAll() {
    guard let (page, path, _) = current else { return }
    context.listScreen?.pinCursor()
    page.expandAll(below: path, isConfirmed: page.isAtRowLimit)
  }

  /// Moves the cursor to the node at a path in the content of the list.
  ///
  /// If a filter hides the node, the cursor stays.
  private func moveCursor(to path: ItemPath, in page: any TreePage) {
    guard let displayed = page.list.displayedPath(ofContentPath: path) else { return }
    _ = context.listScreen?.move(toItem: page.list.snapshot.flatIndex(of: displayed) + 1)
  }

  // MARK: - Form

  /// Shows the focused list as a tree or as a table.
  ///
  /// The cursor stays in the record that contains the current node.
  func switchView() {
    guard let page = context.listPage as? any TreePage, page.canShowTree,
      let session = context.session
    else {
      return context.showMessage(localized("this list has no nested values to show as a tree"))
    }
    let path = context.listScreen?.currentCell?.path
    let index = path.map { page.recordIndex(ofNode: $0) }
    session.showTree(!page.isTree, of: page)
    if let index, !page.isTree || !page.prefersTree {
      moveCursor(to: ItemPath(section: 0, item: index), in: page)
    }
  }

  // MARK: - Status line

  /// The key hints for the current node, the most useful first.
  var hints: [KeyHint] {
    guard let page else { return [] }
    if page.isAtRowLimit {
      return [context.keys.hint(of: .tree(.expandAll), localized("expand the rest"))]
        .compactMap(\.self)
    }
    let table =
      tableURL == nil ? nil : context.keys.hint(of: .open, localized("open as table"))
    let level = context.keys.hint(of: .tree(.level(1)), localized("level"))
    return [
      table, context.keys.hint(of: .tree(.expand), localized("open")),
      context.keys.hint(of: .tree(.collapse), localized("close")),
      level.map { $0.key == "1" ? KeyHint("1-9", $0.words, action: $0.action) : $0 },
    ].compactMap(\.self)
  }

  /// The path of the current node, cut in the middle, or an empty string.
  ///
  /// - Parameter columns: The maximum number of columns.
  func pathText(columns: Int) -> String {
    guard isActive, let item = current?.item as? any AddressableItem, let steps = item.steps else {
      return ""
    }
    return Self.cutInMiddle(steps.pathText, columns: max(12, columns))
  }

  /// Returns a text of at most a number of columns, with `…` in place of its middle.
  static func cutInMiddle(_ text: String, columns: Int) -> String {
    guard Canvas.columns(of: text, atMost: columns + 1) > columns else { return text }
    func prefix(_ text: some Sequence<Character>, _ columns: Int) -> [Character] {
      var (taken, used): ([Character], Int) = ([], 0)
      for character in text {
        used += Canvas.columns(of: String(character), atMost: columns + 1)
        if used > columns { break }
        taken.append(character)
      }
      return taken
    }
    let start = prefix(text, (columns - 1) / 2)
    let end = prefix(text.reversed(), columns - 1 - (columns - 1) / 2)
    return String(start) + "…" + String(end.reversed())
  }
}

extension Browser {
  /// Performs a command on the nodes of a tree.
  func perform(_ action: TreeAction) {
    switch action {
    case .expand: trees.expand()
    case .expandAll: trees.expandAll()
    case .collapse: if !trees.collapse() { goToParent() }
    case .level(let count): trees.expand(levels: count)
    }
  }

  /// Shows the current node as a table, or the focused list as a tree or a table.
  func switchView() {
    if let url = trees.tableURL {
      cursor.recordItem()
      return go(to: url)
    }
    trees.switchView()
  }
}
