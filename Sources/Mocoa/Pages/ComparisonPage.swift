public import MocoaModel

/// A list page whose items are compared with those of another list.
@MainActor
public protocol ComparisonPage: ListPageViewModel {
  /// Returns the path of the next or previous item that differs, and whether the search continued
  /// at the other end of the list.
  ///
  /// - Parameters:
  ///   - path: The path at which the search begins, or `nil` for the start of the list.
  ///   - isForward: A Boolean value that indicates whether the next item is searched.
  /// - Returns: `nil` if no item differs.
  func difference(from path: ItemPath?, isForward: Bool) -> (path: ItemPath, isWrapped: Bool)?
}
