internal import MocoaLocalization

/// An error of a change in a store.
///
/// A change that fails has no effect.
public enum EntityError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An entity would contain itself.
  ///
  /// The associated value is the path from the entity to itself.
  case cycle([EntityKey])

  /// Entities would be nested deeper than `EntityStore.depthLimit`.
  case tooDeep(EntityKey)

  /// A list contains entities of another type than the requested one.
  case typeMismatch(list: String, expected: String, found: String)

  /// A list was edited before it was loaded, so the cache may have rows of it.
  ///
  /// Load the list first, or set all its rows.
  case notLoaded(list: String)

  /// An index is out of the range of a list.
  case indexOutOfRange(Int, count: Int)

  /// The reason for the error, in one line.
  public var description: String {
    switch self {
    case .cycle(let path):
      localized(
        "\(path.map(\.description).joined(separator: " → ")): entity contains itself (store its id instead)"
      )
    case .tooDeep(let key):
      localized("\(key): nested more than \(EntityStore.depthLimit) entities deep")
    case .typeMismatch(let list, let expected, let found):
      localized("list \(list): contains \(found), not \(expected)")
    case .notLoaded(let list):
      localized("list \(list): not loaded (load or set it first)")
    case .indexOutOfRange(let position, let count):
      localized("index \(position) is out of range (count \(count))")
    }
  }
}
