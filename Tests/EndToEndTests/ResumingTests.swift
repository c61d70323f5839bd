import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa --resume", .serialized)
struct ResumingTests {
  let folder: TemporaryFolder
  let state: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
  }

  private func start(_ arguments: [String]) throws -> Terminal {
    try Mocoa.start(arguments, environment: ["XDG_STATE_HOME": state.folder])
  }

  @Test("opens the pages of the last run with their cursors")
  func resume() throws {
    var terminal = try start(["--resume"])
    try terminal.wait(for: "no saved session")
    try terminal.wait(for: "Music library")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))

    let lines = (0..<100).map { "{\"id\": \($0), \"in\": {\"side\": \"x\($0)\"}}\n" }
    let path = try folder.write("log.ndjson", lines.joined())
    terminal = try start([path])
    try terminal.wait(for: "1/100")
    terminal.send(":42\r")
    try terminal.wait(for: "42/100")
    terminal.send("l")
    try terminal.wait(for: "log.ndjson ▸ 41")
    terminal.send(":tab mocoa://music/\r")
    try terminal.wait(for: "2 music")
    terminal.send("{")
    try terminal.wait(for: "log.ndjson ▸ 41")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))

    terminal = try start(["--resume"])
    try terminal.wait(for: "log.ndjson ▸ 41")
    try terminal.wait(for: "2 music")
    terminal.send("\u{7F}")
    try terminal.wait(for: "42/100")
    terminal.send("}")
    try terminal.wait(for: "mocoa ▸ music")
    // The pages are also saved when a signal ends the program.
    terminal.signal(15)
    #expect(try terminal.waitForEnd() == .exited(143))

    terminal = try start(["--resume"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("{")
    try terminal.wait(for: "42/100")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("omits missing files, and starts despite a damaged state file")
  func gone() throws {
    let path = try folder.write("list.json", "[{\"id\": 1}]")
    var terminal = try start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send(":mocoa://file/?path=\(path)\r")
    try terminal.wait(for: "1/1")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    try folder.remove("list.json")
    terminal = try start(["--resume"])
    try terminal.wait(for: "skipped: \(path): ")
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))

    try state.write("mocoa/pages", "\u{1B}[2J?")
    terminal = try start(["--resume"])
    try terminal.wait(for: "pages:1: not a session file of this version")
    try terminal.wait(for: "Music library")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("reports unsaved pages after it restored the terminal")
  func unkept() throws {
    let terminal = try Mocoa.start(
      ["mocoa://music/"], environment: ["XDG_STATE_HOME": "/dev/null/state"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(
      terminal.screen.contains(
        "mocoa: /dev/null/state/mocoa/pages: cannot be written: Not a directory"))
  }
}
