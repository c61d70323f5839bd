import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The program of the tutorial")
struct TourTests {
  @Test("shows its albums, and in debug mode the missing module")
  func run() throws {
    let terminal = try Terminal(Programs.path(of: "tour"), [], columns: 70, rows: 8)
    try terminal.wait(for: "1 hidden (d shows)")
    let screen = terminal.screen
    #expect(screen.contains("mocoa ▸ albums"))
    #expect(screen.contains(" ▌ 1959  Kind of Blue"))
    #expect(screen.contains("   1957  Blue Train"))
    #expect(!screen.contains("Plugged Nickel"))
    terminal.send("d")
    try terminal.wait(for: "placeholder  albums/:/bootleg: unregistered kind")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let printed = try Mocoa.run([], program: Programs.path(of: "tour"))
    #expect(printed.lines == ["1959  Kind of Blue", "1957  Blue Train"])
  }
}
