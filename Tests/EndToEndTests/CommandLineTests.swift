import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa without a terminal")
struct CommandLineTests {
  static let songs = """
    [{"id": 1, "title": "So What", "minutes": 9},
     {"id": 2, "title": "Freddie Freeloader", "minutes": 9, "by": {"name": "Miles"}}]
    """

  @Test("prints the home list and ends with 0")
  func home() throws {
    let outcome = try Mocoa.run(["mocoa://home/"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.first?.hasPrefix("Open any list: ") == true)
    #expect(outcome.lines.contains { $0.hasPrefix("Music library  ") })
    let modules = try Mocoa.run(["mocoa://modules/"])
    #expect(modules.lines.contains { $0.contains("mocoa://music/artist/album") })
    #expect(try Mocoa.run([]) == outcome, "without a source it is the home screen")
  }

  @Test("prints one line per item of a file, however it is named")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("songs.json", Self.songs)
    let expected = [
      "So What  id 1 · minutes 9",
      #"Freddie Freeloader  id 2 · minutes 9 · by {"name": "Miles"}"#,
    ]
    #expect(try Mocoa.run([path]).lines == expected)
    #expect(try Mocoa.run(["--plain", "file://" + path]).lines == expected)
    #expect(try Mocoa.run(["-"], input: path).lines == expected)
    #expect(try Mocoa.run([], input: path).lines == expected)
    #expect(try Mocoa.run(["mocoa://file/?path=\(path)&at=/1/by"]).lines == ["name  Miles"])
  }

  @Test("prints the sample with headers, and placeholders only with --debug")
  func music() throws {
    let outcome = try Mocoa.run(["mocoa://music/"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("Kind of Blue  1959  5 tracks"))
    #expect(!outcome.output.contains("placeholder"))
    let debug = try Mocoa.run(["-d", "mocoa://music/"])
    #expect(debug.lines.contains("placeholder  music/:/bootleg: unregistered kind"))
  }

  @Test("lists all modules, or those below a URL")
  func modules() throws {
    let all = try Mocoa.run(["modules"])
    #expect(all.status == 0)
    #expect(all.lines.contains("mocoa://music/artist/album"))
    let some = try Mocoa.run(["modules", "mocoa://music/artist/album"])
    #expect(some.lines.allSatisfy { $0.hasPrefix("mocoa://music/artist/album") })
    #expect(some.lines.count == 3)
  }

  @Test("explains a URL, and ends with 1 for a placeholder")
  func explain() throws {
    let placeholder = try Mocoa.run(["explain", "mocoa://music/:/bootleg"])
    #expect(placeholder.status == 1)
    #expect(
      placeholder.lines == [
        "mocoa://music/:/bootleg",
        "  tried     mocoa://music/:/bootleg  not registered",
        "  tried     mocoa://music/:/:        not registered",
        "  resolved  to a placeholder: unregistered kind",
      ])
    let resolved = try Mocoa.run(["explain", "mocoa://music/artist/soundtrack"])
    #expect(resolved.status == 0)
    #expect(resolved.lines.contains("  resolved  mocoa://music/artist/:"))
    let exact = try Mocoa.run(["explain", "mocoa://music/artist/album"])
    #expect(exact.status == 0)
    #expect(exact.output.contains("AlbumCellViewModel  (MocoaFiles/MusicModule.swift:"))
  }

  @Test(
    "reports errors in one line and ends with 2",
    arguments: [
      (["--bogus"], "mocoa: unknown option --bogus (see mocoa --help)"),
      (["--id"], "mocoa: option --id needs a value (see mocoa --help)"),
      (["--debug=1"], "mocoa: option --debug takes no value (see mocoa --help)"),
      (["a", "b"], "mocoa: unexpected argument: \"b\" (one source only)"),
      (["/no/such/file"], "mocoa: /no/such/file: no such file"),
      (["diff", "/tmp", "/tmp"], "mocoa: /tmp: is a folder (open a file in it)"),
      (
        ["/dev/zero"],
        "mocoa: /dev/zero:1:1: not JSON: expected a value, found U+0000 (--lines opens it as text, -D',' as CSV)"
      ),
      (["mocoa://nowhere/"], "mocoa: mocoa://nowhere/: no such module"),
      (
        ["mocoa://music/a b"],
        "mocoa: mocoa://music/a b: segment 1 \"a b\" contains a space; letters, digits, _, - and . are allowed"
      ),
      (["mocoa://music/artist?id=99"], "mocoa: no artist has the id \"99\""),
      (
        ["gopher://x/"],
        "mocoa: gopher://x/: unsupported URL scheme (use mocoa:, http: or https:)"
      ),
      (["explain"], "mocoa: missing URL (mocoa explain mocoa://domain/path)"),
    ] as [([String], String)])
  func errors(arguments: [String], message: String) throws {
    let outcome = try Mocoa.run(arguments)
    #expect(outcome == .init(status: 2, output: "", errors: message + "\n"))
  }

