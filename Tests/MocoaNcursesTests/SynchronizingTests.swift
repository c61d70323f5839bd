import MocoaPtySupport
import Testing

@Suite("Synchronized frames", .serialized)
struct SynchronizingTests {
  private static let start = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"
  private static let question = "\u{1B}[?2026$p"
  private static let attributes = "\u{1B}[?1;2c"

  /// Returns the replies of a terminal that reports a state of the mode.
  private static func knowing(_ state: Int) -> (String) -> String {
    { $0.contains("c") ? "\u{1B}[?2026;\(state)$y" + attributes : "" }
  }

  /// Returns the output of the program from an offset.
  private func output(_ terminal: Terminal, from start: Int = 0) -> String {
    String(decoding: terminal.output[start...], as: UTF8.self)
  }

  /// Types a key, and returns the output after the reply.
  ///
  /// Waits for a number of synchronized frames.
  private func cost(of key: String, frames: Int = 0, _ terminal: Terminal) throws -> String {
    terminal.waitUntilQuiet()
    let before = terminal.output.count
    terminal.send(key)
    try terminal.wait("an answer to \(key)") { terminal in
      terminal.output.count > before
        && output(terminal, from: before).components(of: Self.end) >= frames
    }
    terminal.waitUntilQuiet()
    return output(terminal, from: before)
  }

  @Test("are written between marks if the terminal supports them", arguments: [1, 2])
  func known(state: Int) throws {
    let terminal = try startProbe(columns: 200, rows: 50, answer: Self.knowing(state))
    for key in ["j", "W", "L", "r", "c"] {
      // The repaint of the screen, followed by the event text.
      let count = key == "r" ? 2 : 1
      let frame = try cost(of: key, frames: count, terminal)
      #expect(frame.hasPrefix(Self.start) && frame.hasSuffix(Self.end), "\(key)")
      #expect(frame.components(of: Self.start) == count, "\(key)")
      #expect(frame.components(of: Self.end) == count, "\(key)")
    }
    #expect(!output(terminal).contains("key unknown"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test("cost at most 40 bytes for a digit, 0 without changes")
  func costs() throws {
    let terminal = try startProbe(answer: Self.knowing(2))
    #expect(try cost(of: "u", frames: 1, terminal).utf8.count <= 40)
    // The whole screen is declared damaged, but is unchanged.
    let frames = try cost(of: "nnu", frames: 1, terminal)
    #expect(frames.components(of: Self.start) == 1 && frames.utf8.count <= 40)
  }

  @Test("stay off for other replies and for none", arguments: [0, 3, 4, 99, -1])
  func unknown(state: Int) throws {
    let terminal = try startProbe { state < 0 ? "" : Self.knowing(state)($0) }
    let frame = try cost(of: "j", terminal)
    #expect(!frame.isEmpty && !frame.contains("2026"))
    #expect(output(terminal).components(of: Self.question) == 1)
  }

  @Test("accept a reply in pieces with pauses, without a key")
  func pieces() throws {
    let terminal = try startProbe { _ in "" }
    for piece in ["\u{1B}[?2", "026;", "2", "$", "y\u{1B}[?1", ";2", "c"] {
      terminal.send(piece)
      terminal.waitUntilQuiet(milliseconds: 60)
    }
    #expect(terminal.emulator.rows.contains { $0.hasPrefix("ready") })
    #expect(try cost(of: "j", frames: 1, terminal).hasPrefix(Self.start))
  }

  @Test("report only the Esc of an interrupted reply as key")
  func torn() throws {
    for torn in ["\u{1B}", "\u{1B}["] {
      let terminal = try startProbe { _ in "" }
      terminal.send(torn)
      try terminal.wait(for: "key")
      terminal.send(String((Self.question.dropFirst(torn.count).dropLast()) + "y"))
      terminal.waitUntilQuiet()
      #expect(
        terminal.emulator.rows.contains { $0.hasPrefix("key escape") || $0.contains("\"[\"") })
    }
  }

  @Test("keep a late reply from the shell")
  func late() throws {
    let terminal = try startProbe(environment: ["PROBE_WAITS": "1"]) { _ in "" }
    terminal.send("q")
    try terminal.wait("the modes to be switched off") { $0.emulator.modes.isDisjoint(with: [1000]) }
    #expect(!terminal.hasEnded && !terminal.modes.isCooked)
    terminal.send("\u{1B}[?2026;2$y" + Self.attributes)
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
    terminal.waitUntilQuiet()
    // An unread reply would be echoed, and the next program would read it.
    #expect(!terminal.screen.contains("2026") && terminal.unread == 0)
  }

  @Test("accept a reply during a stop, and leave no bytes unread")
  func stopped() throws {
    let terminal = try startProbe(environment: ["PROBE_WAITS": "1"]) { _ in "" }
    terminal.send([0x1A])
    try terminal.wait("the modes to be switched off") { $0.emulator.modes.isDisjoint(with: [1000]) }
    terminal.send("\u{1B}[?2026;2$y" + Self.attributes)
    try terminal.waitForStop()
    expectGivenBack(terminal)
    #expect(!terminal.screen.contains("2026") && terminal.unread == 0)
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1")
    #expect(try cost(of: "j", frames: 1, terminal).hasPrefix(Self.start))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test("do not delay the exit if the terminal never replies")
  func silent() throws {
    let terminal = try startProbe { _ in "" }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test(
    "are queried only if the terminal ignores unknown sequences",
    arguments: [
      ("xterm-256color", nil, true), ("screen-256color", nil, true), ("rxvt", nil, true),
      ("xterm-256color", "Apple_Terminal", false), ("linux", nil, false), ("vt100", nil, false),
      ("hurd", nil, false), ("ansi", nil, false),
    ])
  func asked(type: String, program: String?, isAsked: Bool) throws {
    let terminal = try startProbe(environment: ["TERM": type, "TERM_PROGRAM": program])
    terminal.waitUntilQuiet()
    #expect(output(terminal).contains(Self.question) == isAsked)
    #expect(output(terminal).contains("1000h") == (isAsked || program != nil))
  }

  @Test("end before the reset if the program crashes during a frame")
  func dies() throws {
    for key in ["1", "3", "9"] {
      let terminal = try startProbe(answer: Self.knowing(2))
      _ = try cost(of: "j", frames: 1, terminal)
      terminal.send(key)
      _ = try terminal.waitForEnd()
      #expect(output(terminal).contains(Self.end + "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l"))
      expectGivenBack(terminal)
    }
  }
}
