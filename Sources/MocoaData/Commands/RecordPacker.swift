/// Copies records, one behind the other, into a chunk that keeps their bytes in memory.
struct RecordPacker {
  private var bytes: [UInt8] = []
  private var entries: [LineIndexer.Entry] = []

  /// Adds a record of another chunk.
  ///
  /// - Returns: whether its bytes are still there.
  mutating func append(_ chunk: RecordChunk, _ index: Int) -> Bool {
    guard let text = chunk.text(ofEntry: index) else { return false }
    var entry = chunk.entries[index]
    entry.offset = UInt64(bytes.count)
    entries.append(entry)
    bytes += text
    // What stands between records in every form.
    bytes.append(UInt8(ascii: "\n"))
    return true
  }

  /// All that was added; for records of the same source.
  func chunk(like other: RecordChunk) -> RecordChunk {
    let file = FileBytes(bytes, name: other.source.bytes.name)
    let source = RecordChunk.Source(
      bytes: file, pointer: nil, kindField: other.source.kindField)
    return RecordChunk(
      source, other.form, EntryRun(entries), end: bytes.count, firstPosition: 0)
  }
}

extension RecordChunk {
  /// The bytes of a record, without what stands between records; nil where they are gone.
  fileprivate func text(ofEntry index: Int) -> ArraySlice<UInt8>? {
    source.bytes.read(range(ofEntry: index)).map { Self.trimmed($0[...], form: form) }
  }

  /// About how many bytes some of its records have.
  func size(of entries: Range<Int>) -> Int {
    guard let first = entries.first, let last = entries.last else { return 0 }
    return range(ofEntry: last).upperBound - range(ofEntry: first).lowerBound
  }
}
