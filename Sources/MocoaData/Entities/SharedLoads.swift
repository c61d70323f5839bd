/// The requests to a cache that are not answered yet, each with all who wait for the answer.
///
/// Several who load the same at a time read the cache once.
@MainActor
struct SharedLoads {
  /// The subject of a request.
  enum Subject: Hashable {
    case entity(EntityKey, ObjectIdentifier)
    case list(String)
  }

  /// One request.
  @MainActor
  final class Load {
    fileprivate var waiting: [@MainActor (EntityCacheError?) -> Void] = []

    fileprivate init() {}
  }

  private var loads: [Subject: Load] = [:]

  /// A Boolean value that indicates whether there is no request that another one could join.
  var isEmpty: Bool { loads.isEmpty }

  /// Waits for the answer to a request.
  ///
  /// - Returns: the request, if it has to be made; nil if it was made before.
  mutating func join(
    _ subject: Subject, then: @escaping @MainActor (EntityCacheError?) -> Void
  ) -> Load? {
    if let load = loads[subject] {
      load.waiting.append(then)
      return nil
    }
    let load = Load()
    load.waiting = [then]
    loads[subject] = load
    return load
  }

  /// Ends a request that was answered.
  ///
  /// - Returns: those who wait for it, in the order in which they came.
  mutating func end(_ load: Load, of subject: Subject) -> [@MainActor (EntityCacheError?) -> Void] {
    if loads[subject] === load { loads[subject] = nil }
    return load.waiting
  }

  /// Lets no other request join those that were made: what they read may be out of date.
  mutating func close() { loads = [:] }
}
