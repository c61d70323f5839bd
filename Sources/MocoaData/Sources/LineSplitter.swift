internal import Glibc

/// A splitter for records that are lines.
struct LineSplitter: RecordSplitter {
  private let indexer: LineIndexer
  private var line: UnfinishedRecord
  private var offset: Int

  /// A Boolean value that indicates whether the last line was written without a line end and may
  /// continue.
  private var isProvisional = false

  /// Creates a splitter for lines from an offset of the input.
  init(from start: Int, _ indexer: LineIndexer) {
    self.indexer = indexer
    offset = start
    line = UnfinishedRecord(at: start)
  }

  var canContinue: Bool { true }

  mutating func take(_ piece: [UInt8], into writer: inout BatchWriter) throws(SourceError) {
    if isProvisional {
      isProvisional = false
      writer.withdrawLast()
    }
    var rest = piece[...]
    if line.count > 0 {
      guard let end = rest.firstLineEnd else { return bufferBytes(rest) }
      bufferBytes(rest[..<end])
      try writeBufferedLine(into: &writer)
      begin(at: offset + 1)
      rest = rest[(end + 1)...]
    }
    if let end = rest.lastLineEnd {
      let lines = rest[...end]
      var entries: [LineIndexer.Entry] = []
      lines.withUnsafeBytes {
        indexer.index($0, base: UInt64(offset), firstPosition: writer.count, into: &entries)
      }
      try writer.append(entries, end: offset + lines.count)
      begin(at: offset + lines.count)
      rest = rest[(end + 1)...]
    }
    bufferBytes(rest)
  }

  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    guard line.textCount > 0, !isProvisional else { return }
    try writeBufferedLine(into: &writer)
    isProvisional = true
  }

  private mutating func begin(at start: Int) {
    offset = start
    line = UnfinishedRecord(at: start)
  }

  private mutating func bufferBytes(_ bytes: ArraySlice<UInt8>) {
    line.append(bytes)
    offset += bytes.count
  }

  private func writeBufferedLine(into writer: inout BatchWriter) throws(SourceError) {
    guard line.textCount > 0 else { return }
    let entry = indexer.entry(for: line, position: writer.count)
    try writer.append([entry], end: line.start + line.textCount)
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first line end in the bytes, or `nil` if there is none.
  var firstLineEnd: Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
        return nil
      }
      return startIndex + (UnsafeRawPointer(found) - base)
    }
  }

  /// The index of the last line end in the bytes, or `nil` if there is none.
  var lastLineEnd: Int? {
    guard firstLineEnd != nil else { return nil }
    return withUnsafeBytes { bytes in
      var index = bytes.count - 1
      while index >= 0, bytes[index] != 0x0A { index -= 1 }
      return startIndex + index
    }
  }
}
