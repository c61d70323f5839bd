internal import MocoaJSON
internal import Glibc
internal import MocoaModel

/// A type that finds the records in consecutive pieces of an input.
protocol RecordSplitter: Sendable {
  /// The offset after the container of the records.
  ///
  /// The value is `nil` if the container has not ended, or if the records are not in a container.
  var end: Int? { get }

  /// A Boolean value that indicates whether more records may follow if the input grows after its
  /// end was read.
  var canContinue: Bool { get }

  /// Reads the next piece and writes the records that end in it.
  ///
  /// - Throws: ``SourceError`` if the bytes are not valid. The records before the error are
  ///   written.
  mutating func take(_ chunk: [UInt8], into writer: inout BatchWriter) throws(SourceError)

  /// Writes the unfinished record, if any, which ends at the end of the input.
  mutating func finish(into writer: inout BatchWriter) throws(SourceError)
}

extension RecordSplitter {
  /// `nil` by default: the records end only with the input.
  var end: Int? { nil }

  /// `false` by default.
  var canContinue: Bool { false }

  /// A Boolean value that indicates whether the container of the records has ended.
  var isClosed: Bool { end != nil }
}

/// The bytes of a record whose end was not read yet.
///
/// The number of bytes is limited, so that no file can exhaust the memory. Of a longer record, only
/// the beginning and the length are stored.
struct UnfinishedRecord: Sendable {
  /// The offset in the input of the start of the record.
  var start: Int

  /// The bytes of the record, up to the limit.
  private(set) var bytes: [UInt8] = []

  /// The number of bytes of the record that were already read.
  private(set) var count = 0

  /// The length without trailing whitespace, in bytes.
  ///
  /// For a row, only line ends count as whitespace.
  private(set) var textCount = 0

  /// The maximum number of bytes of a record that are stored.
  static let capacity = RecordChunk.parseLimit + 2 * LineIndexer.headSize

  private let isRow: Bool

  /// Creates an empty record.
  ///
  /// - Parameters:
  ///   - start: The offset of the record.
  ///   - isRow: A Boolean value that indicates whether the record is a row of delimited text.
  init(at start: Int, isRow: Bool = false) {
    (self.start, self.isRow) = (start, isRow)
  }

  /// Appends the next bytes of the record.
  mutating func append(_ chunk: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: chunk.prefix(max(0, Self.capacity - bytes.count)))
    let isRow = isRow
    let last = chunk.lastIndex { isRow ? !$0.isLineEnd : !$0.isJSONBlank }
    if let last { textCount = count + last + 1 }
    count += chunk.count
  }

  /// Appends the next bytes of the record.
  mutating func append(_ chunk: ArraySlice<UInt8>) {
    chunk.withUnsafeBytes { append($0) }
  }

  /// A Boolean value that indicates whether the record exceeds the limit for parsing.
  var isLong: Bool { textCount > RecordChunk.parseLimit }

  /// The bytes without trailing whitespace.
  ///
  /// Valid only if `isLong` is `false`.
  var text: ArraySlice<UInt8> { bytes.prefix(textCount) }
}

extension LineIndexer {
  /// Returns the index entry of a record that was read in pieces.
  func entry(for record: UnfinishedRecord, position: Int) -> Entry {
    record.text.withUnsafeBytes { bytes in
      record.isLong
        ? entry(
          forLong: bytes, length: record.textCount, offset: UInt64(record.start),
          position: position)
        : entry(for: bytes, offset: UInt64(record.start), position: position)
    }
  }
}

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

  mutating func take(_ chunk: [UInt8], into writer: inout BatchWriter) throws(SourceError) {
    if isProvisional {
      isProvisional = false
      writer.withdrawLast()
    }
    var remaining = chunk[...]
    if line.count > 0 {
      guard let end = remaining.firstLineEnd else { return bufferBytes(remaining) }
      bufferBytes(remaining[..<end])
      try writeBufferedLine(into: &writer)
      begin(at: offset + 1)
      remaining = remaining[(end + 1)...]
    }
    if let end = remaining.lastLineEnd {
      let lines = remaining[...end]
      var entries: [LineIndexer.Entry] = []
      lines.withUnsafeBytes {
        indexer.index($0, base: UInt64(offset), firstPosition: writer.count, into: &entries)
      }
      try writer.append(entries, end: offset + lines.count)
      begin(at: offset + lines.count)
      remaining = remaining[(end + 1)...]
    }
    bufferBytes(remaining)
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

  mutating func take(_ chunk: [UInt8], into writer: inout BatchWriter) {
    value.append(chunk[...])
  }

  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    if !value.isLong, let error = value.text.withUnsafeBytes({ JSONScanner.firstError(in: $0) }) {
      throw input.error(error.reason, at: value.start + error.offset)
    }
    try writer.append(
      [indexer.entry(for: value, position: 0)], end: value.start + value.textCount)
  }
}
