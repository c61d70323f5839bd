import Glibc
import MocoaPtySupport
import Testing

/// The terminal types that are installed without further packages.
private enum TerminalTypes {
  static let folders = ["/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]

  /// The types in Debian's package ncurses-base, or the types in the folders if the package is
  /// missing.
  static let all: [String] = {
    let listed = lines(of: "dpkg -L ncurses-base 2>/dev/null").filter { path in
      folders.contains { path.hasPrefix($0 + "/") }
    }
    let found =
      listed.isEmpty
      ? lines(of: "find \(folders.joined(separator: " ")) -type f 2>/dev/null") : listed
    // A type is a file in a folder with a name of one letter.
    let names = found.map { $0.split(separator: "/") }
      .filter { $0.dropLast().last?.count == 1 }.compactMap { $0.last.map(String.init) }
    return Set(names).sorted()
  }()

  private static func lines(of command: String) -> [String] {
    guard let pipe = popen(command, "r") else { return [] }
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

@Suite("Terminal types", .serialized)
struct TypesTests {
  @Test("include some for the test")
  func some() {
    #expect(TerminalTypes.all.count >= 20)
    #expect(TerminalTypes.all.contains("xterm-256color") && TerminalTypes.all.contains("dumb"))
  }

  @Test(
    "support drawing and restoring, or fail with one line",
    arguments: TerminalTypes.all)
  func type(name: String) throws {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), environment: ["TERM": name])
    // The output is the same on every type, but the emulator supports only some of them.
    func wrote(_ text: String) -> Bool {
      String(decoding: terminal.output, as: UTF8.self).contains(text)
    }
    try terminal.wait("a screen, or the end") { _ in wrote("ready") || terminal.hasEnded }
    guard wrote("ready") else {
      #expect(try terminal.waitForEnd() == .exited(2))
      let said = String(decoding: terminal.output, as: UTF8.self)
      #expect(said.hasPrefix("probe: TERM=\(name) ") && said.hasSuffix("(use --plain)\r\n"))
      #expect(said.utf8.filter { $0 == 10 }.count == 1)
      #expect(!said.contains("\u{1B}"))
      expectGivenBack(terminal)
      return
    }
    #expect(wrote("row 0 | 0 |") && wrote("row 22 | 0 |"))
    terminal.send("L")
    try terminal.wait("colours, or what there is of them") { terminal in
      terminal.output.reduce(0) { $0 + ($1 == UInt8(ascii: "x") ? 1 : 0) } >= 80
    }
    terminal.send("x")
    try terminal.wait("a key") { _ in wrote("key") }
    terminal.send([0x1A])
    try terminal.waitForStop()
    #expect(terminal.modes == terminal.modesBefore)
    terminal.bringToForeground()
    try terminal.wait("what follows") { _ in wrote("resumed 1") }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }
}
