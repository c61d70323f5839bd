/// The running requests to a cache, each with the callers that wait for its result.
///
/// Concurrent loads of the same content read the cache once.
@MainActor
struct SharedLoads {
  /// The content that a request loads: an entity as one type, or a list.
  enum Subject: Hashable {
    case entity(EntityKey, ObjectIdentifier)
    case list(String)
  }

  /// A running request to the cache.
  @MainActor
  final class Load {
    fileprivate var waiting: [@MainActor (EntityCacheError?) -> Void] = []

    fileprivate init() {}
  }

  private var loads: [Subject: Load] = [:]

  /// A Boolean value that indicates whether no running request can be joined.
  var isEmpty: Bool { loads.isEmpty }

  /// Adds a closure to the running request for a subject, or to a new request.
  ///
  /// - Returns: The new request, which the caller must start, or `nil` if the request is already
  ///   running.
  mutating func join(
    _ subject: Subject, completion: @escaping @MainActor (EntityCacheError?) -> Void
  ) -> Load? {
    if let load = loads[subject] {
      load.waiting.append(completion)
      return nil
    }
    let load = Load()
    load.waiting = [completion]
    loads[subject] = load
    return load
  }

  /// Ends a request and removes it.
  ///
  /// - Returns: The closures of the waiting callers, in the order of their calls.
  mutating func end(_ load: Load, of subject: Subject) -> [@MainActor (EntityCacheError?) -> Void] {
    if loads[subject] === load { loads[subject] = nil }
    return load.waiting
  }

  /// Prevents callers from joining the running requests, whose results may be outdated.
  mutating func close() { loads = [:] }
}
