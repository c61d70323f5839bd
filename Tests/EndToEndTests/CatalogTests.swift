import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The catalog example in a terminal")
struct CatalogTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ page: String = "") throws -> Terminal {
    try Mocoa.start(
      ["mocoa://examples/catalogue/\(page)"],
      environment: ["XDG_DATA_HOME": folder.folder, "XDG_STATE_HOME": folder.folder])
  }

  /// Starts the example for the first time, and waits until its initial data is saved.
  private func begin() throws -> Terminal {
    let terminal = try start()
    try terminal.wait(for: "Ada Nightingale")
    try terminal.wait(for: "✓ saved")
    return terminal
  }

  private func quit(_ terminal: Terminal) throws {
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("shows saved data after a restart, on any first page")
  func restart() throws {
    var terminal = try begin()
    terminal.send("\taDuo\t1999-09-09\t\u{15}yes\r")
    try terminal.wait(for: "Duo (Live)")
    try terminal.wait(for: "5 albums")
    terminal.send("g\r")
    try terminal.wait(for: "Distant Road")
    terminal.send("X")
    try terminal.wait(for: "▌ Distant Road")
    try quit(terminal)

    terminal = try start()
    try terminal.wait(for: "Duo (Live)")
    #expect(terminal.screen.contains("Ada Nightingale     5 albums"))
    #expect(!terminal.screen.contains("saved"), "nothing was changed")
    try quit(terminal)

    terminal = try start("album?id=artist-1-1")
    try terminal.wait(for: "catalogue ▸ Ada Nightingale ▸ Paper Boats")
    try terminal.wait(for: "Broken River")
    terminal.send("j")
    try terminal.wait(for: "▌ Distant Road")
    try quit(terminal)
  }

  @Test("keeps every change that ✓ saved confirmed, even if killed")
  func killed() throws {
    try quit(begin())
    for number in 1...4 {
      let terminal = try start()
      try terminal.wait(for: "Motel Sputnik")
      for earlier in 1..<number { #expect(terminal.screen.contains("Band \(earlier) ")) }
      #expect(!terminal.screen.contains("✓ saved"))
      terminal.send("aBand \(number)\r")
      try terminal.wait(for: "✓ saved")
      terminal.signal(9)
      #expect(try terminal.waitForEnd() == .signalled(9))
    }
    let terminal = try start()
    try terminal.wait(for: "Band 4")
    try quit(terminal)
  }

  @Test("saves many changes when it ends right after them", arguments: ["Q", "signal"])
  func leaving(way: String) throws {
    let terminal = try begin()
    terminal.send((0..<60).map { "aBand \($0) z\r" }.joined() + (way == "Q" ? "Q" : ""))
    if way != "Q" {
      try terminal.wait(for: "/67")
      terminal.signal(15)
    }
    #expect(try terminal.waitForEnd() == .exited(way == "Q" ? 0 : 128 + 15))
    let printed = try Mocoa.run(
      ["XDG_DATA_HOME=\(folder.folder)", Mocoa.path, "mocoa://examples/catalogue/artists"],
      program: "/usr/bin/env")
    #expect(printed.lines.count { $0.contains(" z") } == 60)
  }

  @Test("saves each change completely or not at all")
  func killedEarlier() throws {
    try quit(begin())
    for artist in ["Ada Nightingale     4", "Kowalski & Sons     2", "Motel Sputnik       5"] {
      var terminal = try start()
      try terminal.wait(for: "\(artist) albums")
      terminal.send("D\r")
      terminal.signal(9)
      #expect(try terminal.waitForEnd() == .signalled(9))
      terminal = try start()
      try terminal.wait(for: "山田 花火")
      let name = artist.split(separator: "  ")[0]
      if terminal.screen.contains(name) {
        #expect(terminal.screen.contains("\(artist) albums"), "\(terminal.screen)")
        terminal.send("D\r")
        try terminal.wait(for: "✓ saved")
      }
      try quit(terminal)
    }
  }

  @Test("shows the changes of another program immediately")
  func two() throws {
    let (one, two) = (try begin(), try start())
    try two.wait(for: "Ada Nightingale")
    one.send("\taDuo\t1950-09-09\t\r")
    try two.wait(for: "Duo")
    try two.wait(for: "Ada Nightingale     5 albums")
    two.send("\tD\r")
    try two.wait(for: "✓ saved")
    try one.wait(for: "Ada Nightingale     4 albums")
    #expect(!one.screen.contains("Duo"))
    try quit(one)
    try quit(two)
  }

  @Test("stays idle, also after a change")
  func idle() throws {
    let terminal = try begin()
    terminal.send("\taDuo\t1999-09-09\t\rsfj")
    try terminal.wait(for: "no live albums")
    try terminal.waitUntilIdle()
    try quit(terminal)
  }

  @Test("prints one of its pages, and reports a missing one")
  func printed() throws {
    try quit(begin())
    let environment = "XDG_DATA_HOME=\(folder.folder)"
    func print(_ page: String) throws -> Mocoa.Outcome {
      try Mocoa.run(
        [environment, Mocoa.path, "mocoa://examples/catalogue/\(page)"], program: "/usr/bin/env")
    }
    let tracks = try print("album?id=artist-1-3")
    #expect(tracks.status == 0 && tracks.errors.isEmpty)
    #expect(tracks.lines.count == 4 && tracks.lines[0].contains("Morning Street"))
    let gone = try print("album?id=nobody")
    #expect(gone.status == 2)
    #expect(gone.errors.contains("this album is not there, or not any more"), "\(gone.errors)")
    let both = try print("")
    #expect(both.status == 0 && both.errors.isEmpty, "\(both.errors)")
    #expect(both.lines.prefix(2) == ["artists", "Ada Nightingale  4 albums"])
    #expect(both.lines[8...9] == ["Ada Nightingale", "Paper Boats  1971-03-12"])
    let other = try print("#artist-2")
    #expect(other.lines.suffix(7).first == "The Brass Lanterns", "\(other.lines)")
  }
}
