/// Bytes are compared with what was indexed by the hash that the index has of them.
extension LineIndexer {
  /// The content hash that these bytes would get in an index.
  ///
  /// - Parameter isText: whether they are a line of text, and no JSON.
  static func contentHash(of text: ArraySlice<UInt8>, isText: Bool = false) -> UInt64 {
    let indexer = LineIndexer(seed: RecordLoader.seed, identity: .position, isText: isText)
    return text.withUnsafeBytes { indexer.entry(for: $0, offset: 0, position: 0).contentHash }
  }

  /// The content hash of a record of which only the first bytes count.
  static func contentHash(
    ofLong head: ArraySlice<UInt8>, length: Int, isText: Bool = false
  ) -> UInt64 {
    let indexer = LineIndexer(seed: RecordLoader.seed, identity: .position, isText: isText)
    return head.withUnsafeBytes {
      indexer.entry(forLong: $0, length: length, offset: 0, position: 0).contentHash
    }
  }
}
