package import Mocoa
package import MocoaModel

/// A list page whose items can also be shown as a tree, which expands in place.
///
/// The paths are those of the content of the list.
@MainActor
package protocol TreePage: ListPageViewModel {
  /// A Boolean value that indicates whether the items can be shown as a tree.
  var canShowTree: Bool { get }

  /// A Boolean value that indicates whether the items are shown as a tree.
  var isTree: Bool { get }

  /// The records that pages of counts count, which are not the nodes of the tree.
  var countedSource: any ListSource { get }

  /// A Boolean value that indicates whether the page opens as a tree.
  var prefersTree: Bool { get }

  /// The form that the user or the URL requests, or `nil` for the default form.
  var requestedView: ListView? { get set }

  /// Shows the items as a tree or as a list.
  func showTree(_ isTree: Bool)

  /// Shows the items as a tree, and expands whole levels that fit.
  ///
  /// - Parameter rows: The number of rows of the window.
  func openTree(rows: Int)

  /// Expands a node.
  ///
  /// - Returns: `false` if the node has no children or is expanded.
  func expand(_ path: ItemPath) -> Bool

  /// Collapses a node.
  ///
  /// - Returns: `false` if the node is not expanded.
  func collapse(_ path: ItemPath) -> Bool

  /// Returns `true` if the children of a node are visible.
  func isExpanded(_ path: ItemPath) -> Bool

  /// Returns the path of the parent of a node, or `nil` for a node of the top level.
  func parent(of path: ItemPath) -> ItemPath?

  /// Expands the nodes of the first levels, and collapses the nodes below them.
  func expand(levels count: Int)

  /// Expands a node and all its descendants.
  ///
  /// - Parameter isConfirmed: A Boolean value that indicates whether the number of rows is not
  ///   limited.
  func expandAll(below path: ItemPath, isConfirmed: Bool)

  /// Collapses all nodes at the level of a node, or expands them if none is expanded.
  func toggleLevel(of path: ItemPath)

  /// A Boolean value that indicates whether the last expansion has stopped at the maximum number of
  /// rows.
  var isAtRowLimit: Bool { get }

  /// Returns the index of the record that contains a node.
  ///
  /// While the items are not shown as a tree, it is the index of the item.
  func recordIndex(ofNode path: ItemPath) -> Int

  /// Returns the columns of the sign with which a click expands or collapses an item, or `nil`.
  func arrowColumns(of item: any CellModel) -> Range<Int>?

  /// Returns `true` if an item is an array of objects, which can be shown as a table.
  func isTable(_ item: any CellModel) -> Bool
}

/// The forms in which nested items are shown.
package enum ListView: String, Sendable {
  case tree, table
}
