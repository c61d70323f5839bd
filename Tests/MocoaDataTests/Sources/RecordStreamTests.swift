import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A named pipe that a test writes to.
final class TestPipe {
  let path: String
  private var descriptor: Int32

  init(in folder: TemporaryFolder, _ name: String = "pipe") throws {
    path = folder.path(of: name)
    try #require(mkfifo(path, 0o600) == 0)
    // Opening for reading and writing does not block.
    descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
  }

  deinit {
    finish()
  }

  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Closes the pipe, which ends the stream.
  func finish() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}

@MainActor
@Suite("Records of a stream")
struct RecordStreamTests {
  let folder: TemporaryFolder
  let pipe: TestPipe

  init() throws {
    folder = try TemporaryFolder()
    pipe = try TestPipe(in: folder)
  }

  func records(_ source: RecordSource) -> [Record] {
    let section = source.snapshot.sections[0]
    return (0..<section.items.count).compactMap { section.items.element(at: $0) as? Record }
  }

  func values(_ source: RecordSource) -> [String] {
    records(source).map { $0.errorMessage ?? $0.value.scalarString ?? $0.value.description }
  }

  func finished(_ source: RecordSource) async {
    await eventually("the end of the stream") {
      if case .loading = source.phase { false } else { true }
    }
  }

