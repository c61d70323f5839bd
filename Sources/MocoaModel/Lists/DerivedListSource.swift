/// A list source that shows a filtered, sorted or grouped view of a base list.
///
/// State that must survive filtering, such as marks, is stored by path in the base list.
@MainActor
public protocol DerivedListSource: ListSource {
  /// The base list.
  var base: any ListSource { get }

  /// A Boolean value that indicates whether the visible items have the order of the base list.
  var preservesBaseOrder: Bool { get }

  /// A Boolean value that indicates whether the results are still being computed.
  var isUpdatingResults: Bool { get }

  /// A Boolean value that indicates whether the list shows the base list unchanged.
  ///
  /// If `true`, the updates of this list are those of the base list.
  var showsEntireBase: Bool { get }

  /// Returns the current index in the base list of a section of this list.
  ///
  /// - Returns: `nil` if the base list does not have the section, such as a group.
  func baseIndex(ofSection section: Int) -> Int?

  /// Returns the current path in the base list of an item of this list, or `nil` if the item was
  /// removed from the base list.
  func basePath(for path: ItemPath) -> ItemPath?

  /// Returns the path in this list of an item of the base list, or `nil` if this list does not show
  /// the item.
  func visiblePath(forBasePath path: ItemPath) -> ItemPath?

  /// The items of the base list that this list shows.
  var visibleBaseItems: ItemRanges { get }

  /// Returns the items of the base list that some items of this list represent.
  ///
  /// Items that were removed from the base list are omitted.
  func baseItems(for items: ItemRanges) -> ItemRanges

  /// Returns those of some items of the base list that this list shows, with their paths in this
  /// list.
  func visibleItems(forBaseItems items: ItemRanges) -> ItemRanges
}

/// The context of an update that a change of the query caused, not a change of the base list.
public struct QueryChange: Sendable {
  /// Creates the context.
  public init() {}
}
