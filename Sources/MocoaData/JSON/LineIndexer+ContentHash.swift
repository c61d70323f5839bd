/// Hashes of bytes, which are compared with the hashes in an index.
extension LineIndexer {
  /// Returns the content hash that the index contains for a record with these bytes.
  static func contentHash(of text: ArraySlice<UInt8>, _ form: RecordLayout = .lines) -> UInt64 {
    text.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(for: bytes, offset: 0, position: 0)
        ?? indexer(form).entry(for: bytes, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  /// Returns the content hash that the index contains for a record that is too long to be read
  /// completely.
  ///
  /// - Parameter head: The beginning of the record.
  static func contentHash(
    ofLong head: ArraySlice<UInt8>, length: Int, _ form: RecordLayout = .lines
  ) -> UInt64 {
    head.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(forLong: bytes, length: length, offset: 0, position: 0)
        ?? indexer(form).entry(forLong: bytes, length: length, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  private static func indexer(_ form: RecordLayout) -> LineIndexer {
    LineIndexer(seed: RecordLoader.seed, identity: .position, isText: form == .text)
  }
}
