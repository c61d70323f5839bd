import MocoaPtySupport
import Testing

@Suite(.serialized)
struct TypingTests {
  @Test(arguments: [
    ("\u{1B}[A", "up 0"), ("\u{1B}OB", "down 0"), ("\u{1B}[1;5C", "right 1"),
    ("\u{1B}\u{1B}OD", "left 2"), ("\r", "enter 0"), ("\t", "tab 0"), ("\u{1B}[Z", "backTab 0"),
    ("\u{7F}", "backspace 0"), ("\u{8}", "backspace 0"), ("\u{1B}[3~", "delete 0"),
    ("\u{1B}[5~", "pageUp 0"), ("\u{1B}OP", "function(1) 0"), ("\u{1B}[24~", "function(12) 0"),
    ("\u{1B}", "escape 0"), ("\u{1B}x", "character(\"x\") 2"), ("\u{2}", "character(\"b\") 1"),
    ("日", "character(\"\\u{65E5}\") 0"), ("\u{1B}[201~", "unknown 0"),
  ])
  func aKeyArrives(bytes: String, name: String) throws {
    let terminal = try startProbe()
    terminal.send(bytes)
    try terminal.wait(for: "key \(name)")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func aCharacterThatArrivesInTwoHalvesIsOne() throws {
    let terminal = try startProbe()
    terminal.send([0xE6, 0x97])
    terminal.waitUntilQuiet()
    terminal.send([0xA5])
    try terminal.wait(for: "key character(\"\\u{65E5}\") 0")
  }

  @Test func aThousandKeysAtOnceAllArrive() throws {
    let terminal = try startProbe()
    terminal.send(String(repeating: "j", count: 3000))
    try terminal.wait(for: "row 3000 |")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func waitingForKeysCostsNothing() throws {
    let terminal = try startProbe()
    terminal.send("jk")
    try terminal.waitUntilIdle()
  }
}
