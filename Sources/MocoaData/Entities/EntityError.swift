internal import MocoaLanguage

/// Why a change of entities was refused, in one line; nothing has changed then.
public enum EntityError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An entity would contain itself; the way from it to itself.
  case cycle([EntityKey])

  /// Entities would lie in each other deeper than `EntityStore.depthLimit`.
  case tooDeep(EntityKey)

  /// A list holds entities of another type.
  case otherType(list: String, expected: String, found: String)

  /// A list may be in the cache, from where it was not loaded: it is to be loaded first, or set.
  case notLoaded(list: String)

  /// A position is outside of a list.
  case noSuchPosition(Int, count: Int)

  /// What was refused, and why.
  public var description: String {
    switch self {
    case .cycle(let way):
      phrase(
        "\(way.map(\.description).joined(separator: " → ")): an entity cannot contain itself (refer to it by its id)"
      )
    case .tooDeep(let key): phrase("\(key): lies deeper than \(EntityStore.depthLimit) entities")
    case .otherType(let list, let expected, let found):
      phrase("list \(list): holds \(found), not \(expected)")
    case .notLoaded(let list):
      phrase("list \(list): was not loaded from the cache (load it first, or set all of it)")
    case .noSuchPosition(let position, let count):
      phrase("there is no position \(position) in a list of \(count)")
    }
  }
}
