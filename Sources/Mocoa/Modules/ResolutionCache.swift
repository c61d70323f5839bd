/// A cache of the resolutions of a list, valid until the next registration.
///
/// It is a class because providers and activity observers may request a resolution from the same
/// list while the list calls them.
@MainActor
final class ResolutionCache {
  private struct Key: Hashable {
    let kind: ElementKind
    let name: String
    let section: String
  }

  /// The maximum number of cached names that are not registered.
  ///
  /// These names come from data, so there may be as many as records. There are not more registered
  /// names than modules.
  private static let fallbackLimit = 1024

  private var resolutions: [Key: Resolution] = [:]
  private var fallbackCount = 0
  private var revision = -1

  /// The number of requests until now whose result was not in the cache.
  private(set) var missCount = 0

  /// Returns the resolution of an element of a list.
  ///
  /// - Complexity: O(1) in the number of modules. A cached resolution needs no allocation.
  func resolve(
    _ kind: ElementKind, named name: String, section: String, in list: Module
  ) -> Resolution {
    if revision != list.sharedState.revision { removeAll(revision: list.sharedState.revision) }
    let key = Key(kind: kind, name: name, section: section)
    if let resolution = resolutions[key] { return resolution }
    missCount += 1
    let resolution = Resolution.resolve(kind, named: name, section: section, in: list)
    // A provider may have registered other modules during the call.
    if revision != list.sharedState.revision { removeAll(revision: list.sharedState.revision) }
    if resolution.isFallback, resolutions[key] == nil {
      if fallbackCount == Self.fallbackLimit {
        resolutions = resolutions.filter { !$0.value.isFallback }
        fallbackCount = 0
      }
      fallbackCount += 1
    }
    resolutions[key] = resolution
    // Logged last, because an observer may request the same resolution or register a module.
    list.sharedState.log(resolution)
    return resolution
  }

  private func removeAll(revision now: Int) {
    resolutions.removeAll(keepingCapacity: true)
    fallbackCount = 0
    revision = now
  }
}

extension Resolution {
  /// A Boolean value that indicates whether the module is not the one that the element names, or is
  /// missing.
  fileprivate var isFallback: Bool {
    candidates.first?.outcome != .chosen
  }
}
