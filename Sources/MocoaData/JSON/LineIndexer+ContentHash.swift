/// Bytes are compared with what was indexed by the hash that the index has of them.
extension LineIndexer {
  /// The content hash that these bytes would get in an index of such records.
  static func contentHash(of text: ArraySlice<UInt8>, _ form: RecordForm = .lines) -> UInt64 {
    text.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(for: bytes, offset: 0, position: 0)
        ?? indexer(form).entry(for: bytes, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  /// The content hash of a record of which only the first bytes count.
  static func contentHash(
    ofLong head: ArraySlice<UInt8>, length: Int, _ form: RecordForm = .lines
  ) -> UInt64 {
    head.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(forLong: bytes, length: length, offset: 0, position: 0)
        ?? indexer(form).entry(forLong: bytes, length: length, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  private static func indexer(_ form: RecordForm) -> LineIndexer {
    LineIndexer(seed: RecordLoader.seed, identity: .position, isText: form == .text)
  }
}
