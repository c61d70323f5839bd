internal import MocoaLocalization

/// An error of a change of entities.
///
/// The change has no effect.
public enum EntityError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An entity would contain itself.
  ///
  /// The associated value is the path from the entity to itself.
  case cycle([EntityKey])

  /// Entities would be nested deeper than `EntityStore.depthLimit`.
  case tooDeep(EntityKey)

  /// A list has entities of another type.
  case typeMismatch(list: String, expected: String, found: String)

  /// A list may be in the cache and was not loaded.
  ///
  /// Load it first, or set all of it.
  case notLoaded(list: String)

  /// An index is out of the range of a list.
  case indexOutOfRange(Int, count: Int)

  /// The reason for the error, in one line.
  public var description: String {
    switch self {
    case .cycle(let way):
      localized(
        "\(way.map(\.description).joined(separator: " → ")): an entity cannot contain itself (refer to it by its id)"
      )
    case .tooDeep(let key): localized("\(key): lies deeper than \(EntityStore.depthLimit) entities")
    case .typeMismatch(let list, let expected, let found):
      localized("list \(list): holds \(found), not \(expected)")
    case .notLoaded(let list):
      localized("list \(list): was not loaded from the cache (load it first, or set all of it)")
    case .indexOutOfRange(let position, let count):
      localized("there is no position \(position) in a list of \(count)")
    }
  }
}
