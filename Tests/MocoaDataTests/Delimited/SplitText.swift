import MocoaModel

@testable import MocoaData

/// A text that a splitter receives in pieces.
struct SplitText {
  private var splitter: DelimitedSplitter
  private var writer: BatchWriter
  private var list = RecordList()

  /// Creates the source of a splitter.
  ///
  /// - Parameter text: The complete text, of which the splitter receives pieces.
  public init(_ text: [UInt8], _ table: DelimitedTable = .unnamed) {
    let source = RecordChunk.Source(
      bytes: FileBytes(text, name: "text"), pointer: "", kindField: nil)
    writer = BatchWriter(source, .delimited(table))
    splitter = DelimitedSplitter(from: 0, table)
  }

  mutating func take(_ piece: some Sequence<UInt8>) throws {
    try splitter.take(Array(piece), into: &writer)
  }

  mutating func finish() throws {
    try splitter.finish(into: &writer)
    list.add(writer.take())
  }

  var records: [Record] {
    let items = list.snapshot.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Record }
  }

  /// The cells of each record.
  var rows: [[String]] { records.map { $0.fields.map { $0.value.scalarString ?? "?" } } }
}

extension DelimitedTable {
  /// A table without column names.
  static var unnamed: DelimitedTable { named("", header: false) }

  /// Returns a table with the column names in a row.
  static func named(
    _ row: String, _ delimiter: Unicode.Scalar = ",", header: Bool = true,
    _ options: RecordOptions = RecordOptions()
  ) -> DelimitedTable {
    Array(row.utf8).withUnsafeBytes {
      DelimitedTable(
        $0, DelimitedDialect(delimiter: UInt8(ascii: delimiter), hasHeader: header), options)
    }
  }
}
