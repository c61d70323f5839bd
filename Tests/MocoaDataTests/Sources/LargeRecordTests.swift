import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("Large records and unreadable files")
struct LargeRecordTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns the records of a text.
  ///
  /// Loads them on the thread of the test, because a large input must not block other tests.
  func records(
    _ text: String, name: String, at pointer: String = "", options: RecordOptions = RecordOptions()
  ) throws -> [Record] {
    let loader = RecordLoader(
      input: try ByteInput.open(try folder.write(name, text)),
      pointer: try #require(JSONPointer(pointer)), options: options,
      cancellation: CancellationToken())
    var records: [Record] = []
    let ending = loader.run { batch in
      for chunk in batch.chunks {
        records += (0..<chunk.count).compactMap { chunk.element(at: $0) as? Record }
      }
    }
    #expect(ending.failure == nil)
    return records
  }

  @Test("each record has the kind of its container")
  func containers() throws {
    let found = try records("[1, [2], {\"a\": 3}, \"{\", null]", name: "c.json")
    #expect(found.map(\.container) == [nil, .array, .object, nil, nil])
    #expect(found.allSatisfy { $0.truncatedText == nil })
    let broken = try records("[1\n[1]\n", name: "c.ndjson")
    #expect(broken.map(\.container) == [nil, .array])
  }

  @Test("containers above the limit have truncated text and can be opened")
  func excerpts() throws {
    let size = 150_000
    let filler = String(repeating: "1,\n", count: size / 3)
    let list = "[\(filler)2]"
    let object = "{ \"t\": \"song\",\n\n   \"l\": \(list)}"
    let options = RecordOptions(kindField: "t")
    let elements = try records("[\(list), \(object)]", name: "e.json", options: options)
    #expect(elements.map(\.container) == [.array, .object])
    #expect(elements.map(\.value) == [.null, .null])
    #expect(elements.map(\.errorMessage) == [nil, nil])
    #expect(elements.map(\.fieldNames) == [["value"], ["value"]])
    #expect(elements[0].truncatedText?.hasPrefix("[1, 1, 1,") == true)
    #expect(elements[0].truncatedText?.hasSuffix("…") == true)
    #expect(elements[0].truncatedText?.utf8.count == RecordChunk.truncatedSize + 3)
    #expect(elements[1].truncatedText?.hasPrefix("{ \"t\": \"song\", \"l\": [1, 1,") == true)
    #expect(elements.map(\.moduleName) == ["", "song"])

    let members = try records("{\"a\\n\": \(list)\n , \"b\": 1}", name: "m.json")
    let member = try #require(members.first)
    #expect(member.name == "a\n")
    #expect(member.container == .array)
    #expect(member.fieldNames == ["name", "value"])
    #expect(member.field("value") == member.truncatedText.map { .string($0) })
    #expect(member.sourceBytes()?.count == list.utf8.count)
    let opened = try records(
      "{\"a\\n\": \(list)\n , \"b\": 1}", name: "m.json", at: member.pointer ?? "")
    #expect(opened.count == size / 3 + 1)

    let line = "{\"l\": [\(filler.split(separator: "\n").joined())2]}"
    let lines = try records("1\n\(line) \r\n\n3\n", name: "l.ndjson")
    #expect(lines.map(\.container) == [nil, .object, nil])
    #expect(lines[1].truncatedText?.hasPrefix("{\"l\": [1,1,1") == true)
    #expect(lines.map(\.errorMessage) == [nil, nil, nil])
    #expect(lines[2].value == .int(3))
  }

  @Test("a broken line above the limit is an error record")
  func brokenLargeLine() throws {
    let filler = String(repeating: "1,", count: 50_000)
    let found = try records("[\(filler)]\n[\(filler)1]\n", name: "b.ndjson")
    #expect(found.map { $0.errorMessage == nil } == [false, true])
  }

  @Test("a line of 40 MiB is never held completely in memory")
  func longLine() throws {
    let text = "{\"x\": \"" + String(repeating: "x", count: 40 << 20) + "\"}"
    let found = try records("1\n\(text)  \n\n  2\n", name: "long.ndjson")
    #expect(found.map(\.errorMessage) == [nil, nil, nil])
    #expect(found.map(\.container) == [nil, .object, nil])
    #expect(found[2].value == .int(2))
    #expect(Set(found.map(\.itemID)).count == 3)
  }

  @Test("an unfinished record retains at most its capacity")
  func unfinished() {
    var record = UnfinishedRecord(at: 0)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<40 { record.append(piece[...]) }
    record.append([UInt8](repeating: 0x20, count: 100)[...])
    #expect(record.bytes.count == UnfinishedRecord.capacity)
    #expect(record.bytes.capacity <= UnfinishedRecord.capacity * 2)
    #expect(record.count == 40 << 20 + 100)
    #expect(record.textCount == 40 << 20)
  }

  @Test("a line at the limit is one record, with any trailing whitespace", arguments: [-1, 0, 1])
  func lineAtLimit(difference: Int) throws {
    let text = "\"" + String(repeating: "x", count: RecordChunk.parseLimit - 2 + difference) + "\""
    let blanks = String(repeating: " ", count: 1 << 20)
    let found = try records("1\n\(text)\(blanks)\n2\n\(blanks)\n3", name: "at.ndjson")
    #expect(found.map { $0.errorMessage == nil } == [true, difference <= 0, true, true])
    #expect(found.allSatisfy { $0.errorMessage?.contains("gone") != true })
  }

  @Test("whitespace of any length is not a record")
  func longBlankLine() throws {
    let onlyBlanks = String(repeating: " ", count: 17 << 20)
    let blank = try records("1\n\(onlyBlanks)\n2\n\(onlyBlanks)", name: "bl.ndjson")
    #expect(blank.map(\.value) == [.int(1), .int(2)])
  }

  @Test("a member above all limits has a name, beginning and length")
  func longMember() throws {
    let value = "[\"" + String(repeating: "x", count: 17 << 20) + "\"]"
    let path = try folder.write("m.json", "{\"a\\n\" : \(value) , \"b\": 1}")
    let indexer = LineIndexer(seed: RecordLoader.seed, identity: .position)
    var entry = Array(value.utf8).withUnsafeBytes {
      indexer.entry(forLong: $0, length: $0.count, offset: 1, position: 0)
    }
    entry.idHash = Array("\"a\\n\"".utf8).withUnsafeBytes {
      indexer.entry(for: $0, offset: 0, position: 0).contentHash
    }
    let end = value.utf8.count + 11
    func chunk() throws -> RecordChunk {
      let source = RecordChunk.Source(
        bytes: try ByteInput.open(path).bytes, pointer: "", kindField: nil)
      return RecordChunk(source, .members, EntryRun([entry]), end: end, firstPosition: 0)
    }
    let record = try #require(try chunk().element(at: 0) as? Record)
    #expect(record.errorMessage == nil)
    #expect(record.name == "a\n")
    #expect(record.container == .array)
    #expect(record.truncatedText?.hasPrefix("[\"xxx") == true)
    #expect(record.sourceBytes()?.count == value.utf8.count)
    try #require(truncate(path, off_t(end - 100)) == 0)
    let gone = try #require(try chunk().element(at: 0) as? Record)
    #expect(gone.errorMessage?.contains("gone") == true)
  }

  @Test("reports a file that is truncated during indexing", arguments: [0, 1])
  func shortened(form: Int) throws {
    let line = "{\"id\": 1, \"text\": \"some longer text\"}"
    let lines = Array(repeating: line, count: 60_000)
    let text = form == 0 ? lines.joined(separator: "\n") : "[\(lines.joined(separator: ","))]"
    let path = try folder.write("s.json", text)
    let input = try ByteInput.open(path)
    try #require(truncate(path, off_t(input.bytes.size - 100_000)) == 0)
    let loader = RecordLoader(
      input: input, pointer: .root, options: RecordOptions(), cancellation: CancellationToken())
    var count = 0
    let failure = loader.run { count += $0.chunks.map(\.count).reduce(0, +) }.failure
    #expect(failure == .shortened(path))
    #expect(failure.map { "\($0)" } == "\(path): file was truncated while reading")
    #expect(count > 0)
  }

  @Test("reports system errors while reading")
  func readError() throws {
    let file = FileBytes(open("/proc/self/mem", O_RDONLY), name: "memory", size: 1 << 20)
    #expect(throws: SourceError.system("memory", EIO)) { try file.bytes(0..<10) }
    #expect(throws: SourceError.system("/proc/self/mem", EIO)) {
      try ByteInput.open("/proc/self/mem")
    }
  }
}
