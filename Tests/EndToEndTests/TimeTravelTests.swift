import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with a growing list", .serialized)
struct TimeTravelTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  // F95.
  @Test("shows former versions of a file with marks and cursor")
  func versions() throws {
    let path = try folder.write("log.ndjson", "{\"id\": 1}\n{\"id\": 2}\n")
    let log = folder.path(of: "events")
    let terminal = try Mocoa.start(["--log", log, "--motion=off", path])
    try terminal.wait(for: "1/2")
    terminal.send(" ")
    try terminal.wait(for: "1 marked")
    try folder.append("{\"id\": 3}\n", to: "log.ndjson")
    try terminal.wait(for: "2/3")
    terminal.send("[")
    try terminal.wait(for: "version 1/2 of ")
    try terminal.wait(for: "2/2")
    #expect(terminal.screen.contains("  ✓id 1"))
    // Additions within a tenth of a second belong to the previous version.
    terminal.pass(milliseconds: 200)
    try folder.append("{\"id\": 4}\n", to: "log.ndjson")
    try terminal.wait(for: "version 1/3 of ")
    terminal.send("]")
    try terminal.wait(for: "version 2/3 of ")
    terminal.send("=")
    try terminal.wait(for: "2/4")
    terminal.send("=")
    try terminal.wait(for: "already at the latest version")
    terminal.send("[[[")
    try terminal.wait(for: "already at the oldest version")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let lines = try folder.text(of: "events").split(separator: "\n")
      .filter { $0.hasPrefix(#"{"event": "changes", "time": "20"#) }
    #expect(lines.count == 2, "steps in time are no changes")
    #expect(lines.last?.hasSuffix(#""insertions": [[0, 3]], "moves": [], "updates": []}}"#) == true)
  }

  @Test("follows appended items until the cursor is moved")
  func following() throws {
    let path = try folder.write("log.ndjson", "{\"id\": 1}\n")
    let terminal = try Mocoa.start([path], rows: 8)
    try terminal.wait(for: "1/1")
    terminal.send("F")
    try terminal.wait(for: "following")
    for number in 2...12 {
      try folder.append("{\"id\": \(number)}\n", to: "log.ndjson")
      try terminal.wait(for: "\(number)/\(number)")
    }
    terminal.send("k")
    try terminal.wait(for: "11/12")
    try folder.append("{\"id\": 13}\n", to: "log.ndjson")
    try terminal.wait(for: "11/13")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("reports an unwritable log before it shows a page")
  func badLog() throws {
    let path = try folder.write("list.json", "[1]")
    let terminal = try Mocoa.start(["--log", "/nowhere/log", path])
    #expect(try terminal.waitForEnd() == .exited(2))
    #expect(terminal.screen.contains("mocoa: /nowhere/log: cannot be written to: No such file"))
  }
}
