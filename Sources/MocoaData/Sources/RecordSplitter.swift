/// Finds records in bytes that come piece by piece, in order.
protocol RecordSplitter: Sendable {
  /// The place behind what holds the records; nil until that has ended, or where nothing does.
  var end: Int? { get }

  /// Whether there may be more records when the input has become longer, once it had ended.
  var mayGoOn: Bool { get }

  /// Takes the next bytes, and writes the records that end in them.
  ///
  /// - Throws: why these bytes cannot follow those before; the records before the place are written.
  mutating func take(_ piece: [UInt8], into writer: inout BatchWriter) throws(SourceError)

  /// There are no more bytes: writes what is left.
  mutating func finish(into writer: inout BatchWriter) throws(SourceError)
}

extension RecordSplitter {
  /// Only the end of the input ends the records.
  var end: Int? { nil }

  /// What has ended has no more records.
  var mayGoOn: Bool { false }

  /// Whether what holds the records has ended.
  var isClosed: Bool { end != nil }
}

/// The bytes of a record whose end has not come yet.
///
/// So many bytes are held at most that no file decides how much memory reading it takes: a longer
/// record is known by its beginning and its length.
struct UnfinishedRecord: Sendable {
  /// Where the record begins.
  var start: Int

  /// Its bytes, or the first of them.
  private(set) var bytes: [UInt8] = []

  /// How long it is so far.
  private(set) var count = 0

  /// How long it is without blanks at its end; those of a row that are no line ends are text.
  private(set) var textCount = 0

  /// A record that is as long has all its bytes here.
  static let capacity = RecordChunk.parseLimit + 2 * LineIndexer.headSize

  private let isRow: Bool

  /// - Parameter isRow: whether it is a row of delimited text.
  init(at start: Int, isRow: Bool = false) {
    (self.start, self.isRow) = (start, isRow)
  }

  /// Adds bytes at the end.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: piece.prefix(max(0, Self.capacity - bytes.count)))
    let isRow = isRow
    let last = piece.lastIndex { isRow ? !$0.isLineEnd : !$0.isJSONBlank }
    if let last { textCount = count + last + 1 }
    count += piece.count
  }

  /// Adds bytes at the end.
  mutating func append(_ piece: ArraySlice<UInt8>) {
    piece.withUnsafeBytes { append($0) }
  }

  /// Whether not all of its bytes are held.
  var isLong: Bool { textCount > RecordChunk.parseLimit }

  /// The bytes without blanks at the end; only for a record that is not too long.
  var text: ArraySlice<UInt8> { bytes.prefix(textCount) }
}

extension LineIndexer {
  /// The entry of a record whose bytes came piece by piece.
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
