internal import MocoaModel

extension RecordChunk {
  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    _ = words.initialize(fromContentsOf: entries[range].lazy.map(\.idHash))
    return .hash
  }

  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    _ = words.initialize(fromContentsOf: entries[range].lazy.map(\.contentHash))
    return true
  }
}
