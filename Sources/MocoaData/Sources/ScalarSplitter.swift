/// A splitter for an input that is a single record: a value without children.
struct ScalarSplitter: RecordSplitter {
  private let input: ByteInput
  private let indexer: LineIndexer
  private var value: UnfinishedRecord

  /// Creates a splitter for the value at an offset of the input.
  init(_ input: ByteInput, from start: Int, _ indexer: LineIndexer) {
    self.input = input
    self.indexer = indexer
    value = UnfinishedRecord(at: start)
  }

  mutating func take(_ piece: [UInt8], into writer: inout BatchWriter) {
    value.append(piece[...])
  }

  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    if !value.isLong, let error = value.text.withUnsafeBytes({ JSONScanner.firstError(in: $0) }) {
      throw input.error(error.reason, at: value.start + error.offset)
    }
    try writer.append(
      [indexer.entry(for: value, position: 0)], end: value.start + value.textCount)
  }
}