  @Test("arrive as they are written, while the stream stalls")
  func stalls() async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("{\"id\": 1}\n{\"id\": 2}\n{\"i")
    await eventually("two records") { source.snapshot.itemCount == 2 }
    #expect(source.phase == .loading(fraction: nil))
    try pipe.write("d\": 3}\n")
    await eventually("the third") { source.snapshot.itemCount == 3 }
    #expect(values(source) == ["{\"id\": 1}", "{\"id\": 2}", "{\"id\": 3}"])
    pipe.finish()
    await finished(source)
    #expect(source.phase == .finished)
    #expect(source.snapshot.itemCount == 3)
  }

  @Test("a single line is shown without a following byte")
  func oneLine() async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("{\"id\": 1}\n")
    await eventually("one record") { source.snapshot.itemCount == 1 }
    #expect(records(source).map(\.name) == [nil])
  }

  @Test(
    "lines of text are shown without following bytes",
    arguments: [
      ("hello\n", ["hello"]), ("hello\nwor", ["hello"]), ("1e2abcd Fix it\n12", ["1e2abcd Fix it"]),
      ("a\nb\nc\nd", ["a", "b", "c"]), ("id,name\n", ["id,name"]),
      ("a\u{1B}[1m,b\n1,2\n3,4\n", ["a\u{1B}[1m,b", "1,2", "3,4"]),
    ])
  func text(text: String, lines: [String]) async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write(text)
    await eventually("the lines") { values(source) == lines }
    try pipe.write("…\n")
    await eventually("one more") { source.snapshot.itemCount == lines.count + 1 }
    pipe.finish()
    await finished(source)
    #expect(source.phase == .finished)
  }

  @Test("a table is shown without bytes after its first row", arguments: ["", "2,B"])
  func tableSoFar(rest: String) async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("id,name\n1,Ann\n" + rest)
    await eventually("the row") { source.snapshot.itemCount == 1 }
    #expect(records(source).first?.field("name") == .string("Ann"))
  }

  @Test(
    "bytes that arrive one by one give the same records",
    arguments: [
      ("one\ntwo\n3\n4\n", ["one", "two", "3", "4"]), ("1\n2\n", ["1", "2"]),
    ])
  func byteByByte(text: String, expected: [String]) async throws {
    let source = try RecordSource(path: pipe.path)
    for character in text {
      try pipe.write(String(character))
      await settle()
    }
    pipe.finish()
    await finished(source)
    #expect(source.phase == .finished)
    #expect(values(source) == expected)
  }

  @Test("elements of an unfinished array are shown")
  func endlessList() async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("[{\"id\": 1}, {\"id\": 2}, {\"id\"")
    await eventually("two elements") { source.snapshot.itemCount == 2 }
    try pipe.write(": 3}, ")
    await eventually("three elements") { source.snapshot.itemCount == 3 }
    pipe.finish()
    await finished(source)
    #expect(
      source.phase == .failed("\(pipe.path):1:35: expected a value, found end of text"))
    #expect(source.snapshot.itemCount == 3)
  }

  @Test(
    "a stream that ends within a record keeps the complete records",
    arguments: [
      ("{\"a\": 1}\n{\"a\"", 2, nil as String?),
      ("[1, {\"a\": [2", 1, ":1:13: expected ',' or ']', found end of text"),
      ("{\"a\": 1, \"b", 1, ":1:10: unfinished string"),
      ("{}\n{\n\"a\":", 2, nil),
      ("{\n}\n{\n\"a\":", 1, ":4:5: expected a value, found end of text"),
    ])
  func endsWithin(text: String, count: Int, message: String?) async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write(text)
    pipe.finish()
    await finished(source)
    if text.hasPrefix("{}") {
      // The input is lines of JSON. The last two are broken.
      #expect(records(source).map { $0.errorMessage == nil } == [true, false, false])
      return
    }
    #expect(source.snapshot.itemCount == count)
    #expect(source.phase == message.map { .failed(pipe.path + $0) } ?? .finished)
  }

  @Test("an empty stream and a stream of whitespace have no records", arguments: ["", " \n\n "])
  func empty(text: String) async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write(text)
    pipe.finish()
    await finished(source)
    #expect(source.phase == .finished)
    #expect(source.snapshot.itemCount == 0)
  }

  @Test("received records can be opened, but a stream cannot be reloaded")
  func openedAgain() async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("{\"list\": [1, 2]}\n{\"list\": [3, 4, 5]}\n")
    await eventually("two records") { source.snapshot.itemCount == 2 }
    let inner = try RecordSource(path: pipe.path, at: "/1/list")
    await finished(inner)
    #expect(values(inner) == ["3", "4", "5"])
    #expect(try !source.reload(), "a stream cannot be read again")
    pipe.finish()
    await finished(source)
  }

  @Test("form few chunks, even if they arrive in small pieces")
  func chunks() async throws {
    let source = try RecordSource(path: pipe.path)
    for id in 0..<20 {
      try pipe.write("{\"id\": \(id)}\n")
      await eventually("record \(id)") { source.snapshot.itemCount == id + 1 }
    }
    #expect(records(source).map(\.pointer) == (0..<20).map { "/\($0)" })
    #expect(source.snapshot.sections[0].items.leafCount == 1)
    #expect(source.snapshot.invariantViolation() == nil)
  }

  @Test("stopping closes the stream and keeps its records")
  func stopped() async throws {
    let source = try RecordSource(path: pipe.path)
    try pipe.write("1\n2\n")
    await eventually("two records") { source.snapshot.itemCount == 2 }
    source.stop()
    #expect(source.phase == .failed("incomplete: loading was stopped"))
    #expect(values(source) == ["1", "2"])
  }

  @Test("a released source does not wait for its stream")
  func letGo() async throws {
    var source: RecordSource? = try RecordSource(path: pipe.path)
    weak let watched = source
    #expect(source?.snapshot.itemCount == 0)
    source = nil
    await eventually("the end of the source") { watched == nil }
  }

  @Test("devices are streams: an empty one, and one without JSON")
  func devices() async throws {
    let nothing = try RecordSource(path: "/dev/null")
    await finished(nothing)
    #expect(nothing.phase == .finished && nothing.snapshot.itemCount == 0)
    let zeros = try RecordSource(path: "/dev/zero")
    await finished(zeros)
    #expect(
      zeros.phase
        == .failed(
          "/dev/zero:1:1: not JSON: expected a value, found U+0000"
            + " (--lines opens it as text, -D',' as CSV)"))
  }

  @Test("generated system files of reported size 0 are read")
  func systemFiles() async throws {
    let source = try RecordSource(path: "/proc/self/mounts")
    await finished(source)
    #expect(source.phase == .finished)
    #expect(values(source).contains { $0.hasPrefix("proc /proc proc ") })
  }

  @Test("an endless stream is buffered only slightly ahead of reading")
  func backPressure() async throws {
    let spool = try StreamSpool(open("/dev/zero", O_RDONLY), name: "zeros")
    let extent = try spool.extent(beyond: 0, atMost: nil) { false }
    #expect(extent.count > 0 && !extent.isEnded)
    await eventually("a pause") { spool.bytes.size >= 32 << 20 }
    await settle()
    #expect(spool.bytes.size <= 34 << 20)
    _ = try spool.extent(beyond: 40 << 20, atMost: nil) { false }
    spool.stop()
    #expect(throws: SourceError.stopped) {
      try spool.extent(beyond: 1 << 40, atMost: nil) { false }
    }
  }
}
