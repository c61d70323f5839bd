public import MocoaModel

extension ListViewModel {
  /// How many items are looked at to find one by its identity: a URL's fragment must not make a
  /// list of a million items be read.
  static let findLimit = 10_000

  /// The first item whose identity is written like `text`; nil where there is none among the first
  /// ten thousand.
  public final func firstPath(ofIdentity text: String) -> ItemPath? {
    var path = snapshot.firstPath
    for _ in 0..<Self.findLimit {
      guard let current = path else { return nil }
      if snapshot.id(at: current).description == text { return current }
      path = snapshot.path(after: current)
    }
    return nil
  }
}
