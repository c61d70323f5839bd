import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaSystem

@MainActor
@Suite("Followed files")
struct FileFollowingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func source(_ text: String, name: String = "log.ndjson", idField: String? = nil) async throws
    -> RecordSource
  {
    let source = try RecordSource(
      path: try folder.write(name, text), options: RecordOptions(idField: idField), follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    return source
  }

  func append(_ text: String, to name: String = "log.ndjson") throws {
    let descriptor = open(folder.path(of: name), O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  func ids(_ source: RecordSource) -> [String] { source.ids }

  @Test("appends new records and reports only those")
  func grows() async throws {
    let source = try await source("{\"id\": 1}\n{\"id\": 2}\n")
    var changes: [ChangeSet] = []
    let token = source.observe { changes.append($0.changes) }
    try append("{\"id\": 3}\n")
    await eventually("the third record") { source.snapshot.itemCount == 3 }
    try append("{\"id\": 4}\n{\"id\": 5}\n")
    await eventually("the fifth record") { source.snapshot.itemCount == 5 }
    token.cancel()
    #expect(ids(source) == ["1", "2", "3", "4", "5"])
    #expect(changes.allSatisfy { $0.isAppend || $0.isEmpty })
    #expect(source.phase == .finished)
    #expect(source.snapshot.invariantViolation() == nil)
  }

  @Test("looks again at a small file that grew before its watch existed")
  func copiedEarly() throws {
    let path = try folder.write("log.ndjson", "{\"id\": 1}\n")
    let input = try ByteInput.open(path)
    let place = RecordReader.InputLocation(path: path, pointer: .root, options: RecordOptions())
    let reader = RecordReader(
      place, input, displayed: RecordList.empty, .finished, watch: FileWatcher(path, input.file),
      CancellationToken())
    try append("{\"id\": 2}\n")
    #expect(!reader.reload(input) { _, _, _ in })
    #expect(reader.reload(try ByteInput.open(path)) { _, _, _ in })
    #expect(reader.list.snapshot.itemCount == 2)
  }

  @Test("completes an unfinished last line at its index")
  func unfinishedLine() async throws {
    let source = try await source("{\"id\": 1}\n{\"id\": 2, ", idField: "#")
    #expect(source.snapshot.itemCount == 2)
    var changes: [ChangeSet] = []
    let token = source.observe { if !$0.changes.isEmpty { changes.append($0.changes) } }
    // After this pause, no batch is pending that could delay half of the change.
    try await Task.sleep(for: .milliseconds(100))
    try append("\"text\": \"x\"}\n{\"id\": 3}")
    await eventually("the third record") { ids(source) == ["1", "2", "3"] }
    #expect(changes.first?.updates.map(\.to) == [ItemPath(section: 0, item: 1)])
    #expect(changes.first?.deletions.isEmpty == true)
    try append("\n")
    try append("{\"id\": 4}\n")
    await eventually("the fourth record") { ids(source) == ["1", "2", "3", "4"] }
    token.cancel()
    #expect(changes.dropFirst().allSatisfy { $0.isAppend })
    #expect(source.snapshot.invariantViolation() == nil)
  }

  @Test("a completed line with a new identity is a new item")
  func otherIdentity() async throws {
    let source = try await source("{\"id\": 1}\n{\"id\": 2")
    try append("3}\n")
    await eventually("the finished record") { ids(source) == ["1", "23"] }
  }

  @Test("reloads a file of lines that is truncated, overwritten or replaced")
  func changed() async throws {
    let path = folder.path(of: "log.ndjson")
    let source = try await source("{\"id\": 1}\n{\"id\": 2}\n")
    try #require(truncate(path, 10) == 0)
    await eventually("one record") { ids(source) == ["1"] }
    try folder.write("log.ndjson", "{\"id\": 7}\n{\"id\": 8}\n{\"id\": 9}\n")
    await eventually("the other records") { ids(source) == ["7", "8", "9"] }
    try folder.write("other", "{\"id\": 5}\n")
    try #require(rename(folder.path(of: "other"), path) == 0)
    await eventually("the other file") { ids(source) == ["5"] }
    try append("{\"id\": 6}\n")
    await eventually("what was appended then") { ids(source) == ["5", "6"] }
    try #require(unlink(path) == 0)
    let removed = ListPhase.failed("\(path): file was removed")
    await eventually("the message") { source.phase == removed }
    #expect(throws: SourceError.system(path, ENOENT)) { try source.reload() }
    #expect(source.phase == removed && source.snapshot.itemCount == 2)
  }

  @Test("reads an empty file after the first write")
  func emptyFile() async throws {
    let empty = try await source("")
    try append("{\"id\": 1}\n", to: "log.ndjson")
    await eventually("the record") { ids(empty) == ["1"] }
    try append("{\"id\": 2}\n", to: "log.ndjson")
    await eventually("the second record") { ids(empty) == ["1", "2"] }
  }

  @Test("a record of a growing file changes only when it is overwritten")
  func recordOfGrowingFile() async throws {
    let path = try folder.write("log.ndjson", "{\"id\": 1, \"list\": [5, 6]}\n{\"id\": 2}\n")
    let file = try RecordSource(path: path, follows: true)
    let record = try RecordSource(path: path, at: "/0/list", follows: true)
    await eventually("the end of reading") { record.phase == .finished && file.phase == .finished }
    try append("{\"id\": 3}\n")
    await eventually("the third record") { file.snapshot.itemCount == 3 }
    #expect(record.phase == .finished)
    #expect(record.snapshot.itemCount == 2)
    let descriptor = open(path, O_WRONLY)
    try #require(pwrite(descriptor, "7", 1, 19) == 1)
    close(descriptor)
    await eventually("what was overwritten") {
      record.records.map(\.value) == [.int(7), .int(6)]
    }
    #expect(record.phase == .finished)
  }

  @Test("reports a renamed file, and a change far from the end")
  func renamedAndOverwritten() async throws {
    let path = folder.path(of: "log.ndjson")
    let renamed = try await source("{\"id\": 1}\n")
    try #require(rename(path, folder.path(of: "log.1")) == 0)
    await eventually("the message") {
      renamed.phase == .failed("\(path): file was removed")
    }
    let line = "{\"id\": 10, \"text\": \"some longer text\"}\n"
    let long = try await source(String(repeating: line, count: 5000))
    let descriptor = open(path, O_WRONLY)
    try #require(pwrite(descriptor, "{\"id\": 99", 9, 0) == 9)
    close(descriptor)
    await eventually("what was overwritten") { ids(long).first == "99" }
    #expect(long.snapshot.itemCount == 5000)
  }

  @Test("reads an empty file only after its first record is complete")
  func emptyThenHalf() async throws {
    let source = try await source("", name: "log.txt")
    try append("{\"id\": 1, \"te", to: "log.txt")
    try await Task.sleep(for: .milliseconds(100))
    try append("xt\": \"x\"}\n{\"id\": 2}\n", to: "log.txt")
    await eventually("both records") { ids(source) == ["1", "2"] }
    #expect(source.phase == .finished)
  }

  @Test("stopping a reload keeps the current records")
  func stopWhileReadingAgain() async throws {
    let lines = (0..<20_000).map { "{\"list\": [\($0)], \"text\": \"some longer text\"}\n" }
    let path = try folder.write("log.ndjson", lines.joined())
    let source = try RecordSource(path: path, at: "/19000", follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    #expect(source.snapshot.itemCount == 2)
    #expect(try source.reload())
    source.stop()
    #expect(source.phase == .failed("incomplete: loading was stopped"))
    await settle()
    #expect(source.snapshot.itemCount == 2)
  }

  @Test("a reload replaces the records by the current ones")
  func again() async throws {
    let source = try await source("[1, 2, 3]", name: "list.json")
    var last = source.snapshot
    let token = source.observe { update in
      #expect(update.before.itemCounts == last.itemCounts)
      #expect(update.changes.countsAfter == update.after.itemCounts)
      last = update.after
    }
    try folder.write("list.json", "[4, 5]")
    #expect(try source.reload())
    await eventually("the end of reading") { source.phase == .finished }
    #expect(source.snapshot.itemCount == 2)
    try folder.write("list.json", "")
    #expect(try source.reload())
    await eventually("the end of reading") { source.phase == .finished }
    #expect(source.snapshot.itemCount == 0)
    token.cancel()
    #expect(last.itemCount == 0)
  }

  @Test("reads a large file to its end if it grows while loading")
  func growsMeanwhile() async throws {
    let lines = (0..<20_000).map { "{\"id\": \($0), \"text\": \"some longer text\"}\n" }
    let path = try folder.write("log.ndjson", lines[..<15_000].joined())
    let source = try RecordSource(path: path, follows: true)
    for start in stride(from: 15_000, to: 20_000, by: 500) {
      try append(lines[start..<(start + 500)].joined())
    }
    await eventually("all records") { source.snapshot.itemCount == 20_000 }
    #expect(ids(source) == (0..<20_000).map { "\($0)" })
  }
}
