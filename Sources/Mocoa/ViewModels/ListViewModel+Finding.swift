public import MocoaModel

extension ListViewModel {
  /// How many items are looked at to find one by its identity: a URL's fragment must not make a
  /// list of a million items be read.
  static let findLimit = 10_000

  /// The first item whose identity is written like `text`; nil where there is none among the first
  /// ten thousand.
  public final func firstPath(ofIdentity text: String) -> ItemPath? {
    firstPath { snapshot, path in snapshot.id(at: path).description == text }
  }

  /// The first item that fulfils a condition; nil where there is none among the first ten thousand.
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
