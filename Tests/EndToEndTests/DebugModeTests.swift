import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with logs and the clipboard", .serialized)
struct DebugModeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("logs modules, batches and misses as one JSON object per line")
  func log() throws {
    let log = folder.path(of: "events")
    let path = try folder.write("a.ndjson", "{\"id\": 1, \"k\": \"odd\"}\n")
    let terminal = try Mocoa.start([
      "--log", log, "--debug", "--motion=off", "--module", "mocoa://music/", "--kind", "k", path,
    ])
    try terminal.wait(for: "placeholder")
    try folder.append("{\"id\": 2, \"k\": \"odd\"}\n", to: "a.ndjson")
    try terminal.wait(for: "1/2")
    terminal.send(":mocoa://nowhere/x\u{1B}[31m\r")
    try terminal.wait(for: "placeholder")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let lines = try folder.text(of: "events").split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"event": ""#) && $0.hasSuffix("}") })
    #expect(lines.allSatisfy { !$0.utf8.contains(0x1B) })
    func find(_ parts: String...) -> Bool {
      lines.contains { line in parts.allSatisfy { line.contains($0) } }
    }
    #expect(
      find(
        #"{"event": "module", "#, #""change": "registered", "url": "mocoa://music/artist/album", "#,
        #""slot": "ViewModel", "type": "AlbumCellViewModel", "origin": "MocoaFiles/MusicModule.swift:"#
      ))
    #expect(
      find(
        #"{"event": "batch", "#, #", "version": 2, "url": "#,
        #""list": "mocoa://music/", "step": "applied", "strategy": "by source""#,
        #""items": {"deletions": 0, "insertions": 1, "moves": 0, "updates": 0}}"#))
    #expect(
      find(
        #"{"event": "miss", "#,
        #""requested": "mocoa://music/:/odd", "reason": "not registered", "tried": [{"url": "#))
    #expect(lines.filter { $0.contains(#""requested": "mocoa://music/:/odd""#) }.count == 1)
    #expect(find(#"{"event": "changes", "#, #""insertions": [[0, 1]]"#))
  }

  @Test("shows the log on ~ in a window of any size")
  func panel() throws {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let terminal = try Mocoa.start(
        ["mocoa://music/", "--debug"], columns: columns, rows: rows)
      try terminal.wait(for: "music")
      terminal.send("~g")
      try terminal.wait(for: "module")
      try terminal.wait(for: "mocoa://home/")
      terminal.send("~Q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
  }

  @Test("copies to the terminal's clipboard without changing the screen")
  func clipboard() throws {
    let path = try folder.write("a.json", #"["a\u001b]52;c;eA==\u0007b"]"#)
    let terminal = try Mocoa.start(["--motion=off", path])
    try terminal.wait(for: "▌ a")
    terminal.waitUntilQuiet()
    let row = terminal.emulator.row(1)
    let start = terminal.output.count
    terminal.send("yy")
    try terminal.wait(for: "copied row")
    #expect(terminal.emulator.row(1) == row)
    let output = String(decoding: terminal.output[start...], as: UTF8.self)
    // The control characters are already replaced in the copied text.
    #expect(output.contains("\u{1B}]52;c;YeKQm101MjtjO2VBPT3ikIdi\u{7}"))
    #expect(output.count { $0 == "\u{7}" } == 1)
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("sends no clipboard sequence to a console, which would print it")
  func console() throws {
    let path = try folder.write("a.json", "[1]")
    let terminal = try Mocoa.start([path], environment: ["TERM": "linux"])
    try terminal.wait(for: "▌ 1")
    terminal.send("yy")
    try terminal.wait(for: "cannot copy: the terminal has no clipboard")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("]52;"))
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