  @Test(
    "names file, line and column of an error in a file",
    arguments: [
      ("[{\"b\" 2}]", ":1:7: ", 0),
      ("[{\"a\": 1},\n {\"b\" 2}]", ":2:7: ", 2),
      ("[1, 2", ":1:6: ", 2),
      ("hello", ":1:1: not JSON: ", 0),
      ("[hello]", ":1:2: ", 0),
      ("{\"a\": \"\u{0}\"}", ":1:8: ", 0),
      (String(repeating: "[", count: 10_000), "nested deeper than 1,024 levels", 0),
      ("SQLite format 3\u{0}", "is not a database, or is encrypted", 0),
    ])
  func badFiles(text: String, message: String, items: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.json", text)
    let outcome = try Mocoa.run([path])
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == items, "what is valid before the error is printed")
    #expect(outcome.errors.hasPrefix("mocoa: \(path)"))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("shows a broken line as an item among the others")
  func brokenLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "log.ndjson", "{\"id\": 1, \"text\": \"one\"}\n{oops\n\n{\"id\": 3, \"text\": \"three\"}")
    let outcome = try Mocoa.run([path])
    #expect(outcome.status == 0)
    try #require(outcome.lines.count == 3)
    #expect(outcome.lines[0] == "one  id 1")
    #expect(outcome.lines[1].hasPrefix("✗ record 2: not JSON: "))
    #expect(outcome.lines[1].hasSuffix("{oops"))
    #expect(outcome.lines[2] == "three  id 3")
  }

  @Test("prints no items for empty files", arguments: ["", "  \n\n", "[]", "{}", "\u{FEFF}"])
  func empty(text: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Mocoa.run([try folder.write("empty.json", text)])
    #expect(outcome == .init(status: 0, output: "", errors: ""))
  }

  @Test("prints no control characters of data, names or messages")
  func sanitised() throws {
    let folder = try TemporaryFolder()
    let hostile = #"\u001b]0;title\u0007\u009b2J\u202e\u200b\r\n"#
    let path = try folder.write(
      "a\u{1B}[2J.json", #"[{"title": "\#(hostile)", "\#(hostile)": "\#(hostile)"}, {bad]"#)
    let good = try folder.write("good.ndjson", #"{"title": "\#(hostile)", "\#(hostile)": 1}"#)
    for outcome in [try Mocoa.run([path]), try Mocoa.run([good])] {
      for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
        #expect(scalar.properties.generalCategory != .format, "\(scalar.value)")
      }
    }
  }

  @Test("prints help and version, and ends with 0")
  func help() throws {
    #expect(try Mocoa.run(["--help"]).lines.first?.hasPrefix("usage: mocoa") == true)
    #expect(try Mocoa.run(["--version"]).output.hasPrefix("mocoa 0.1.0 (SQLite 3"))
    #expect(try Mocoa.run(["modules", "--help"]).status == 0)
  }

  @Test("locates text that ends within a character")
  func truncatedText() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("cut.json", Array("[{\"a\": \"x".utf8) + [0xC3])
    let whole = try Mocoa.run([path])
    #expect(whole.status == 2)
    #expect(whole.output == "")
    #expect(whole.errors.hasPrefix("mocoa: \(path):1:"))
    #expect(whole.errors.split(separator: "\n").count == 1)

    let log = try folder.write(
      "cut.ndjson", Array("{\"a\": \"x\"}\n{\"a\": \"".utf8) + [0xE6, 0x97])
    let lines = try Mocoa.run([log])
    #expect(lines.status == 0)
    #expect(
      lines.lines == ["x", "✗ record 2: not JSON: invalid UTF-8 at column 8  {\"a\": \"\u{FFFD}"])
  }

  @Test("names an unreadable file")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("secret.json", "[1]")
    try #require(chmod(path, 0) == 0)
    let expected = Mocoa.Outcome(
      status: 2, output: "", errors: "mocoa: \(path): permission denied\n")
    if geteuid() != 0 {
      #expect(try Mocoa.run([path]) == expected)
    } else {
      // Root without the capabilities that bypass file permissions.
      let setpriv = try #require(Programs.installed("setpriv"))
      let without = "--bounding-set=-dac_override,-dac_read_search"
      #expect(try Mocoa.run([without, Mocoa.path, path], program: setpriv) == expected)
    }
  }

  @Test("reports a missing controlling terminal in one line")
  func noTerminal() throws {
    let setsid = try #require(Programs.installed("setsid"))
    let terminal = try Terminal(setsid, ["-w", Mocoa.path, "mocoa://home/"])
    #expect(try terminal.waitForEnd() == .exited(2))
    let lines = terminal.emulator.rows.filter { !$0.isEmpty }
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.hasPrefix("mocoa: ") == true)
    #expect(!terminal.output.contains(0x1B), "nothing but text was written")
  }

  @Test("reports unwritable output in one line, and ends with 2")
  func fullDevice() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    defer { close(full) }
    let outcome = try Mocoa.run(["mocoa://music/"], output: full)
    #expect(
      outcome
        == .init(
          status: 2, output: "", errors: "mocoa: standard output: No space left on device\n"))
  }

  @Test(
    "ends quietly with 141 on a closed pipe, also with SIGPIPE ignored",
    arguments: ["", "trap '' PIPE; "])
  func closedPipe(trap: String) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    // No other process may inherit the end that is closed here.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    close(ends[0])
    defer { close(ends[1]) }
    let script = trap + "exec \"$0\" \"$@\""
    let outcome = try Mocoa.run(
      ["-c", script, Mocoa.path, "mocoa://music/"], program: "/bin/sh", output: ends[1])
    #expect(outcome == .init(status: 141, output: "", errors: ""))
  }
}
