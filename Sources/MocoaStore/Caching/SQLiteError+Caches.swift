internal import MocoaSystem

extension SQLiteError {
  /// Returns the error that a cache reports to its user.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - writing: A Boolean value that indicates whether writing failed, not reading.
  func cacheError(_ name: String, writing: Bool) -> EntityCacheError {
    let kind: EntityCacheError.Kind =
      isDamage ? .damaged : writing ? .notWritable : .notReadable
    return EntityCacheError(kind, "\(name): \(reason)")
  }
}
