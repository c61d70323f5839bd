public import MocoaModel

extension ListViewModel {
  /// The maximum number of items to search for an identity.
  ///
  /// The limit prevents the fragment of a URL from reading a list of a million items.
  static let findLimit = 10_000

  /// Returns the path of the first item whose identity has the description `text`, or `nil`.
  ///
  /// Only the first 10,000 items are searched.
  public final func firstPath(matchingID text: String) -> ItemPath? {
    firstPath { snapshot, path in snapshot.id(at: path).description == text }
  }

  /// Returns the path of the first item that satisfies a condition, or `nil`.
  ///
  /// Only the first 10,000 items are searched.
  public final func firstPath(where condition: (any CellModel) -> Bool) -> ItemPath? {
    firstPath { snapshot, path in condition(snapshot.element(at: path)) }
  }

  private func firstPath(_ condition: (ListSnapshot, ItemPath) -> Bool) -> ItemPath? {
    var path = snapshot.firstPath
    for _ in 0..<Self.findLimit {
      guard let current = path else { return nil }
      if condition(snapshot, current) { return current }
      path = snapshot.path(after: current)
    }
    return nil
  }
}
