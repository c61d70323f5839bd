import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Line mode", .serialized)
struct LinesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let lines = (1...9).map { "{\"id\": \($0), \"title\": \"item \($0)\"}\n" }
    path = try folder.write("a.ndjson", lines.joined())
  }

  private func text(_ terminal: Terminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }

  /// Waits until the program has shown a number of prompts.
  private func ask(_ terminal: Terminal, _ count: Int) throws {
    try terminal.wait("prompt \(count)") { terminal in
      String(decoding: terminal.output, as: UTF8.self).split(
        separator: "mocoa> ", omittingEmptySubsequences: false
      ).count == count + 1
    }
  }

  @Test(
    "sends only text, on request or in a simple terminal",
    arguments: ["xterm-256color", "dumb", "bogus", ""])
  func plain(type: String) throws {
    let isPlain = type == "xterm-256color"
    let terminal = try Mocoa.start(
      (isPlain ? ["--plain"] : []) + [path], environment: ["TERM": type.isEmpty ? nil : type],
      rows: 8)
    try ask(terminal, 1)
    terminal.send("\n")
    try ask(terminal, 2)
    terminal.send("3\n")
    try ask(terminal, 3)
    terminal.send("back\n")
    try ask(terminal, 4)
    #expect(terminal.modes == terminal.modesBefore, "the terminal edits its lines itself")
    terminal.send("quit\n")
    #expect(try terminal.waitForEnd() == .exited(0))
    let text = text(terminal)
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("a.ndjson, 9 rows\r\n1  item 1  id 1\r\n"))
    #expect(text.contains("rows 5–8 of 9\r\n"))
    #expect(text.contains("a.ndjson / 2, 2 rows\r\n1  id  3\r\n"))
    #expect(text.contains("TERM=bogus") == (type == "bogus"))
    #expect(terminal.modes == terminal.modesBefore)
  }

  @Test("prints the list without a terminal, and ends on closed output")
  func piped() throws {
    #expect(try Mocoa.run(["--plain", path]).lines.count == 9)
    let terminal = try Terminal(
      "/bin/sh", ["-c", "'\(Mocoa.path)' --plain '\(path)' | head -1; echo end"])
    try terminal.wait(for: "end")
    #expect(text(terminal) == "item 1  id 1\r\nend\r\n")
    // Without input, no command can be typed.
    let silent = try Terminal("/bin/sh", ["-c", "'\(Mocoa.path)' --plain '\(path)' </dev/null"])
    #expect(try silent.waitForEnd() == .exited(0))
    #expect(text(silent).hasPrefix("item 1  id 1\r\n"))
    let setsid = try #require(Programs.installed("setsid"))
    let foreign = try Terminal(setsid, ["--wait", Mocoa.path, "--plain", path])
    #expect(try foreign.waitForEnd() == .exited(0))
    #expect(text(foreign).hasPrefix("item 1  id 1\r\n"))
  }

  @Test("stays idle, also while it watches a file")
  func idles() throws {
    let terminal = try Mocoa.start(["--plain", path], rows: 8)
    try ask(terminal, 1)
    terminal.send("rows 2\n")
    try ask(terminal, 2)
    try terminal.waitUntilIdle()
    terminal.send("quit\n")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("reports added rows before the next prompt, or immediately on request")
  func grows() throws {
    let terminal = try Mocoa.start(["--plain", path], rows: 8)
    try ask(terminal, 1)
    terminal.send("live on\n")
    try ask(terminal, 2)
    try folder.append("{\"id\": 10, \"title\": \"new\"}\n", to: "a.ndjson")
    try terminal.wait(for: "1 row added, 10 rows now")
    terminal.send("last\n")
    try terminal.wait(for: "10  new  id 10")
    terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("ends with 130 on ^C ^C, 0 on ^D, and on hangup")
  func ends() throws {
    let terminal = try Mocoa.start([path], environment: ["TERM": "dumb"])
    try ask(terminal, 1)
    terminal.send("\u{3}")
    try ask(terminal, 2)
    #expect(text(terminal).contains("press ^C again to quit"))
    // After a typed line, ^C counts as the first one again, even much later.
    terminal.send("rows 1\n")
    try ask(terminal, 3)
    terminal.send("\u{3}")
    try ask(terminal, 4)
    terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    let closed = try Mocoa.start([path], environment: ["TERM": "dumb"])
    try ask(closed, 1)
    closed.hangUp()
    #expect(try closed.waitForEnd() == .exited(129))
    let ended = try Mocoa.start([path], environment: ["TERM": "dumb"])
    try ask(ended, 1)
    ended.signal(SIGTERM)
    #expect(try ended.waitForEnd() == .exited(143))
    #expect(ended.modes == ended.modesBefore)
  }

  @Test("shows the prompt again after it is stopped and continued")
  func suspends() throws {
    let terminal = try Mocoa.start([path], environment: ["TERM": "dumb"])
    try ask(terminal, 1)
    terminal.send("\u{1A}")
    try terminal.waitForStop()
    terminal.bringToForeground()
    try ask(terminal, 2)
    terminal.send("show 2\n")
    try terminal.wait(for: "title: item 2")
    terminal.send("quit\n")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("prints only picked items to standard output, with piped data")
  func picks() throws {
    let terminal = try Terminal(
      "/bin/sh",
      [
        "-c",
        "x=$(cat '\(path)' | '\(Mocoa.path)' --plain --pick --format '{id}'); echo got $x $?",
      ])
    try ask(terminal, 1)
    terminal.send("pick 4\n")
    try terminal.wait(for: "got 4 0")
    let none = try Terminal("/bin/sh", ["-c", "'\(Mocoa.path)' --plain --pick '\(path)'; echo $?"])
    try ask(none, 1)
    none.send("quit\n")
    try none.wait(for: "130")
  }

  @Test("truncates rows at the window width, and replaces control characters")
  func hostile() throws {
    let path = try folder.write(
      "b.ndjson",
      #"{"id": 1, "title": "\u001b[2J漢字漢字漢字漢字\u009b1m", "\u001bc": "\u202ea\u0007b"}"#)
    let terminal = try Mocoa.start(["--plain", path], columns: 20, rows: 10)
    try ask(terminal, 1)
    #expect(terminal.emulator.rows.contains("1  ␛[2J漢字漢字漢…"))
    for (number, line) in ["show 1", "1", "inspect 3", "fields", "back", "log"].enumerated() {
      terminal.send(line + "\n")
      try ask(terminal, number + 2)
    }
    let controls = text(terminal).unicodeScalars.filter {
      !["\r", "\n"].contains($0) && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
    }
    #expect(controls.isEmpty)
  }

  @Test("lends the terminal and its input to a command")
  func runs() throws {
    let terminal = try Mocoa.start(["--plain", path], environment: ["SHELL": "/bin/sh"])
    try ask(terminal, 1)
    terminal.send("run read x; echo {title} $x.\n")
    terminal.waitUntilQuiet(milliseconds: 500)
    terminal.send("typed\n")
    try terminal.wait(for: "item 1 typed.")
    try ask(terminal, 2)
    terminal.send("pipe cat >&2\n")
    try ask(terminal, 3)
    terminal.send("quit\n")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
