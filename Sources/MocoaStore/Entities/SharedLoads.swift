/// The running requests to a cache, each with the callers that wait for the result.
///
/// Concurrent loads of the same content read the cache once.
@MainActor
struct SharedLoads {
  /// The subject of a request.
  enum Subject: Hashable {
    case entity(EntityKey, ObjectIdentifier)
    case list(String)
  }

  /// A running request.
  @MainActor
  final class Load {
    fileprivate var waiting: [@MainActor (EntityCacheError?) -> Void] = []

    fileprivate init() {}
  }

  private var loads: [Subject: Load] = [:]

  /// A Boolean value that indicates whether no request can be joined.
  var isEmpty: Bool { loads.isEmpty }

  /// Adds a closure that is called when a request ends.
  ///
  /// - Returns: The request if the caller must start it, or `nil` if it is already running.
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

  /// Ends a request.
  ///
  /// - Returns: The closures of the waiting callers, in the order of their calls.
  mutating func end(_ load: Load, of subject: Subject) -> [@MainActor (EntityCacheError?) -> Void] {
    if loads[subject] === load { loads[subject] = nil }
    return load.waiting
  }

  /// Prevents callers from joining the running requests, whose results may be outdated.
  mutating func close() { loads = [:] }
}
