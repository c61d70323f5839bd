import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("Rows of a delimited text")
struct DelimitedSplitterTests {
  private static let alphabet = Array("a,\"\n\r".utf8)

  @Test("match a simple parser for all short texts, however they are cut")
  func everyShortText() throws {
    for length in 0...5 {
      try withEveryTuple(of: length, in: 0..<Self.alphabet.count) { letters in
        let text = letters.map { Self.alphabet[$0] }
        let expected = RowsOracle(text).rows
        for cut in 0...length {
          var split = SplitText(text)
          try split.take(text[..<cut])
          try split.finish()
          let first = RowsOracle(Array(text[..<cut])).rows
          guard split.rows == first else {
            Issue.record("\(String(decoding: text[..<cut], as: UTF8.self).debugDescription)")
            return
          }
          if cut < length { try split.take(text[cut...]) }
          try split.finish()
          guard split.rows == expected else {
            let shown = String(decoding: text, as: UTF8.self).debugDescription
            Issue.record("\(shown) cut at \(cut): \(split.rows), not \(expected)")
            return
          }
        }
      }
    }
  }

  @Test("are the same if line feeds and carriage returns are exchanged")
  func exchangedLineEnds() throws {
    func exchanged(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 == 10 ? 13 : $0 == 13 ? 10 : $0 } }
    let returning = DelimitedTable(
      UnsafeRawBufferPointer(start: nil, count: 0),
      DelimitedDialect(delimiter: UInt8(ascii: ","), hasHeader: false, rowEnd: 13), RecordOptions())
    for length in 0...4 {
      try withEveryTuple(of: length, in: 0..<Self.alphabet.count) { letters in
        let text = letters.map { Self.alphabet[$0] }
        var split = SplitText(exchanged(text), returning)
        try split.take(exchanged(text))
        try split.finish()
        let rows = split.rows.map {
          $0.map { String(decoding: exchanged(Array($0.utf8)), as: UTF8.self) }
        }
        #expect(rows == RowsOracle(text).rows)
      }
    }
  }

  @Test("match a simple parser for random texts in random pieces")
  func randomTexts() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1500 {
      let text = (0..<Int.random(in: 1...120, using: &generator)).map { _ in
        Self.alphabet.randomElement(using: &generator) ?? 0
      }
      var split = SplitText(text)
      var rest = text[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...min(rest.count, 30), using: &generator)
        try split.take(rest.prefix(size))
        rest = rest.dropFirst(size)
        if Bool.random(using: &generator) { try split.finish() }
      }
      try split.finish()
      let expected = RowsOracle(text).rows
      guard split.rows == expected else {
        Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  /// Returns the records of a text that the splitter receives in pieces of a given size.
  private func records(
    _ text: [UInt8], _ table: DelimitedTable = .unnamed, pieces size: Int = 1 << 20
  ) throws -> [Record] {
    var split = SplitText(text, table)
    for start in stride(from: 0, to: text.count, by: size) {
      try split.take(text[start..<min(start + size, text.count)])
    }
    try split.finish()
    return split.records
  }

  @Test("contain a quote as text if its closing quote is far away")
  func unclosedQuotes() throws {
    let line = "1,2," + String(repeating: "z", count: 1019) + "\n"
    let lines = RowScan.quoteLimit / line.utf8.count
    let filler = Array(String(repeating: line, count: lines).utf8)
    for size in [1 << 20, 700_001] {
      // The closing quote is immediately after the limit.
      let far = try records(Array("x,\"".utf8) + filler + Array("\"\n".utf8), pieces: size)
      #expect(far.count == lines + 1)
      #expect(far[0].fields.prefix(3).map(\.value) == [.string("x"), .string("\"1"), .int(2)])
      #expect(far[0].warningMessage == "missing closing quote")
      #expect(far[1].field("1") == .int(1))
      #expect(far[lines].field("1") == .string("\""))
      // The closing quote is immediately within the limit.
      let near = Array("x,\"".utf8) + filler.dropLast() + Array("\"\n".utf8)
      #expect(try records(near, pieces: size).count == 1)
    }
  }

  @Test("show the beginning of a row with a cell of 100 MB")
  func longCell() throws {
    let text =
      Array("1,".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100 << 20)
      + Array(",y\n2,z\n".utf8)
    let found = try records(text, .named("id,a,b"))
    #expect(found.count == 2)
    #expect(found[0].truncatedText?.hasPrefix("1,xxx") == true)
    #expect(found[0].warningMessage == "large row (100 MiB): showing the start")
    #expect(found[0].container == nil)
    #expect(found[1].field("a") == .string("z"))
    let same = try records(Array("1,short\n".utf8), .named("id,a,b"))
    #expect(found[0].itemID == same[0].itemID, "it is told by its id")
  }

  @Test("have thousands of cells, or truncated text above the limit")
  func manyColumns() throws {
    let names = (0..<4096).map { "c\($0)" }.joined(separator: ",")
    let cells = (0..<4096).map { "\($0 % 10)" }.joined(separator: ",")
    let found = try records(Array("\(cells)\n".utf8), .named(names))
    #expect(found[0].fieldNames.count == 4096)
    #expect(found[0].field("c4095") == .int(5))
    #expect(found[0].warningMessage == nil)
    let wide = try records(Array("\(cells),\n".utf8), .named(names))
    #expect(wide[0].truncatedText != nil)
    #expect(wide[0].container == .object)
  }

  @Test("are identified by a column, by their content, or by their index")
  func identities() throws {
    func ids(_ text: String, _ table: DelimitedTable) throws -> [ItemID] {
      try records(Array(text.utf8), table).map(\.itemID)
    }
    let byID = try ids("7,a\n\"7\",b\r\n8,a\n,a\n,b\n\"a\"\"\",x\n", .named("id,x"))
    #expect(byID[0] == byID[1])
    #expect(Set(byID).count == 5, "an empty one tells nothing")
    let other = try ids("a,7\n", .named("x,id"))
    #expect(other[0] == byID[0])
    let byX = try ids("1,a\n2,a\n3\n", .named("id,x", RecordOptions(idField: "x")))
    #expect(byX[0] == byX[1] && byX[2] != byX[0])
    let whole = try ids("1,a\n1,a\n1,b\n", .named("x,y"))
    #expect(whole[0] == whole[1] && whole[2] != whole[0])
    let byPlace = try ids("1\n1\n", .named("id", RecordOptions(idField: "#")))
    #expect(byPlace[0] != byPlace[1])
  }

  @Test("change their content hash with column names and trailing spaces")
  func contents() throws {
    func hash(_ text: String, _ table: DelimitedTable) throws -> UInt64 {
      try records(Array(text.utf8), table)[0].contentHash
    }
    let first = try hash("1,a\n", .named("id,x"))
    #expect(try hash("1,a\r\n\n\n", .named("id,x")) == first)
    #expect(try hash("1,a", .named("id,x")) == first)
    #expect(try hash("1,a\n", .named("id,y")) != first)
    #expect(try hash("1,a \n", .named("id,x")) != first)
    #expect(try hash("1\ta\n", .named("id\tx", "\t")) != hash("1\ta\t\n", .named("id\tx", "\t")))
  }
}

extension DelimitedTable {
  fileprivate static func named(_ row: String, _ options: RecordOptions) -> DelimitedTable {
    named(row, ",", header: true, options)
  }
}
