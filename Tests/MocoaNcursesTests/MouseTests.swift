import MocoaPtySupport
import Testing

@Suite("Mouse and paste support", .serialized)
struct MouseTests {
  private static let on: Set<Int> = [1000, 1006, 2004]

  @Test("has its modes on only while the program uses the terminal")
  func modes() throws {
    let terminal = try startProbe()
    #expect(terminal.emulator.modes.isSuperset(of: Self.on))
    #expect(terminal.emulator.modes.isDisjoint(with: [9, 1001, 1002, 1003, 1005, 1015, 1016]))
    for round in 1...2 {
      terminal.send([0x1A])
      try terminal.waitForStop()
      expectGivenBack(terminal)
      terminal.bringToForeground()
      try terminal.wait(for: "resumed \(round)")
      #expect(terminal.emulator.modes.isSuperset(of: Self.on))
    }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test("keeps the mouse off across a stop")
  func toggles() throws {
    let terminal = try startProbe()
    terminal.send("M")
    try terminal.wait(for: "mouse false")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1006]))
    #expect(terminal.emulator.modes.contains(2004))
    terminal.send([0x1A])
    try terminal.waitForStop()
    expectGivenBack(terminal)
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1006]))
    terminal.send("\u{1B}[<0;3;4M")
    terminal.send("M")
    try terminal.wait(for: "mouse true")
    terminal.send("N")
    try terminal.wait(for: "mice 0")
    #expect(terminal.emulator.modes.isSuperset(of: Self.on))
    terminal.send("1")
    _ = try terminal.waitForEnd()
    expectGivenBack(terminal)
  }

  @Test("leaves the mouse to a console", arguments: ["linux", "vt100", "hurd"])
  func consoles(type: String) throws {
    let terminal = try startProbe(environment: ["TERM": type])
    terminal.send("M")
    try terminal.wait(for: "mouse false")
    #expect(terminal.emulator.modes.isDisjoint(with: Self.on))
  }

  @Test(
    "reports events regardless of terminfo",
    arguments: [
      ("\u{1B}[<0;3;4M", "mouse press(MocoaTerminal.MouseEvent.Button.left) 2,3 0"),
      ("\u{1B}[<24;300;4M", "mouse press(MocoaTerminal.MouseEvent.Button.left) 299,3 3"),
      ("\u{1B}[<64;1;1M", "mouse wheelUp 0,0 0"), ("\u{1B}[<65;1;1M", "mouse wheelDown 0,0 0"),
      ("\u{1B}[M`!!", "mouse wheelUp 0,0 0"), ("\u{1B}[Ma\u{7F}!", "mouse wheelDown 94,0 0"),
    ])
  func arrive(bytes: String, news: String) throws {
    for type in ["xterm-256color", "screen-256color", "rxvt"] {
      let terminal = try startProbe(environment: ["TERM": type], columns: 120)
      terminal.send(bytes)
      try terminal.wait(for: news)
    }
  }

  @Test("accepts a report in two pieces, and types the following text")
  func pieces() throws {
    let terminal = try startProbe()
    for piece in ["\u{1B}[<6", "5;10", ";10M\u{1B}[<0;1", ";1m"] {
      terminal.send(piece)
      terminal.waitUntilQuiet(milliseconds: 60)
    }
    terminal.send("N")
    try terminal.wait(for: "mice 1")
  }

  @Test("merges many wheel events into few frames")
  func storm() throws {
    let terminal = try startProbe()
    terminal.send(String(repeating: "\u{1B}[<65;10;10M", count: 1000))
    terminal.send("N")
    try terminal.wait(for: "mice 1000")
  }

  @Test("keeps late reports from the shell")
  func late() throws {
    let terminal = try startProbe(environment: ["PROBE_WAITS": "1"])
    terminal.send("\u{1B}[<65;10;10M")
    try terminal.wait(for: "mouse wheelDown")
    // A report that is sent later could arrive after the end of the program.
    terminal.send("q\u{1B}[<65;10;10M\u{1B}[<65;10;10M")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.unread == 0)
  }

  @Test(
    "treats pasted bytes as text",
    arguments: [
      ("q\r\n\u{3}\u{1A}", "whole 5 q\\r\\n\\u{03}\\u{1A}"),
      ("\u{1B}[A\u{1B}OA\u{7F}\u{8}\u{1B}[<0;1;1M", "whole 17 \\u{1B}[A\\u{1B}OA"),
      ("", "whole 0"), ("日\u{1B}[20", "whole 7 \\u{65E5}\\u{1B}[20"),
    ])
  func pastes(text: String, news: String) throws {
    let terminal = try startProbe()
    terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(for: "paste \(news)")
    terminal.send("j")
    try terminal.wait(for: "row 1 |")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("truncates a paste of two megabytes, and keys work afterwards")
  func large() throws {
    let terminal = try startProbe()
    terminal.send("\u{1B}[200~")
    let piece = String(repeating: "qéxyz\n", count: 512)
    for _ in 0..<600 { terminal.send(piece) }
    terminal.send("\u{1B}[201~")
    try terminal.wait(for: "paste part 104857")
    terminal.send("j")
    try terminal.wait(for: "row 23 |")
  }

  @Test("ends an endless paste only on Ctrl-C")
  func endless() throws {
    let terminal = try startProbe()
    terminal.send("\u{1B}[200~abc")
    terminal.waitUntilQuiet()
    terminal.send("q")
    terminal.waitUntilQuiet()
    #expect(!terminal.hasEnded)
    terminal.send([3])
    try terminal.wait(for: "paste part 4 abcq")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
