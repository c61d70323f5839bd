import Glibc
import MocoaPtySupport
import Testing

@Suite("Line mode", .serialized)
struct LineTerminalTests {
  private func start() throws -> Terminal {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), ["lines"], environment: ["TERM": nil], columns: 40)
    try terminal.wait(for: "ready")
    return terminal
  }

  @Test("reports lines with any bytes, without changing terminal modes")
  func lines() throws {
    let terminal = try start()
    #expect(terminal.modes == terminal.modesBefore)
    terminal.send("one\ntwo")
    try terminal.wait(for: #"line("one")"#)
    terminal.send("\u{7F}\u{7F}en\n\n")
    try terminal.wait(for: #"line("ten")"#)
    try terminal.wait(for: #"line("")"#)
    terminal.send([0xFF, UInt8(ascii: "x"), UInt8(ascii: "\n")])
    try terminal.wait(for: "\u{FFFD}x")
    terminal.send("size\n")
    try terminal.wait(for: "40 x 24")
    terminal.resize(columns: 30, rows: 10)
    terminal.send("size\n")
    try terminal.wait(for: "30 x 10")
    terminal.send("rest\u{4}\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains(#"line("rest")"#) && !text.contains("\u{1B}"))
  }

  @Test("reports every ^C, and ends on a signal or hang-up")
  func signals() throws {
    let terminal = try start()
    for count in 1...3 {
      terminal.send("\u{3}")
      try terminal.wait("interrupt \(count)") { terminal in
        terminal.emulator.rows.filter { $0.contains("interrupt") }.count == count
      }
      // Longer than the time limit for a response to a termination signal.
      if count == 2 { terminal.pass(milliseconds: 2200) }
    }
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    let closed = try start()
    closed.hangUp()
    #expect(try closed.waitForEnd() == .exited(129))
  }

  @Test("leaves input to another program during a suspension")
  func lends() throws {
    let terminal = try start()
    terminal.send("lend\n")
    try terminal.wait(for: "lent")
    terminal.send("abc\n")
    try terminal.wait(for: "read 4")
    terminal.send("mine\n")
    try terminal.wait(for: #"line("mine")"#)
    terminal.send("\u{1A}")
    try terminal.waitForStop()
    terminal.bringToForeground()
    try terminal.wait(for: "resumed")
    terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
