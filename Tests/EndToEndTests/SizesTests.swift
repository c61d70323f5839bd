import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Impossible terminal sizes", .serialized)
struct SizesTests {
  private static let sizes = [(80, 32_768), (32_768, 24), (65_535, 65_535), (0, 40_000), (0, 0)]

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("a.ndjson", "{\"id\": 1}\n{\"id\": 2}\n")
  }

  private func start(
    _ environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> Terminal {
    // The emulator has its own size, and ignores output beyond it.
    let terminal = try Terminal(
      Mocoa.path, ["--motion=off", path],
      environment: ["EDITOR": "true", "VISUAL": nil].merging(environment) { $1 },
      columns: columns, rows: rows, emulated: (80, 24))
    try terminal.wait("the screen") { $0.emulator.modes.contains(1049) || $0.hasEnded }
    terminal.waitUntilQuiet()
    return terminal
  }

  private func expectAlive(_ terminal: Terminal) throws {
    terminal.send("j")
    terminal.waitUntilQuiet()
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }

  @Test("are harmless at start, and after resizing, an editor and a stop", arguments: sizes)
  func claims(columns: Int, rows: Int) throws {
    try expectAlive(start(columns: columns, rows: rows))

    var terminal = try start()
    terminal.claim(columns: columns, rows: rows)
    terminal.waitUntilQuiet()
    try expectAlive(terminal)

    terminal = try start()
    terminal.claim(columns: columns, rows: rows)
    terminal.send("e")
    terminal.waitUntilQuiet()
    try expectAlive(terminal)

    terminal = try start()
    terminal.send("\u{1A}")
    try terminal.waitForStop()
    terminal.claim(columns: columns, rows: rows)
    terminal.bringToForeground()
    try terminal.wait("the screen") { $0.emulator.modes.contains(1049) }
    terminal.waitUntilQuiet()
    try expectAlive(terminal)
  }

  @Test(
    "are harmless in LINES and COLUMNS",
    arguments: ["32768", "99999", "2000000000", "-1", "0", "x"])
  func variables(value: String) throws {
    let terminal = try start(["LINES": value, "COLUMNS": value])
    try terminal.wait(for: "1/2")
    terminal.send("e")
    terminal.waitUntilQuiet()
    try expectAlive(terminal)
  }

  @Test("are ignored for terminal types without a size")
  func typeWithoutSize() throws {
    let terminal = try Terminal(
      Mocoa.path, ["--motion=off", path],
      environment: ["TERM": "linux", "LINES": "99999", "COLUMNS": "99999"], columns: 60, rows: 10)
    try terminal.wait("the page") { $0.emulator.row(0).hasSuffix("1/2") }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore)
  }
}
