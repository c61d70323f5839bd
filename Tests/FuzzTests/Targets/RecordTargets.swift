import MocoaModel

@testable import MocoaData

extension FuzzTarget {
  /// A target for rows of delimited text.
  ///
  /// The rows must not depend on where the text is cut, or on an early end before more text
  /// follows.
  static let delimited = FuzzTarget(name: "delimited") { bytes in
    let input = CutInput(bytes)
    let isComma = bytes.first.map { $0 % 2 == 0 } ?? true
    let table = DelimitedTable(
      UnsafeRawBufferPointer(start: nil, count: 0),
      DelimitedDialect(delimiter: isComma ? UInt8(ascii: ",") : 9, hasHeader: false),
      RecordOptions())
    func splitter() -> DelimitedSplitter { DelimitedSplitter(from: 0, table) }
    try expectSame(input, .delimited(table), splitter)
  }

  /// A target for lines of text.
  ///
  /// The lines must not depend on where the text is cut, or on an early end before more text
  /// follows.
  static let lines = FuzzTarget(name: "lines") { bytes in
    let isText = bytes.first.map { $0 % 2 == 0 } ?? true
    let indexer = LineIndexer(seed: 7, identity: .field("id"), isText: isText)
    func splitter() -> LineSplitter { LineSplitter(from: 0, indexer) }
    try expectSame(CutInput(bytes), isText ? .text : .lines, splitter)
  }

  private static func expectSame(
    _ input: CutInput, _ form: RecordLayout, _ splitter: () -> some RecordSplitter
  ) throws {
    let whole = try records([input.whole], of: input.whole, form, splitter(), isHasty: false)
    let cut = try records(input.pieces, of: input.whole, form, splitter(), isHasty: false)
    let hasty = try records(input.pieces, of: input.whole, form, splitter(), isHasty: true)
    try expect(whole == cut, "cut: \(cut), whole: \(whole)")
    try expect(whole == hasty, "ended meanwhile: \(hasty), whole: \(whole)")
    guard String(validating: input.whole, as: UTF8.self) != nil, !input.whole.contains(0) else {
      return
    }
    try expect(
      !whole.contains { $0.contains("\u{FFFD}") }
        || String(decoding: input.whole, as: UTF8.self).contains("\u{FFFD}"),
      "valid text has replacement characters: \(whole)")
  }

  /// Returns the records of the pieces as strings.
  private static func records(
    _ pieces: [[UInt8]], of text: [UInt8], _ form: RecordLayout, _ start: some RecordSplitter,
    isHasty: Bool
  ) throws -> [String] {
    let source = RecordChunk.Source(
      bytes: FileBytes(text, name: "text"), pointer: "", kindField: nil)
    var (splitter, writer, list) = (start, BatchWriter(source, form), RecordList())
    for piece in pieces where !piece.isEmpty {
      try splitter.take(piece, into: &writer)
      guard isHasty else { continue }
      try splitter.finish(into: &writer)
      list.add(writer.take())
    }
    try splitter.finish(into: &writer)
    list.add(writer.take())
    if let violation = list.snapshot.invariantViolation() {
      throw FuzzFailure(description: "\(violation)")
    }
    let items = list.snapshot.sections[0].items
    return (0..<items.count).map { position in
      guard let record = items.element(at: position) as? Record else { return "no record" }
      let fields = record.fields.map { "\($0.name)=\(CompactJSON.bytes(of: $0.value))" }
      return "\(record.errorMessage ?? "") \(record.value.description) \(fields)"
    }
  }
}
