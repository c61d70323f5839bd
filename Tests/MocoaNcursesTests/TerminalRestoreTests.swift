import Glibc
import MocoaPtySupport
import Testing

@Suite(.serialized)
struct TerminalRestoreTests {
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalThatAsksForTheEndIsObeyed(signal: Int32) throws {
    let terminal = try startProbe()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    expectGivenBack(terminal)
  }

  @Test(arguments: [
    ("1", SIGILL, "the last words"),  // fatalError
    ("2", SIGABRT, ""),  // abort
    ("3", SIGSEGV, ""),  // kill
    ("4", SIGILL, "Index out of range"),
    ("5", SIGSEGV, ""),  // stack overflow
    ("7", SIGILL, "the last words of a thread"),
    ("!", SIGSEGV, ""),  // a bad address
  ])
  func aCrashGivesTheTerminalBack(key: String, signal: Int32, words: String) throws {
    let terminal = try startProbe()
    terminal.send(key)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectGivenBack(terminal)
    let screen = terminal.emulator.rows.joined()
    #expect(words.isEmpty ? !screen.contains("row 1") : screen.contains(words))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
  func aCrashSignalFromOutsideGivesTheTerminalBack(signal: Int32) throws {
    let terminal = try startProbe()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectGivenBack(terminal)
  }

  @Test func anErrorThatIsThrownClosesFirst() throws {
    let terminal = try startProbe()
    terminal.send("6")
    #expect(try terminal.waitForEnd() == .exited(2))
    expectGivenBack(terminal)
    #expect(terminal.emulator.rows.contains("probe: thrown"))
  }

  @Test func anExitWithoutClosingGivesTheTerminalBack() throws {
    let terminal = try startProbe()
    terminal.send("9")
    #expect(try terminal.waitForEnd() == .exited(7))
    expectGivenBack(terminal)
  }

  @Test func whatWasWrittenToStderrIsShownAfterwards() throws {
    let terminal = try startProbe()
    terminal.send("e")
    try terminal.wait(for: "key")
    #expect(!terminal.emulator.rows.contains { $0.contains("a word on stderr") })
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.rows.contains { $0.contains("a word on stderr") })
    expectGivenBack(terminal)
  }

  @Test func aProgramThatIsStuckStillObeysTERM() throws {
    let terminal = try startProbe()
    terminal.send("8")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .signalled(SIGTERM))
    expectGivenBack(terminal)
  }

  @Test func secondSIGTERMEndsBusyProgram() throws {
    let terminal = try startProbe()
    terminal.send("i")
    try terminal.wait(for: "key")
    terminal.signal(SIGTERM)
    try terminal.wait(for: "told 15")
    // The main actor responds, so the watch does not end the program.
    terminal.pass(milliseconds: 2300)
    #expect(!terminal.hasEnded)
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .signalled(SIGTERM))
    expectGivenBack(terminal)
  }

  @Test func theProgramEndsWhenItsWindowIsClosed() throws {
    let terminal = try startProbe()
    terminal.hangUp()
    let end = try terminal.waitForEnd()
    #expect([.exited(3), .exited(128 + SIGHUP)].contains(end))
  }

  @Test func theModesAreWrittenBackOnce() throws {
    let terminal = try startProbe()
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.components(of: "\u{1B}[?1049l") == 1)
  }
}

extension String {
  /// Returns the number of occurrences of a text.
  func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
