internal import MocoaModel

/// A type that finds the records in consecutive pieces of an input.
protocol RecordSplitter: Sendable {
  /// The offset after the container of the records.
  ///
  /// `nil` if the container has not ended, or if the records have none.
  var end: Int? { get }

  /// A Boolean value that indicates whether more records may follow if the input grows after its
  /// end was read.
  var canContinue: Bool { get }

  /// Reads the next piece and writes the records that end in it.
  ///
  /// - Throws: ``SourceError`` if the bytes are not valid. The records before the error are
  ///   written.
  mutating func take(_ piece: [UInt8], into writer: inout BatchWriter) throws(SourceError)

  /// Writes the record whose end is the end of the input, if any.
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

  /// The number of bytes of the record that were read until now.
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
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: piece.prefix(max(0, Self.capacity - bytes.count)))
    let isRow = isRow
    let last = piece.lastIndex { isRow ? !$0.isLineEnd : !$0.isJSONBlank }
    if let last { textCount = count + last + 1 }
    count += piece.count
  }

  /// Appends the next bytes of the record.
  mutating func append(_ piece: ArraySlice<UInt8>) {
    piece.withUnsafeBytes { append($0) }
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
