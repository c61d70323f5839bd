import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Records of a delimited file")
struct DelimitedSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func source(
    _ text: [UInt8], name: String = "x.csv", at pointer: String = "",
    _ options: RecordOptions = RecordOptions(), follows: Bool = false
  ) async throws -> RecordSource {
    let path = folder.path(of: name)
    let file = try #require(fopen(path, "w"))
    fwrite(text, 1, text.count, file)
    fclose(file)
    let source = try RecordSource(path: path, at: pointer, options: options, follows: follows)
    await eventually("the end of reading") {
      if case .loading = source.phase { false } else { true }
    }
    return source
  }

  private func source(
    _ text: String, name: String = "x.csv", at pointer: String = "",
    _ options: RecordOptions = RecordOptions(), follows: Bool = false
  ) async throws -> RecordSource {
    try await source(Array(text.utf8), name: name, at: pointer, options, follows: follows)
  }

  private func records(_ source: RecordSource) -> [Record] {
    let items = source.snapshot.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Record }
  }

  private func texts(_ source: RecordSource) -> [String] {
    records(source).map { $0.value.description }
  }

  @Test(
    "are the rows of the file",
    arguments: [
      ("", []), ("\n\r\n", []), ("a,b\n", []), ("a,b", []), ("\u{FEFF}a\n1", [#"{"a": 1}"#]),
      ("5", [#"{"1": 5}"#]),
      ("a,b\n\n1,2\r\n\n\n3,4", [#"{"a": 1, "b": 2}"#, #"{"a": 3, "b": 4}"#]),
      ("a\n\"x\ny\"\n", [#"{"a": "x\ny"}"#]),
      ("a,b\r1,2\r\r\"x\ry\",3", [#"{"a": 1, "b": 2}"#, #"{"a": "x\ry", "b": 3}"#]),
    ] as [(String, [String])])
  func forms(text: String, values: [String]) async throws {
    let source = try await source(text)
    #expect(source.phase == .finished)
    #expect(texts(source) == values)
  }

  @Test("are rows because of the file extension or the options")
  func kinds() async throws {
    let row = [#"{"a": 1, "b": 2}"#]
    #expect(texts(try await source("a\tb\n1\t2\n", name: "x.TSV")) == row)
    #expect(
      texts(try await source("\t\n\t2\n", name: "y.tsv")) == [
        #"{"1": "", "2": ""}"#, #"{"1": "", "2": 2}"#,
      ])
    #expect(texts(try await source("a|b\n1|2\n", name: "x.psv")) == row)
    #expect(texts(try await source("a,b\n1,2\n", name: "x.txt")) == row)
    let given = RecordOptions(delimiter: ":")
    #expect(texts(try await source("a:b\n1:2\n", name: "x.txt", given)) == row)
    #expect(
      texts(try await source("[1:2]\n", name: "x.txt", given)) == [#"{"1": "[1", "2": "2]"}"#])
    let unnamed = RecordOptions(hasHeader: false)
    #expect(texts(try await source("a,b\n", unnamed)) == [#"{"1": "a", "2": "b"}"#])
    #expect(texts(try await source("{\"a\":1}\n{\"a\":2}\n")) == [#"{"a": 1}"#, #"{"a": 2}"#])
    #expect(texts(try await source("[1,2]")) == ["1", "2"])
    #expect(texts(try await source("1\n2\n")) == [#"{"1": 1}"#, #"{"1": 2}"#])
    #expect(texts(try await source("1\n2\n", name: "x.txt")) == ["1", "2"])
    let sentences = try await source("Hello, world\nGood, bye\n", name: "x.txt")
    #expect(texts(sentences) == ["\"Hello, world\"", "\"Good, bye\""])
    let latin = try await source([0x61, 0x2C, 0x62, 0x0A, 0xE9, 0x2C, 0x31])
    #expect(texts(latin) == [#"{"a": "�", "b": 1}"#])
    let wide = try await source([0xFF, 0xFE, 0x61, 0, 0x2C, 0])
    #expect("\(wide.phase)".contains("UTF-16 is not supported"))
    let unmarked = try await source([0x61, 0, 0x2C, 0, 0x62, 0])
    #expect("\(unmarked.phase)".contains("UTF-16 is not supported"))
    let database = try await source(Array("SQLite format 3\0".utf8))
    #expect("\(database.phase)".contains("open it with mocoa FILE"))
    #expect(
      texts(try await source("a:b\n1:2\n", name: "x.jsonl", RecordOptions(delimiter: ":"))) == row)
  }

  @Test("open as the members of an object")
  func opening() async throws {
    let text = "id,name\n1,Ann\n2,\"B \"\"x\"\"\",3\n"
    let row = try await source(text, at: "/1")
    #expect(records(row).map(\.name) == ["id", "name", "3"])
    #expect(records(row).map(\.value) == [.int(2), .string("B \"x\""), .int(3)])
    #expect(records(row).map(\.pointer) == ["/1/id", "/1/name", "/1/3"])
    #expect(records(try await source(text, at: "/1/name")).map(\.value) == [.string("B \"x\"")])
    #expect(records(try await source(text)).map(\.pointer) == ["/0", "/1"])
    for (pointer, token) in [("/2", "2"), ("/x", "x"), ("/0/no", "no"), ("/0/id/x", "x")] {
      let source = try await source(text, at: pointer)
      let path = folder.path(of: "x.csv")
      #expect(source.phase == .failed("\(path): no value at \(pointer): \"\(token)\" not found"))
    }
  }

  @Test("have no names if the first row exceeds the limit")
  func longFirstRow() async throws {
    let long = String(repeating: "x", count: DelimitedTable.firstRowLimit + FileBytes.blockSize)
    let named = try await source("a,\(long)\n1,2\n", RecordOptions(hasHeader: true))
    let path = folder.path(of: "x.csv")
    #expect(
      named.phase
        == .failed(
          "\(path):1:1: header row too long (use --no-header)"))
    let unnamed = try await source("a,\(long)\n1,2\n", RecordOptions(hasHeader: false))
    #expect(unnamed.snapshot.itemCount == 2)
    #expect(records(unnamed)[0].truncatedText?.hasPrefix("a,xxx") == true)
    #expect(records(unnamed)[1].warningMessage == nil)
  }

  @Test("are updated when the file grows, even after an unclosed quote")
  func following() async throws {
    let filler = (0..<40_000).map { "\($0),name \($0)\n" }.joined()
    let source = try await source("id,name\n" + filler + "x,\"a\nb", follows: true)
    #expect(source.snapshot.itemCount == 40_002)
    try append("\nc\",d\ny,e\n")
    await eventually("the row whose quote is closed") {
      records(source).last?.value.description == #"{"id": "y", "name": "e"}"#
    }
    #expect(source.snapshot.itemCount == 40_002)
    #expect(
      records(source)[40_000].fields.map(\.value) == [
        .string("x"), .string("a\nb\nc"), .string("d"),
      ])
    try append("z,\"f\"")
    await eventually("the last row") { source.snapshot.itemCount == 40_003 }
    try append("\n")
    try append("w,g\n")
    await eventually("one more") { source.snapshot.itemCount == 40_004 }
    #expect(source.snapshot.invariantViolation() == nil)
  }

  @Test("are updated when the column names of the file change")
  func rereading() async throws {
    let source = try await source("id,name\n1,Ann\n2,Bob\n", follows: true)
    var changes: [ChangeSet] = []
    let token = source.observe { if !$0.changes.isEmpty { changes.append($0.changes) } }
    defer { token.cancel() }
    _ = try folder.write("y.csv", "id,title\n1,Ann\n2,Bob\n")
    #expect(rename(folder.path(of: "y.csv"), folder.path(of: "x.csv")) == 0)
    await eventually("other names") {
      texts(source) == [#"{"id": 1, "title": "Ann"}"#, #"{"id": 2, "title": "Bob"}"#]
    }
    #expect(changes.map(\.updates.count) == [2])
    #expect(changes.allSatisfy { $0.insertions.isEmpty && $0.deletions.isEmpty })
  }

  @Test("have column names even if the file has no rows")
  func headings() async throws {
    #expect(try await source("id,full name\n").columnNames == ["id", "full name"])
    let source = try await source("id,name")
    #expect(source.columnNames == ["id", "name"] && source.snapshot.itemCount == 0)
    _ = try folder.write("x.csv", "a\n")
    #expect(try source.reload())
    await eventually("another heading") { source.columnNames == ["a"] }
    #expect(try await self.source("id,name\n1,x\n", at: "/0").columnNames == nil, "those are cells")
    #expect(try await self.source("{\"id\": 1}\n", name: "x.ndjson").columnNames == nil)
  }

  private func append(_ text: String) throws {
    let descriptor = open(folder.path(of: "x.csv"), O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
