import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Records of a file")
struct RecordSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Opens a file that a test wrote, and waits until loading ends.
  func source(
    _ text: String, name: String = "file.json", at pointer: String = "",
    options: RecordOptions = RecordOptions()
  ) async throws -> RecordSource {
    let source = try RecordSource(
      path: try folder.write(name, text), at: pointer, options: options)
    await finished(source)
    return source
  }

  func finished(_ source: RecordSource) async {
    await eventually("the end of reading") {
      if case .loading = source.phase { false } else { true }
    }
  }

  func settled(_ source: RecordSource) async {
    var isSettled = false
    source.onInitialLoad { isSettled = true }
    await eventually("the first records") { isSettled }
  }

  func records(_ source: RecordSource) -> [Record] {
    let section = source.snapshot.sections[0]
    return (0..<section.items.count).compactMap { section.items.element(at: $0) as? Record }
  }

  @Test(
    "are lines, elements, members or one value, depending on the bytes",
    arguments: [
      ("[1, \"a,b]\", {\"x\": [2]}]", ["1", "a,b]", #"{"x": [2]}"#]),
      ("{\"a\": 1, \"b\\\"}\": [2, 3] }", ["1", "[2, 3]"]),
      ("{\"a\": 1}\n{\"a\": 2}", [#"{"a": 1}"#, #"{"a": 2}"#]),
      ("1\n2\n", ["1", "2"]),
      ("[1]\r\n\r\n[2]\r\n", ["[1]", "[2]"]),
      ("\u{FEFF}[true]", ["true"]),
      ("\u{FEFF}1\n2", ["1", "2"]),
      ("  42 ", ["42"]),
      ("\"alone\"", ["alone"]),
      ("{\"a\":\n1}", ["1"]),
      ("", []), (" \n ", []), ("[]", []), ("{ }", []), ("[\n]", []),
    ] as [(String, [String])])
  func forms(text: String, values: [String]) async throws {
    let source = try await source(text)
    #expect(source.phase == .finished)
    #expect(records(source).map { $0.value.scalarString ?? $0.value.description } == values)
    #expect(source.snapshot.invariantViolation() == nil)
  }

  @Test("are lines if the file extension indicates it")
  func extensionDecides() async throws {
    #expect(records(try await source("{\"a\": 1}", name: "x.json")).map(\.name) == ["a"])
    #expect(records(try await source("{\"a\": 1}", name: "x.ndjson")).map(\.name) == [nil])
    #expect(records(try await source("{\"a\": 1}", name: "x.JSONL")).map(\.name) == [nil])
  }

  @Test("have a pointer, a name and an index")
  func places() async throws {
    let members = records(try await source(#"{"a/b": {"c~d": [7]}}"#))
    #expect(members.map(\.pointer) == ["/a~1b"])
    let inner = records(try await source(#"{"a/b": {"c~d": [7]}}"#, at: "/a~1b/c~0d"))
    #expect(inner.map(\.pointer) == ["/a~1b/c~0d/0"])
    let line = records(try await source("{\"a\": 1}\n\n{\"b\": {\"c\": 2}}\n", at: "/1/b"))
    #expect(line.map(\.pointer) == ["/1/b/c"])
    #expect(line.map(\.value) == [.int(2)])
    let scalar = records(try await source("[[5]]", at: "/0/0"))
    #expect(scalar.map(\.pointer) == ["/0/0"])
    #expect(scalar.map(\.value) == [.int(5)])
  }

  @Test("have the requested identity")
  func identities() async throws {
    func ids(_ text: String, _ options: RecordOptions = RecordOptions()) async throws -> [ItemID] {
      records(try await source(text, options: options)).map(\.itemID)
    }
    let byID = try await ids(#"[{"id": 1, "x": 1}, {"id": 1.0, "x": 2}, {"id": "1"}, {"x": 1}]"#)
    #expect(byID[0] == byID[1])
    #expect(Set(byID).count == 3)
    let lines = try await ids("{\"id\": 1, \"y\": 3}\n{\"id\": 2}")
    #expect(lines[0] == byID[0], "a line and an element with one id are the same item")
    let byField = try await ids(
      #"[{"sku": "a", "id": 1}, {"sku": "a", "id": 2}]"#, RecordOptions(idField: "sku"))
    #expect(byField[0] == byField[1])
    let byPosition = try await ids("[7, 7]", RecordOptions(idField: "#"))
    #expect(byPosition[0] != byPosition[1])
    let whole = try await ids("[7, 7, 8]")
    #expect(whole[0] == whole[1])
    #expect(whole[0] != whole[2])
  }

  @Test("have the kind that a field names")
  func kinds() async throws {
    let source = try await source(
      #"[{"t": "song"}, {"t": 5}, {"t": ["x"]}, {}, 3]"#, options: RecordOptions(kindField: "t"))
    #expect(records(source).map(\.moduleName) == ["song", "5", "", "", ""])
  }

  @Test("a broken line keeps its index, error message and beginning")
  func brokenLine() async throws {
    let source = try await source("{\"id\": 1}\n{\"id\": \u{1}}\n{\"id\": 3}", name: "a.ndjson")
    let records = records(source)
    #expect(records.map { $0.errorMessage == nil } == [true, false, true])
    #expect(records[1].errorMessage?.hasPrefix("record 2: not JSON: ") == true)
    #expect(records[1].field("raw") == .string("{\"id\": \u{1}}"))
    #expect(records[1].fieldNames == ["raw"])
  }

  @Test("10,000 levels of nesting make one line an error record")
  func deepLine() async throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let source = try await source("1\n\(deep)\n2\n")
    #expect(records(source).map { $0.errorMessage != nil } == [false, true, false])
    #expect(records(source)[1].errorMessage?.contains("nested deeper than 1,024 levels") == true)
  }

  @Test("have the bytes of the source")
  func bytes() async throws {
    let source = try await source("[ {\"a\" : 1} ,\n2 ]")
    #expect(
      records(source).map { String(decoding: $0.sourceBytes() ?? [], as: UTF8.self) }
        == ["{\"a\" : 1}", "2"])
  }

  @Test("arrive in batches, each of which appends")
  func batches() async throws {
    let lines = (0..<60_000).map { "{\"id\": \($0), \"text\": \"some text\"}" }
    let source = try RecordSource(
      path: try folder.write("many.ndjson", lines.joined(separator: "\n")))
    let first = source.snapshot.itemCount
    #expect(first > 0 && first < 60_000, "of a large file only the first screen is read at once")
    var last = first
    var updates = 0
    let token = source.observe { update in
      #expect(update.before.itemCount == last)
      #expect(update.changes.isAppend || update.changes.isEmpty)
      #expect(update.changes.countsAfter == update.after.itemCounts)
      last = update.after.itemCount
      updates += 1
    }
    await settled(source)
    #expect(source.snapshot.itemCount > 0)
    await finished(source)
    token.cancel()
    #expect(updates >= 1)
    #expect(last == 60_000)
    for position in [0, 1, 4095, 4096, 31_000, 59_999] {
      let record = source.snapshot.element(at: ItemPath(section: 0, item: position)) as? Record
      #expect(record?.value.field("id") == .int(Int64(position)))
      #expect(record?.pointer == "/\(position)")
      #expect(record?.itemID == source.snapshot.id(at: ItemPath(section: 0, item: position)))
    }
  }

  @Test("lines with lengths near the block size are found")
  func blockBoundaries() async throws {
    let sizes = [65_530, 3, 65_536 - 20, 1, 1_048_570, 7, 2_100_000, 5]
    let lines = sizes.map { "\"" + String(repeating: "x", count: $0) + "\"" }
    let source = try await source(lines.joined(separator: "\r\n"), name: "long.ndjson")
    #expect(records(source).map { $0.value.scalarString?.utf8.count } == sizes)
  }

  @Test("a truncated file has error records in place of missing records")
  func shrunk() async throws {
    let lines = (0..<20_000).map { "{\"id\": \($0), \"text\": \"some longer text\"}" }
    let path = try folder.write("shrinks.ndjson", lines.joined(separator: "\n"))
    let source = try RecordSource(path: path)
    await finished(source)
    try #require(truncate(path, 100) == 0)
    let record = source.snapshot.element(at: ItemPath(section: 0, item: 19_000)) as? Record
    #expect(record?.errorMessage == "record 19001: record is gone: the file has changed")
  }

  @Test("an overwritten file never shows other records as the old ones")
  func overwritten() async throws {
    for (before, after) in [
      ("[1, 22, 333]", "[1, 99, 333]"), ("1\n22\n333", "1\n99\n333"),
      (#"{"a": 1, "b": 22, "c": 333}"#, #"{"a": 1, "b": 99, "c": 333}"#),
    ] {
      let source = try await source(before)
      _ = try folder.write("file.json", after)
      let problems = records(source).map(\.errorMessage)
      // A file this small may still be in the cache with its old bytes.
      #expect(problems == [nil, nil, nil] || problems[1] != nil)
      let reopened = try RecordSource(path: folder.path(of: "file.json"))
      #expect(records(reopened).map(\.errorMessage) == [nil, nil, nil])
    }
  }

  @Test("a member with an overwritten name is missing")
  func overwrittenName() async throws {
    let members = (0..<60_000).map { "\"name\($0)\": 1234567890123" }
    let source = try await source("{\(members.joined(separator: ",\n"))}")
    let start = "{\(members[..<55_000].joined(separator: ",\n")),\n".utf8.count
    let descriptor = open(folder.path(of: "file.json"), O_WRONLY)
    try #require(pwrite(descriptor, "\"other", 6, off_t(start)) == 6)
    close(descriptor)
    let record = source.snapshot.element(at: ItemPath(section: 0, item: 55_000)) as? Record
    #expect(record?.errorMessage?.hasSuffix("record is gone: the file has changed") == true)
  }

  @Test("have their own bytes, or none after overwriting")
  func overwrittenBytes() async throws {
    let lines = (0..<30_000).map { "{\"id\": \($0 + 100_000)}\n" }
    let source = try await source(lines.joined(), name: "lines.ndjson")
    let path = ItemPath(section: 0, item: 29_999)
    let record = try #require(source.snapshot.element(at: path) as? Record)
    #expect(record.sourceBytes() == Array("{\"id\": 129999}".utf8))
    // The first source caches the bytes that it read. Another source has not read them.
    let again = try await self.source(lines.joined(), name: "lines.ndjson")
    let descriptor = open(folder.path(of: "lines.ndjson"), O_WRONLY)
    let place = off_t(record.bytes.range.lowerBound + 7)
    try #require(pwrite(descriptor, "8", 1, place) == 1)
    close(descriptor)
    let other = RecordBytes(
      file: try ByteInput.open(folder.path(of: "lines.ndjson")).bytes, range: record.bytes.range,
      layout: .lines)
    #expect(other.read(record.contentHash) == nil)
    let gone = again.snapshot.element(at: path) as? Record
    #expect(gone?.errorMessage != nil && gone?.sourceBytes() == nil)
  }

  @Test("UTF-16 text is distinguished from broken JSON")
  func utf16() async throws {
    let path = try folder.write("wide.json", [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])
    let source = try RecordSource(path: path)
    #expect(
      source.phase
        == .failed("\(path): UTF-16 is not supported (iconv -f UTF-16 -t UTF-8 \(path))"))
  }

  @Test("a comma after a line is not valid JSON")
  func commaBehindLine() async throws {
    let records = records(try await source("{\"a\": 1},\n{\"a\": 2}\n", name: "x.ndjson"))
    #expect(records.map { $0.errorMessage == nil } == [false, true])
  }

  @Test("remain after loading is stopped")
  func stops() async throws {
    let filler = String(repeating: "x", count: 200)
    let lines = (0..<100_000).map { "{\"id\": \($0), \"text\": \"\(filler)\"}" }
    let source = try RecordSource(
      path: try folder.write("stop.ndjson", lines.joined(separator: "\n")))
    // Stops immediately, because loading could end before a later stop.
    source.stop()
    let count = source.snapshot.itemCount
    #expect(source.phase == .failed("incomplete: loading was stopped"))
    await settle()
    #expect(source.snapshot.itemCount == count)
    #expect(count > 0)
  }

  @Test(
    "errors state the file, line and column",
    arguments: [
      ("[1,\n 2 3]", "", "bad.json:2:4: expected ',' or ']', found '3'"),
      (
        "hello", "",
        "bad.json:1:1: not JSON: expected a value, found 'h' (--lines opens it as text, -D',' as CSV)"
      ),
      ("[[1]]", "/0/5", "bad.json: no value at /0/5: \"5\" not found"),
      ("{\"a\": 1}", "/a/b", "bad.json: no value at /a/b: \"b\" not found"),
      ("1\n2", "/x", "bad.json: no value at /x: \"x\" not found"),
      ("1\n2", "/2", "bad.json: no value at /2: \"2\" not found"),
      ("\u{1F}\u{8B}", "", "bad.json:1:1"),
    ])
  func failures(text: String, pointer: String, message: String) async throws {
    let source = try await source(text, name: "bad.json", at: pointer)
    guard case .failed(let reason) = source.phase else {
      Issue.record("\(source.phase)")
      return
    }
    #expect(reason.hasPrefix("\(folder.folder)/\(message)"), "\(reason)")
  }

  @Test("a file that cannot be opened throws immediately")
  func refusals() throws {
    #expect(throws: SourceError.system("/no/such", ENOENT)) { try RecordSource(path: "/no/such") }
    #expect(throws: SourceError.directory("/tmp")) { try RecordSource(path: "/tmp") }
    let socket = folder.path(of: "socket")
    try bindSocket(to: socket)
    #expect(throws: SourceError.socket(socket)) { try RecordSource(path: socket) }
    let file = try folder.write("ok.json", "[]")
    #expect(throws: SourceError.pointer(file, pointer: "x")) {
      try RecordSource(path: file, at: "x")
    }
  }

  /// Creates a socket at a path.
  private func bindSocket(to path: String) throws {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let failed = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(failed == 0)
  }

  @Test("a record above the parse limit has an error message")
  func hugeRecord() async throws {
    let huge = "\"" + String(repeating: "x", count: RecordChunk.parseLimit + 1) + "\""
    let source = try await source("1\n\(huge)\n2", name: "huge.ndjson")
    let record = source.snapshot.element(at: ItemPath(section: 0, item: 1)) as? Record
    #expect(record?.errorMessage == "record 2: record too large to display (16 MiB)")
    #expect(record?.field("raw")?.scalarString?.count == 300)
  }
}

@Suite("Blocks of a file")
struct FileBytesTests {
  @Test("are cached up to the limit and equal the file")
  func cache() throws {
    let folder = try TemporaryFolder()
    let count = FileBytes.blockSize * (FileBytes.blockLimit + 20) + 17
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let file = try ByteInput.open(try folder.write("bytes", bytes)).bytes
    #expect(file.size == count)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let start = Int.random(in: 0..<count, using: &generator)
      let end = min(count, start + Int.random(in: 0..<200_000, using: &generator))
      #expect(file.read(start..<end) == Array(bytes[start..<end]))
      #expect(file.cachedBlocks <= FileBytes.blockLimit)
    }
    #expect(file.cachedBlocks == FileBytes.blockLimit)
    #expect(file.read((count - 1)..<(count + 1)) == nil)
    #expect(file.read(5..<5) == [])
  }
}
