internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The tree of the records.
extension RecordsPage: TreePage {
  var canShowTree: Bool { tree?.canShowTree ?? false }

  var isTree: Bool { tree?.isTree ?? false }

  var countedSource: any ListSource { tree?.base ?? list.content }

  var prefersTree: Bool { tree?.isObject ?? false }

  func showTree(_ isTree: Bool) { tree?.showTree(isTree) }

  func openTree(rows: Int) {
    tree?.showTree(true)
    tree?.expandLevels(fitting: rows)
    if let fragment = url.fragment, fragment.hasPrefix("/") { _ = tree?.reveal(fragment) }
  }

  func expand(_ path: ItemPath) -> Bool { tree?.expand(path) ?? false }

  func collapse(_ path: ItemPath) -> Bool { tree?.collapse(path) ?? false }

  func isExpanded(_ path: ItemPath) -> Bool { tree?.isExpanded(path) ?? false }

  func parent(of path: ItemPath) -> ItemPath? { tree?.parent(of: path) }

  func expand(levels count: Int) { tree?.expand(levels: count) }

  func expandAll(below path: ItemPath, isConfirmed: Bool) {
    tree?.expandAll(below: path, isConfirmed: isConfirmed)
  }

  func toggleLevel(of path: ItemPath) { tree?.toggleLevel(of: path) }

  var isAtRowLimit: Bool { tree?.isAtRowLimit ?? false }

  func recordIndex(ofNode path: ItemPath) -> Int { tree?.recordIndex(ofNode: path) ?? path.item }

  func arrowColumns(of item: any CellModel) -> Range<Int>? {
    guard let node = item as? TreeNode, node.hasChildren else { return nil }
    let start = TreeNodeCellViewModel.guideColumns(ofDepth: node.depth)
    return start..<start + 2
  }

  func isTable(_ item: any CellModel) -> Bool { (item as? TreeNode)?.isUniformArray ?? false }
}

extension RecordsPage {
  /// Returns the path of the visible node that a fragment names.
  ///
  /// A fragment that begins with a slash is a JSON pointer; other fragments name a node of the top
  /// level.
  func nodePath(forFragment fragment: String) -> ItemPath? {
    list.firstPath { item in
      guard let node = item as? TreeNode else { return false }
      return node.depth == 0 && node.name == fragment || self.fragment(for: node) == fragment
    }
  }

  /// Returns the JSON pointer of a node, relative to the container of the records.
  func fragment(for node: TreeNode) -> String? {
    node.steps.map { Array($0.dropFirst(tokens.count)).pointerText }
  }
}
