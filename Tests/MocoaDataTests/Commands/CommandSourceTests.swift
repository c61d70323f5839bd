import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("CommandSource")
struct CommandSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns a source that prints a text from a file.
  func printing(_ text: String) async throws -> Watched {
    let watched = try Watched(["cat", try folder.write("list", text)])
    await watched.ended(1)
    return watched
  }

  func list(_ ids: some Sequence<Int>, _ field: String = "") -> String {
    "[\(ids.map { "{\"id\": \($0)\(field)}" }.joined(separator: ", "))]"
  }

  @Test("publishes the changes between runs")
  func changes() async throws {
    let watched = try await printing(list(1...9))
    let changes = watched.changes.count
    try folder.write("list", list([1, 2, 3, 7, 5, 6, 8, 9, 10]))
    await watched.run()
    #expect(watched.source.ids == ["1", "2", "3", "7", "5", "6", "8", "9", "10"])
    #expect(watched.changes.count == changes + 1)
    let change = try #require(watched.changes.last)
    #expect(change.deletions == [.init(section: 0, range: 3..<4)])
    #expect(change.insertions == [.init(section: 0, range: 8..<9)])
    #expect(change.moves.map(\.to.item) == [3])
    #expect(change.updates.isEmpty)
    #expect(watched.source.status.displayedRun == 2)
  }

  @Test("sends three notifications without changes if the output is unchanged")
  func equal() async throws {
    let watched = try await printing(list(1...9))
    let (count, changes) = (watched.toldCount, watched.changes.count)
    for _ in 0..<5 { await watched.run() }
    #expect(watched.toldCount == count + 3, "marks of changes weaken three times")
    #expect(watched.changes.dropFirst(changes).allSatisfy { $0.isEmpty })
    #expect(watched.source.status.runCount == 6)
    #expect(watched.source.status.displayedRun == 6)
    #expect(watched.source.status.activity == .idle)
    #expect(watched.source.status.exit == .exit(0))
  }

  @Test("keeps the last good list and reports errors of later runs")
  func failing() async throws {
    let script = folder.path(of: "script")
    try folder.write("script", "echo a; echo b")
    let watched = try Watched(["sh", script])
    await watched.ended(1)
    await watched.run()
    try folder.write("script", "echo c; echo first >&2; printf 'it is broken \\n \\n' >&2; exit 3")
    await watched.run()
    #expect(watched.rows == ["a", "b"])
    #expect(
      watched.source.phase == .failed("sh: exit 3: it is broken  (showing the output of run 2)")
        || watched.source.phase == .failed("sh: exit 3: it is broken (showing the output of run 2)")
    )
    #expect(watched.source.status.exit == .exit(3))
    #expect(watched.source.status.isOutdated)
    #expect(watched.source.status.displayedRun == 2 && watched.source.status.runCount == 3)
    let (count, changes) = (watched.toldCount, watched.changes.count)
    await watched.run()
    #expect(watched.toldCount == count)
    try folder.write("script", "echo a; echo b")
    await watched.run()
    #expect(watched.source.phase == .finished)
    #expect(!watched.source.status.isOutdated && watched.source.status.failure == nil)
    #expect(watched.toldCount == count + 1)
    #expect(watched.changes.count == changes)
  }

  @Test(
    "reports why it has no list on one line",
    arguments: [
      (["no-such-command-x"], "no-such-command-x: no such command"),
      (["/tmp"], "/tmp: permission denied"),
      (["no\nsuch"], "no such: no such command"),
      (["false"], "false: exit 1"),
      (["sh", "-c", "kill -9 $$"], "sh: ended by signal 9 (Killed)"),
      (["sh", "-c", "echo '{\"e\": oops}'; echo no >&2; exit 7"], "sh: exit 7: no"),
    ])
  func reasons(words: [String], message: String) async throws {
    let watched = try Watched(words)
    await watched.ended(1)
    #expect(watched.source.phase == .failed(message))
    #expect(watched.source.status.displayedRun == nil)
  }

  @Test("throws for an empty command")
  func noCommand() {
    #expect(throws: CommandError.launch(ENOENT)) { try Watched([]) }
    #expect(throws: CommandError.launch(ENOENT)) { try Watched([""]) }
  }

  @Test("detects the format of each run independently")
  func shapes() async throws {
    let watched = try await printing(list(1...3))
    let outputs = [
      ("a\nb\n", ["a", "b"]), ("{\"a\": \"a\"}", ["a: a"]), ("[\"a\"]", ["a"]), ("", []),
      ("[]", []), ("a\n", ["a"]), ("\"a\"\n\"b\"\n", ["a", "b"]), ("a\nb", ["a", "b"]),
    ]
    for (output, rows) in outputs {
      try folder.write("list", output)
      await watched.run()
      #expect(watched.rows == rows)
      #expect(watched.source.phase == .finished)
    }
    try folder.write("list", "[{\"id\": 1}, {\"id\": ]")
    await watched.run()
    #expect(watched.rows == ["a", "b"])
    #expect(watched.source.status.displayedRun == 9)
  }

  @Test("shows the rows of the first run as they arrive")
  func firstRows() async throws {
    let pipe = try TestPipe(in: folder)
    let watched = try Watched("echo a; cat \(pipe.path)")
    await eventually("the first row") { watched.rows == ["a"] }
    #expect(watched.source.phase == .loading(fraction: nil))
    try pipe.write("b\n")
    await eventually("the second row") { watched.rows == ["a", "b"] }
    pipe.finish()
    await watched.ended(1)
    #expect(watched.rows == ["a", "b"])
    #expect(watched.source.phase == .finished)
    #expect(watched.source.snapshot.sections[0].items.count == 2)
  }

  @Test("keeps the rows of a first run that fails")
  func firstFails() async throws {
    let watched = try Watched("echo a; exit 2")
    await watched.ended(1)
    #expect(watched.rows == ["a"])
    #expect(watched.source.phase == .failed("sh: exit 2"))
    await watched.run()
    #expect(watched.source.phase == .failed("sh: exit 2 (showing the output of run 1)"))
    #expect(watched.rows == ["a"])
  }

  @Test("calls back when the first rows arrive or the first run ends")
  func settled() async throws {
    for script in ["echo a; exec sleep 1000", "exit 1", "true"] {
      let watched = try Watched(script)
      var isSettled = false
      watched.source.onInitialLoad { isSettled = true }
      await eventually("a call") { isSettled }
      #expect(watched.rows == (script.hasPrefix("echo") ? ["a"] : []))
    }
  }

  @Test("does not block on large output to standard error")
  func complaints() async throws {
    let watched = try Watched(
      "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo; echo >&2 '!'; echo a")
    await watched.ended(1)
    #expect(watched.rows == ["a"])
    #expect(watched.source.status.errorLine == String(repeating: "x", count: 200))
  }

  @Test("reads large output from an unnamed file")
  func much() async throws {
    let watched = try Watched("seq 400000", isLong: true)
    await watched.ended(1)
    #expect(watched.source.snapshot.itemCount == 400_000)
    let items = watched.source.snapshot.sections[0].items
    for position in [0, 1, 70_000, 150_000, 399_999] {
      #expect((items.element(at: position) as? Record)?.value == .string("\(position + 1)"))
    }
    #expect(items.chunk(at: 399_999)?.source.bytes.isInMemory == false)
  }
}

extension ElementSequence {
  /// Returns the chunk that contains a record.
  func chunk(at position: Int) -> RecordChunk? {
    var chunk: RecordChunk?
    forEachLeaf(in: position..<(position + 1)) { chunk = $0.chunk as? RecordChunk }
    return chunk
  }
}
