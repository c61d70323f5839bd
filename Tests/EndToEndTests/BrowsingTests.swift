import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa in a terminal", .serialized)
struct BrowsingTests {
  /// Returns the rows of the screen without trailing blanks.
  static func rows(_ terminal: Terminal) -> [String] {
    terminal.emulator.rows.map { row in
      var row = Substring(row)
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  @Test("opens pages, goes back and to the parent, and ends")
  func goes() throws {
    let terminal = try Mocoa.start(["mocoa://home/"])
    try terminal.wait(for: "▌ 1 This folder")
    #expect(Self.rows(terminal)[0].hasPrefix(" mocoa"))
    terminal.send("/Music library\r\r")
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("jl")
    try terminal.wait(for: "Side A ──")
    terminal.send("h")
    try terminal.wait("the artist of the album") { Self.rows($0)[0].hasPrefix(" mocoa ▸ music ▸ ") }
    terminal.send("\u{7F}\u{7F}")
    try terminal.wait("the library again") { Self.rows($0)[0].hasPrefix(" mocoa ▸ music  ") }
    terminal.send("q")
    try terminal.wait(for: "Music library")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore)
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("goes from a file to its folder on h, and runs commands")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.json", "[1]")
    try folder.write("two.json", #"[{"year": 1959}, {"year": 1960}]"#)
    let terminal = try Mocoa.start([folder.path(of: "two.json")])
    try terminal.wait(for: "▌ year 1959")
    terminal.send("h")
    try terminal.wait(for: "▌ two.json")
    terminal.send(":filter one\r")
    try terminal.wait("the filter") {
      Self.rows($0)[0].hasSuffix(" 1/1 of 2") && Self.rows($0)[23].contains("  one · ")
    }
    terminal.send(":\(folder.path(of: "two.json"))\r")
    try terminal.wait(for: "▌ year 1959")
    terminal.send(":sort -year\r")
    try terminal.wait(for: "sorted by -year")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("opens URLs and runs commands at the prompt, and reports errors")
  func prompt() throws {
    let terminal = try Mocoa.start(["mocoa://home/"])
    try terminal.wait(for: "▌ 1 This folder")
    terminal.send(":mocoa://music/artist?id=10\r")
    try terminal.wait("an artist") { Self.rows($0)[0].hasPrefix(" mocoa ▸ music ▸ ") }
    terminal.send(":mocoa://music/a:b:c\r")
    try terminal.wait(for: "segment 1 \"a:b:c\" contains more than one colon")
    terminal.send(":mocoa://nowhere/\r")
    try terminal.wait(for: "mocoa://nowhere/: no such module")
    terminal.send(":nonsense\r")
    try terminal.wait(for: "unknown command: nonsense")
    try terminal.wait(for: "unknown command")
    terminal.send(":mocoa://contacts/\r:30\r")
    try terminal.wait(for: "30/68")
    terminal.send(":999\r")
    try terminal.wait(for: "no item 999 (1–68)")
    terminal.send(":home")
    try terminal.wait(for: ":home")
    terminal.send("\u{1B}")
    try terminal.wait("the prompt to close") { !$0.screen.contains(":home") }
    terminal.send(":debug\r")
    try terminal.wait(for: "debug mode on")
    terminal.send(":mocoa://nowhere/\r")
    try terminal.wait(for: "placeholder")
    terminal.send(":q\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  // F91.
  @Test("shows placeholders in debug mode, and how to register a module")
  func debugging() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("G")
    try terminal.wait(for: "4 hidden (d shows)")
    terminal.send("dG")
    try terminal.wait(for: "placeholder  music/:/bootleg: unregistered kind")
    terminal.send("i")
    try terminal.wait(for: ".view(BootlegCell.self)")
    try terminal.wait(for: "discs")
    let rows = Self.rows(terminal)
    #expect(rows.contains(" requested    mocoa://music/:/bootleg"))
    #expect(rows.contains(" candidates   mocoa://music/:/bootleg  not registered"))
    #expect(rows.contains { $0.contains(".section.cell(\"bootleg\")") })
    #expect(rows.contains { $0.contains(".register(BootlegCellViewModel.self)") })
    terminal.send("qd")
    try terminal.wait("no placeholders") { !$0.screen.contains("placeholder") }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("opens a nested value as a list, and returns to its record")
  func opensRecords() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "orders.json", #"[{"id": 1}, {"id": 2, "lines": [{"sku": "x"}, {"sku": "y"}]}]"#)
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/2")
    terminal.send("j\r")
    try terminal.wait(for: "orders.json ▸ 1")
    terminal.send("j\r")
    try terminal.wait(for: "orders.json ▸ 1 ▸ lines")
    try terminal.wait(for: "▌ x")
    terminal.send(":mocoa://file/?path=\(path)&at=/1/lines\r")
    terminal.send("h")
    // The record is a tree of six rows.
    try terminal.wait(for: "2/6")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// Rows that fill all 200 columns, and share most of their text with their neighbors or none.
  enum Filling: CaseIterable {
    case shared, different

    func title(_ number: Int) -> String {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      let seed = self == .shared ? 0 : number * 7
      return "row \(number) " + String((0..<200).map { letters[(seed + $0 * 3) % 26] })
    }

    /// The maximum number of bytes for a scrolled row: 300 for 80 columns of text, and one for each
    /// further column.
    ///
    /// Measured: 311 bytes for shared text, 333 for different text, and 116 for a cursor move.
    static let scrolled = 300 + (196 - 80)
  }

  @Test(
    "writes few bytes per move or scrolled row, and none while idle",
    arguments: Filling.allCases)
  func bytes(filling: Filling) throws {
    let folder = try TemporaryFolder()
    let text = (0..<5000).map { "{\"id\": \($0), \"title\": \"\(filling.title($0))\"}" }
    let path = try folder.write("rows.ndjson", text.joined(separator: "\n"))
    let terminal = try Mocoa.start([path], columns: 200, rows: 50)
    try terminal.wait(for: "1/5,000")
    terminal.waitUntilQuiet()
    #expect(Self.rows(terminal)[2...48].allSatisfy { $0.count == 199 }, "full rows")

    /// Returns the number of bytes written until the cursor is on an item and the screen is quiet.
    func bytes(of keys: String, to number: Int) throws -> Int {
      let before = terminal.output.count
      terminal.send(keys)
      try terminal.wait("item \(number) under the cursor") { terminal in
        let rows = Self.rows(terminal)
        return rows[0].hasSuffix(" \(number)/5,000")
          && rows.contains { $0.hasPrefix(" ▌ ") && $0.contains("  row \(number - 1) ") }
      }
      terminal.waitUntilQuiet()
      return terminal.output.count - before
    }
    _ = try bytes(of: "j", to: 2)
    let move = try bytes(of: "j", to: 3)
    #expect((1...250).contains(move), "a cursor move")
    _ = try bytes(of: String(repeating: "j", count: 60), to: 63)
    let scroll = try bytes(of: "j", to: 64)
    #expect((1...Filling.scrolled).contains(scroll), "a scrolled row")
    if getenv("SHOW_BYTES") != nil { print("BYTES \(filling): move \(move), scroll \(scroll)") }

    let before = terminal.output.count
    terminal.send("\u{1B}")
    try terminal.waitUntilIdle()
    #expect(terminal.output.count == before, "a key that changes nothing")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// Measured: at most 143 bytes for the column cursor, and 229 for the cursor.
  @Test("writes few bytes per move of the column cursor, and of the cursor with it")
  func columnBytes() throws {
    let folder = try TemporaryFolder()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    /// Returns a value of 22 columns.
    func value(_ row: Int, _ column: Int) -> String {
      let first = row * 7 + column
      let text = (0..<17).map { letters[(first + $0 * 3) % 26] }
      return "\(1000 + row * column % 8999) " + String(text)
    }
    let names = (1...8).map { "field\($0)" }
    let rows = (0..<5000).map { row in
      (1...8).map { value(row, $0) }.joined(separator: ",")
    }
    let path = try folder.write(
      "table.csv", ([names.joined(separator: ",")] + rows).joined(separator: "\n"))
    let terminal = try Mocoa.start([path], columns: 200, rows: 50)
    try terminal.wait(for: "1/5,000")
    terminal.waitUntilQuiet()
    let header = Self.rows(terminal)[1]
    #expect(header.hasPrefix("   field1") && header.hasSuffix("field8"))
    #expect(Self.rows(terminal)[2...48].allSatisfy { $0.count > 180 }, "full rows")

    /// Returns the number of bytes written for a key that changes the screen.
    func bytes(of key: String) throws -> Int {
      let before = terminal.output.count
      terminal.send(key)
      try terminal.wait("a change by \(key)") { $0.output.count > before }
      terminal.waitUntilQuiet()
      return terminal.output.count - before
    }
    // The first movement shows the column cursor and other key hints.
    _ = try bytes(of: ".")
    let columns = try (0..<4).map { _ in try bytes(of: ".") }
    #expect(columns.allSatisfy { (1...160).contains($0) }, "the column cursor: \(columns)")
    _ = try bytes(of: "j")
    let moves = try (0..<4).map { _ in try bytes(of: "j") }
    #expect(moves.allSatisfy { (1...250).contains($0) }, "the cursor: \(moves)")
    if getenv("SHOW_BYTES") != nil { print("BYTES columns \(columns), moves \(moves)") }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("works at all small sizes, and during rapid resizing")
  func sizes() throws {
    let terminal = try Mocoa.start(["mocoa://music/"], columns: 1, rows: 1)
    terminal.waitUntilQuiet()
    for (columns, rows) in [(1, 1), (2, 1), (1, 9), (20, 5), (9, 2), (40, 3), (5, 24)] {
      terminal.resize(columns: columns, rows: rows)
      terminal.send("jkGgiq?q")
      terminal.waitUntilQuiet(milliseconds: 30)
      #expect(!terminal.hasEnded)
    }
    for step in 0..<100 {
      let (columns, rows) = (step * 7 % 120, step * 5 % 50)
      terminal.resize(columns: 1 + columns, rows: 1 + rows)
    }
    terminal.resize(columns: 80, rows: 24)
    terminal.send("g")
    try terminal.wait(for: "mocoa ▸ music")
    #expect(terminal.emulator.rows.count == 24)
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(
    "restores the terminal after every signal",
    arguments: [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE,
      SIGUSR1, SIGALRM, SIGXCPU, SIGPIPE,
    ])
  func signals(signal: Int32) throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.signal(signal)
    #expect(try terminal.waitForEnd().status == 128 + signal)
    #expect(terminal.modes == terminal.modesBefore)
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("shows the same screen after it is suspended and continued")
  func suspends() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("\u{1A}")
    try terminal.waitForStop()
    #expect(terminal.modes == terminal.modesBefore)
    terminal.bringToForeground()
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("passes no escape sequence of the data to the terminal")
  func injections() throws {
    let folder = try TemporaryFolder()
    let attacks = [
      #"\u001b]0;owned\u0007"#, #"\u001b]52;c;b3duZWQ=\u0007"#, #"\u001b[2J\u001b[H"#, #"\u001bc"#,
      #"\u001b[?1049l"#, #"\u009b2J"#, #"\u0090q\u009c"#, #"\u202eevil"#, #"a\u0008\u0008b\r"#,
      #"\u200b\u2066\ufeff"#,
    ]
    let lines = attacks.map { "{\"title\": \"\($0)\", \"\($0)\": \"\($0)\"}" }
    let path = try folder.write("attack.ndjson", lines.joined(separator: "\n"))
    let terminal = try Mocoa.start(["--debug", path])
    try terminal.wait(for: "1/10")
    for _ in attacks {
      terminal.send("i"); terminal.send("q"); terminal.send("\r"); terminal.send("\u{7F}j")
    }
    terminal.waitUntilQuiet()
    let text = String(decoding: terminal.output, as: UTF8.self)
    // The only OSC sequence is the query of the background color.
    #expect(text.split(separator: "\u{1B}]").count == 2, "an OSC sequence")
    #expect(text.contains("\u{1B}]11;?\u{1B}\\"))
    #expect(!text.contains("\u{1B}c"), "a reset")
    #expect(!text.contains("owned\u{7}"))
    for scalar: Unicode.Scalar in [
      "\u{9B}", "\u{90}", "\u{202E}", "\u{200B}", "\u{2066}", "\u{FEFF}",
    ] {
      #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
