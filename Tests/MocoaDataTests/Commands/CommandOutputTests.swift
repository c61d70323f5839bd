import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Command output")
struct CommandOutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns a source that has read an output.
  func watched(_ output: String, _ options: RecordOptions = .init()) async throws -> Watched {
    let path = try folder.write("output", output)
    let watched = try Watched(["cat", path], options)
    await watched.ended(1)
    return watched
  }

  @Test(
    "is read as lines of text unless it is meant as JSON",
    arguments: [
      ("a\nb \n\n  c", ["a", "b", "  c"]),
      ("a\r\nb\r\n", ["a", "b"]),
      ("12 files\n3 folders\n", ["12 files", "3 folders"]),
      ("[INFO] started\n[WARN] late\n", ["[INFO] started", "[WARN] late"]),
      ("[INFO] no such file\n", ["[INFO] no such file"]),
      ("[1] 1234\n[2] 1235\n", ["[1] 1234", "[2] 1235"]),
      ("[12:30:01] up\n", ["[12:30:01] up"]),
      ("{broken", ["{broken"]),
      ("[2, x] foo\n[3, y] bar\n", ["[2, x] foo", "[3, y] bar"]),
      ("{name} is free\n", ["{name} is free"]),
      ("[\"a\" b]\n", ["[\"a\" b]"]),
      ("\"quoted\" text\n", ["\"quoted\" text"]),
      ("12\nfoo\ntrue\n", ["12", "foo", "true"]),
      ("true story\nnull\n", ["true story", "null"]),
      ("-rw-r--r-- 1 root\n", ["-rw-r--r-- 1 root"]),
      ("--- a\n{\n}\n", ["--- a", "{", "}"]),
    ])
  func text(output: String, rows: [String]) async throws {
    let watched = try await watched(output)
    #expect(watched.rows == rows)
    // The source bytes are the printed lines.
    #expect(watched.source.records.map { $0.sourceBytes() } == rows.map { Array($0.utf8) })
    #expect(watched.source.phase == .finished)
  }

  @Test(
    "is read as a document, values, or lines of JSON",
    arguments: [
      ("[1, 2]", ["1", "2"]),
      ("[\n 1,\n 2\n]\n", ["1", "2"]),
      ("[]", []),
      ("{\"a\": 1, \"b\": [2]}", ["a: 1", "b: [2]"]),
      ("{\"a\": 1}\n{\"a\": 2}\n", ["{\"a\": 1}", "{\"a\": 2}"]),
      ("{\n\"a\": 1\n}\n{\n\"a\": 2\n}\n", ["{\"a\": 1}", "{\"a\": 2}"]),
      ("{\"a\": 1} {\"a\": 2}", ["{\"a\": 1}", "{\"a\": 2}"]),
      ("\"a\"\n\"b\"\n", ["a", "b"]),
      ("\u{FEFF}[1]", ["1"]),
    ])
  func json(output: String, rows: [String]) async throws {
    let watched = try await watched(output)
    #expect(watched.rows == rows)
    #expect(watched.source.phase == .finished)
  }

  @Test("stays lines of JSON if one line is invalid", arguments: [0, 1, 2])
  func badLine(position: Int) async throws {
    var lines = ["{\"id\": 1}", "{\"id\": 2}", "{\"id\": 3}"]
    lines[position] = "{\"id\": oops}"
    let watched = try await watched(lines.joined(separator: "\n"))
    let problems = watched.source.records.map { $0.errorMessage != nil }
    #expect(problems == (0..<3).map { $0 == position })
  }

  @Test(
    "is shown if it is binary",
    arguments: [
      [0xFF, 0xFE, 0x41, 0x00, 0x0A, 0x00], [0x1F, 0x8B, 0x08, 0x0A, 0x00],
      [0xC3, 0x28, 0x0A, 0x1B, 0x5B, 0x32, 0x4A],
    ] as [[UInt8]])
  func garbage(bytes: [UInt8]) async throws {
    let watched = try Watched(["cat", try folder.write("output", bytes)])
    await watched.ended(1)
    #expect(watched.source.snapshot.itemCount == 2)
    #expect(watched.source.phase == .finished)
  }

  @Test("fails with the location of an error in a document")
  func brokenDocument() async throws {
    let watched = try await watched("[\n {\"id\": 1},\n {\"id\": oops}\n]")
    guard case .failed(let message) = watched.source.phase else {
      Issue.record("\(watched.source.phase)")
      return
    }
    #expect(message.hasPrefix("cat: the output:3:9: "))
  }

  @Test("is an empty list if it is empty or blank", arguments: ["", " \n\n"])
  func nothing(output: String) async throws {
    let watched = try await watched(output)
    #expect(watched.rows.isEmpty)
    #expect(watched.source.phase == .finished)
    #expect(watched.source.status.displayedRun == 1)
  }

  @Test("stays lines of JSON if only one line remains")
  func oneLeft() async throws {
    let watched = try await watched("{\"id\": 1}\n{\"id\": 2}\n")
    try folder.write("output", "{\"id\": 2}\n")
    await watched.run()
    #expect(watched.rows == ["{\"id\": 2}"])
    #expect(watched.changes.last?.deletions == [.init(section: 0, range: 0..<1)])
  }

  @Test("identifies lines by their text with leading whitespace")
  func identity() async throws {
    let watched = try await watched("a\n  b\nc\n")
    try folder.write("output", "a\nb\nc  \n")
    await watched.run()
    #expect(watched.rows == ["a", "b", "c"])
    let changes = watched.changes.last
    #expect(changes?.deletions == [.init(section: 0, range: 1..<2)])
    #expect(changes?.insertions == [.init(section: 0, range: 1..<2)])
  }

  @Test("identifies lines by index if the options request it")
  func positions() async throws {
    let watched = try await watched("a\nb\n", RecordOptions(idField: "#"))
    try folder.write("output", "a\nx\nc\n")
    await watched.run()
    let changes = watched.changes.last
    #expect(changes?.updates.map(\.to.item) == [1])
    #expect(changes?.insertions == [.init(section: 0, range: 2..<3)])
  }

  @Test("has records without index and pointer")
  func noPlace() async throws {
    let watched = try await watched("[{\"id\": 1, \"kind\": \"k\"}]", .init(kindField: "kind"))
    let record = try #require(watched.source.records.first)
    #expect(record.position == nil && record.pointer == nil)
    #expect(record.moduleName == "k")
    #expect(record.sourceBytes() == Array("{\"id\": 1, \"kind\": \"k\"}".utf8))
  }

  @Test("is classified as soon as its beginning is sufficient")
  func guesses() {
    func guess(
      _ text: String, _ state: FormatDetection.State, after layout: RecordLayout? = nil
    ) -> FormatDetection {
      var text = text
      return text.withUTF8 {
        CommandOutput(previousLayout: layout).detectFormat(of: UnsafeRawBufferPointer($0), state)
      }
    }
    #expect(guess("{\"id\": 1}\n", .stalled) == .lines)
    #expect(guess("{\"id\": 1}\n", .complete) == .document)
    #expect(guess("{\"id\": 1}\n", .complete, after: .lines) == .lines)
    #expect(guess("{\"id\": 1}\n", .complete, after: .text) == .document)
    #expect(guess("[1]\n", .complete, after: .lines) == .document)
    #expect(guess("[{\"id\": 1},\n", .stalled) == .document)
    #expect(guess("[{\"id\": 1},", .limitReached) == .document)
    #expect(guess("[[[[", .stalled) == .needsMoreInput)
    #expect(guess("[[[[", .complete) == .text)
    #expect(guess("[", .cut) == .needsMoreLookahead)
    #expect(guess("[INF", .complete) == .text)
    #expect(guess("starting", .stalled) == .needsMoreInput)
    #expect(guess("starting\n", .stalled) == .text)
    #expect(guess("starting", .limitReached) == .text)
    #expect(guess("{\"a\": \"long", .limitReached) == .document)
    #expect(guess("{\n}\nDone.\n", .complete) == .document)
    #expect(guess("{\n}\n12\n", .complete) == .values)
  }
}
