import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Command runs")
struct CommandTurnsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("log", "")
  }

  /// Returns the number of times that a line is in the log.
  func count(_ line: String) throws -> Int {
    try folder.text(of: "log").split(separator: "\n").count { $0 == line }
  }

  @Test("follow each other without overlap")
  func neverDoubled() async throws {
    let log = folder.path(of: "log")
    let watched = try Watched(
      "echo begin >> \(log); sleep 0.03; echo end >> \(log)", every: .milliseconds(10))
    await watched.ended(8)
    watched.source.stop()
    let lines = try folder.text(of: "log").split(separator: "\n")
    #expect(lines.count >= 16)
    for (position, line) in lines.enumerated() {
      #expect(line == (position.isMultiple(of: 2) ? "begin" : "end"))
    }
  }

  @Test("are executed only on request while the source is paused")
  func pausing() async throws {
    let pipe = try TestPipe(in: folder)
    let watched = try Watched(
      "echo x >> \(folder.path(of: "log")); read line < \(pipe.path)", every: .milliseconds(10))
    try pipe.write("\n")
    await watched.ended(1)
    // The second run waits for its line, so no further run can start.
    await eventually("a second run") { (try? count("x")) == 2 }
    watched.source.pause()
    #expect(watched.source.isPaused)
    try pipe.write("\n")
    await eventually("a pause") {
      watched.source.status.activity == .paused && watched.source.status.runCount == 2
    }
    let (runs, changes) = (watched.source.status.runCount, watched.changes.count)
    for turn in 1...5 {
      try pipe.write("\n")
      await watched.run()
      #expect(watched.source.status.runCount == runs + turn)
      #expect(watched.source.status.activity == .paused)
    }
    #expect(try count("x") == runs + 5)
    #expect(watched.changes.count == changes)
    watched.source.resume()
    #expect(!watched.source.isPaused)
    try pipe.write(String(repeating: "\n", count: 3))
    await watched.ended(runs + 8)
  }

  @Test("continue to their end if the source is paused")
  func pausedMeanwhile() async throws {
    let pipe = try TestPipe(in: folder)
    let watched = try Watched("echo a; cat \(pipe.path)", every: .milliseconds(10))
    await eventually("a row") { watched.rows == ["a"] }
    watched.source.pause()
    if case .running = watched.source.status.activity {} else { Issue.record("it does not run") }
    try pipe.write("b\n")
    pipe.finish()
    await eventually("a pause") { watched.source.status.activity == .paused }
    #expect(watched.rows == ["a", "b"])
    #expect(watched.source.status.runCount == 1)
  }

  @Test("are repeated once after any number of requests during a run")
  func runNow() async throws {
    let pipe = try TestPipe(in: folder)
    let log = folder.path(of: "log")
    let watched = try Watched("echo x >> \(log); echo a; read line < \(pipe.path)")
    await eventually("a row") { watched.rows == ["a"] }
    for _ in 0..<3 { watched.source.runNow() }
    try pipe.write("\n")
    await eventually("a second run") { watched.source.status.runCount == 2 }
    try pipe.write("\n")
    await watched.ended(2)
    #expect(try count("x") == 2)
    #expect(watched.source.status.runCount == 2)
    #expect(watched.source.status.activity == .idle)
  }

  @Test("are reported as slow after one second until they end")
  func slow() async throws {
    let pipe = try TestPipe(in: folder)
    let watched = try Watched("cat \(pipe.path)")
    await eventually("patience") { watched.source.status.isSlow }
    let told = watched.toldCount
    #expect(told == 1)
    pipe.finish()
    await watched.ended(1)
    #expect(!watched.source.status.isSlow)
    #expect(watched.toldCount == told + 1)
  }

  @Test("share unchanged records and release all others")
  func sharing() async throws {
    let path = folder.path(of: "list")
    try folder.write("list", (0..<100_000).map { "line \($0)\n" }.joined())
    let watched = try Watched(["cat", path], isLong: true)
    await watched.ended(1)
    let history = ListHistory(of: watched.source, limit: 8192)
    let first = try #require(watched.source.snapshot.sections[0].items.chunk(at: 7))
    #expect(!first.source.bytes.isInMemory)
    for turn in 1...3 {
      let lines = (0..<100_000).map { $0 == 5000 * turn ? "changed \($0)\n" : "line \($0)\n" }
      try folder.write("list", lines.joined())
      await watched.run()
      let items = watched.source.snapshot.sections[0].items
      #expect(items.chunk(at: 7) === first)
      let changed = try #require(items.chunk(at: 5000 * turn))
      #expect(changed.source.bytes.isInMemory)
      #expect(changed.count == (turn == 1 ? 1 : 2))
      #expect(changed.estimatedByteCount < 200)
      #expect(
        (items.element(at: 5000 * turn) as? Record)?.value == .string("changed \(5000 * turn)"))
    }
    #expect(history.count == 4)
    #expect(history.hasAllVersions)
    history.step(by: -2)
    let shown = history.snapshot.sections[0].items
    #expect((shown.element(at: 5000) as? Record)?.value == .string("changed 5000"))
    #expect((shown.element(at: 15_000) as? Record)?.value == .string("line 15000"))
  }

  @Test("retain little memory after many changes")
  func wear() async throws {
    let watched = try Watched(["cat", try folder.write("list", "")], isLong: true)
    var lines = (0..<2000).map { "line \($0)" }
    for turn in 0..<60 {
      for offset in 0..<100 {
        lines[(turn * 37 + offset * 19) % lines.count] = "line \(turn) \(offset) of this turn"
      }
      try folder.write("list", lines.joined(separator: "\n"))
      await watched.run()
      if turn.isMultiple(of: 20) || turn == 59 { #expect(watched.rows == lines) }
    }
    let items = watched.source.snapshot.sections[0].items
    #expect(items.leafCount <= 256 + 2000 / 4)
    var chunks: [ObjectIdentifier: Int] = [:]
    items.forEachLeaf(in: 0..<items.count) {
      chunks[ObjectIdentifier($0.chunk)] = $0.chunk.estimatedByteCount
    }
    #expect(chunks.values.reduce(0, +) < 2 << 20)
  }
}
