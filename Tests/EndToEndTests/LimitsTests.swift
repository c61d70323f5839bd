import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with low resource limits", .serialized)
struct LimitsTests {
  private let folder: TemporaryFolder
  private let path: String
  private let prlimit: String

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.folder, 0o777)
    path = try folder.write(
      "a.ndjson", (1...50).map { #"{"id": \#($0), "t": "x\#($0)"}"# }.joined(separator: "\n"))
    chmod(path, 0o644)
    prlimit = try #require(Programs.installed("prlimit"), "prlimit (util-linux) is needed")
  }

  /// Starts the program with limits, as another user if `user` is set and the tests run as root.
  private func start(
    _ limits: [String], _ arguments: [String]? = nil, user: Int? = nil, mask: String = "state"
  ) throws -> Terminal {
    var words = [prlimit, "--core=0"] + limits + [Mocoa.path] + (arguments ?? [path])
    if let user, getuid() == 0 {
      let setpriv = try #require(Programs.installed("setpriv"), "setpriv (util-linux) is needed")
      // The build folder may be readable only by its owner.
      words =
        [
          setpriv, "--reuid=\(user)", "--clear-groups", "--inh-caps=-all,+dac_override",
          "--ambient-caps=-all,+dac_override",
        ] + words
    }
    return try Terminal(
      words[0], Array(words.dropFirst()),
      environment: [
        "XDG_STATE_HOME": folder.path(of: mask), "TMPDIR": folder.folder, "SHELL": "/bin/sh",
        "EDITOR": "true", "VISUAL": nil,
      ], columns: 120)
  }

  /// Expects that the program shows its page and ends on request, or reports a reason in one line.
  ///
  /// - Returns: `true` if the program showed its page.
  @discardableResult
  private func expectShownOrRefused(
    _ terminal: Terminal, _ sign: String = "1/50", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    try terminal.wait("a page or the end") { terminal in
      terminal.hasEnded || terminal.emulator.rows.contains { $0.contains(sign) }
    }
    let isShown = !terminal.hasEnded
    if isShown { terminal.send("Q") }
    let end = try terminal.waitForEnd()
    #expect(end == .exited(isShown ? 0 : 2), sourceLocation: sourceLocation)
    #expect(
      terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25],
      sourceLocation: sourceLocation)
    if !isShown {
      let rows = terminal.emulator.rows.filter { !$0.isEmpty }
      #expect(
        rows.count == 1 && rows[0].hasPrefix("mocoa: "), "\(rows)", sourceLocation: sourceLocation)
    }
    return isShown
  }

  // With three descriptors, the loader cannot open the shared libraries of a program.
  @Test("shows a page or a reason, for any number of descriptors", arguments: 4...40)
  func descriptors(count: Int) throws {
    let isShown = try expectShownOrRefused(start(["--nofile=\(count)"]))
    #expect(isShown == (count >= 28))
  }

  @Test("fails only in the feature that lacks a descriptor", arguments: [28, 29, 30, 32, 36, 40])
  func features(count: Int) throws {
    let world = try World()
    let pages = [
      [path], [world.folder], ["\(world.folder)/shop.db"], ["watch", "--", "echo", "1"],
    ]
    for arguments in pages {
      let terminal = try start(
        ["--nofile=\(count)"], ["--log", folder.path(of: "log"), "--motion=off"] + arguments)
      try terminal.wait("a page") { $0.emulator.modes.contains(1049) || $0.hasEnded }
      terminal.waitUntilQuiet()
      for keys in ["!true\r", "|true\r", "e", "w\(folder.path(of: "out.json"))\r"] {
        terminal.send(keys)
        terminal.waitUntilQuiet(milliseconds: 200)
        // Escape dismisses a question, or answers it with no.
        terminal.send("\u{1B}")
        terminal.waitUntilQuiet(milliseconds: 100)
      }
      try terminal.wait("the screen") { $0.emulator.modes.contains(1049) || $0.hasEnded }
      terminal.send("Q")
      #expect(try terminal.waitForEnd() == .exited(0), "\(arguments)")
      #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
    }
  }

  @Test("shows a file that is replaced again and again", arguments: [1, 30_000])
  func replaced(count: Int) throws {
    let file = folder.path(of: "file.ndjson")
    func replace(_ turn: Int) throws {
      let lines = (0..<count + turn).map { "{\"id\": \($0), \"turn\": \(turn)}\n" }
      try folder.write("new", lines.joined())
      chmod(folder.path(of: "new"), 0o644)
      try #require(rename(folder.path(of: "new"), file) == 0)
    }
    try replace(0)
    let terminal = try start(["--nofile=48"], ["--motion=off", file])
    /// Returns a count as the program shows it.
    func shown(_ count: Int) -> String {
      count < 1000 ? "\(count)" : "\(count / 1000)," + String("\(count % 1000 + 1000)".dropFirst())
    }
    try terminal.wait(for: "1/\(shown(count))")
    for turn in 1...40 {
      try replace(turn)
      try terminal.wait(for: "/\(shown(count + turn))")
    }
    terminal.send("[")
    try terminal.wait(for: "version ")
    try terminal.wait(for: "/\(shown(count + 39))")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("shows a page or an error for any limit of threads", arguments: 1...8)
  func threads(count: Int) throws {
    let terminal = try start(
      ["--nproc=\(count)"], user: 61_000 + Int(getpid()) % 1000 * 8 + count, mask: "s\(count)")
    let isShown = try expectShownOrRefused(terminal)
    // The limit includes the main thread of the program.
    if count == 1 { #expect(!isShown) }
    if count == 8, getuid() == 0 { #expect(isShown) }
  }

  @Test("prints only a reason if no thread can be started")
  func printing() throws {
    let terminal = try start(["--nproc=1"], ["diff", "--output", "text", path, path], user: 60_999)
    #expect(try terminal.waitForEnd() == .exited(2))
    #expect(terminal.emulator.row(0).hasPrefix("mocoa: no thread can be started: "))
  }

  @Test(
    "shows a page if files cannot grow, and reports failed writes",
    arguments: [0, 4096, 1 << 20])
  func fileSize(limit: Int) throws {
    let terminal = try start(["--fsize=\(limit)"], ["--log", folder.path(of: "log"), path])
    try terminal.wait(for: "1/50")
    terminal.send("Gg")
    try terminal.wait("the top") { $0.emulator.row(2).hasSuffix("  x1") }
    terminal.send("aw\(folder.path(of: "out.json"))\r")
    try terminal.wait("an answer") { terminal in
      terminal.emulator.rows.contains {
        $0.contains("out.json: cannot be written: File too large")
          || $0.contains("exported 50 items")
      }
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }

  @Test("restores the terminal when memory is short", arguments: [48, 56, 64, 72, 80, 96, 128])
  func memory(megabytes: Int) throws {
    let terminal = try start(["--as=\(megabytes << 20)"])
    try terminal.wait("a page or the end") { terminal in
      terminal.hasEnded || terminal.emulator.rows.contains { $0.contains("1/50") }
    }
    terminal.send("Q")
    _ = try terminal.waitForEnd()
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }
}
