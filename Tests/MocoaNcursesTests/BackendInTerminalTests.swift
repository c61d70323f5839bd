import MocoaPtySupport
import Testing

@Suite(.serialized)
struct BackendInTerminalTests {
  @Test func drawsAListAndQuits() throws {
    let terminal = try Terminal(Programs.path(of: "BackendProbe"))
    try terminal.wait(for: "row 22")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore)
    #expect(terminal.emulator.modes == [7, 25])
  }
}
