internal import MocoaSystem

extension SQLiteError {
  /// Returns the error for a user of a cache.
  func cacheError(_ name: String, writing: Bool) -> EntityCacheError {
    let kind: EntityCacheError.Kind =
      isDamage ? .damaged : writing ? .notWritable : .notReadable
    return EntityCacheError(kind, "\(name): \(reason)")
  }
}
