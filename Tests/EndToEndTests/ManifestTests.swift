import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Manifests on the command line", .serialized)
struct ManifestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(songs count: Int = 2) throws -> String {
    let songs = (1...count).map { number in
      let kind = number.isMultiple(of: 2) ? "live" : "studio"
      return #"{"id": \#(number), "title": "Song \#(number)", "kind": "\#(kind)", "#
        + #""seconds": \#(number * 100), "size": \#(number * 5000), "made": "1959-03-0\#(number % 9 + 1)", "#
        + #""by": {"name": "Miles"}, "plays": [1, 5, 3], "sold": \#(number.isMultiple(of: 2))}"#
    }
    return try folder.write("songs.ndjson", songs.joined(separator: "\n") + "\n")
  }

  @Test(
    "--manifest says how rows look; one that is broken is told in a line, and the file is shown")
  func option() throws {
    let songs = try write()
    let manifest = try folder.write(
      "m.json", #"{"url": "mocoa://songs/", "row": "{title:title} by {by.name} >> {size:bytes}"}"#)
    let outcome = try Mocoa.run(["--manifest", manifest, songs])
    #expect(outcome.errors == "")
    #expect(outcome.lines == ["Song 1 by Miles  4.9 KiB", "Song 2 by Miles  9.8 KiB"])
    let broken = try folder.write(
      "b.json", "{\n  \"url\": \"mocoa://songs/\",\n  \"rwo\": \"{x}\"\n}")
    let other = try Mocoa.run(["--manifest=\(broken)", songs])
    #expect(other.status == 0)
    #expect(
      other.errors
        == "mocoa: \(broken):3:3: rwo: unknown field (did you mean \"row\"?) (and 1 more: mocoa modules --check \(broken))\n"
    )
    #expect(other.lines.count == 2)
  }

  @Test(
    "the page at the address of a manifest shows a file, and explain says which line it comes from")
  func page() throws {
    let songs = try write()
    let manifest = try folder.write(
      "m.json", #"{"url": "mocoa://songs/", "row": "{title:title}", "source": "none"}"#)
    let outcome = try Mocoa.run(["--manifest", manifest, "mocoa://songs/?path=\(songs)"])
    #expect(outcome.lines == ["Song 1", "Song 2"])
    let nothing = try Mocoa.run(["--manifest", manifest, "mocoa://songs/"])
    #expect(nothing.errors == "mocoa: which file? (write mocoa://songs/?path=FILE)\n")
    #expect(nothing.status == 2)
    let explanation = try Mocoa.run(["--manifest", manifest, "explain", "mocoa://songs/:/x"])
    #expect(explanation.lines.contains("  ViewModel TemplateCellViewModel  (\(manifest):1)"))
  }

  @Test("the user's manifests are found in the folder for configuration")
  func user() throws {
    let songs = try write()
    let config = try TemporaryFolder()
    try #require(mkdir(config.path(of: "mocoa"), 0o700) == 0)
    try #require(mkdir(config.path(of: "mocoa/modules"), 0o700) == 0)
    defer {
      unlink(config.path(of: "mocoa/modules/songs.json"))
      rmdir(config.path(of: "mocoa/modules"))
      rmdir(config.path(of: "mocoa"))
    }
    try config.write(
      "mocoa/modules/songs.json",
      #"{"url": "mocoa://songs/", "row": "♪ {title:title}", "source": "*.ndjson"}"#)
    let outcome = try Mocoa.run(
      ["XDG_CONFIG_HOME=\(config.folder)", Mocoa.path, songs], program: "/usr/bin/env")
    #expect(outcome.lines == ["♪ Song 1", "♪ Song 2"])
  }

  @Test("many manifests are watched by one thread")
  func threads() throws {
    let songs = try write()
    func threads(manifests count: Int) throws -> Int {
      let options = try (0..<count).flatMap { number in
        let text = #"{"url": "mocoa://m\#(number)/", "source": "m\#(number).json", "row": "{x}"}"#
        return ["--manifest", try folder.write("m\(number)", text)]
      }
      let terminal = try Mocoa.start(options + [songs])
      try terminal.wait(for: "Song 1")
      terminal.waitUntilQuiet(milliseconds: 300)
      let threads = terminal.threadCount
      // And the last one of them is.
      if count > 0 {
        try folder.write("m\(count - 1)", #"{"url": "mocoa://m\#(count - 1)/", "row": "{}"}"#)
        try terminal.wait(for: "m\(count - 1):1:")
      }
      terminal.send("Q")
      _ = try terminal.waitForEnd()
      return threads
    }
    #expect(try threads(manifests: 40) == threads(manifests: 1))
  }

  @Test("a scaffold is a manifest that is right, and shows the file")
  func scaffold() throws {
    let songs = try write(songs: 1200)
    let made = try Mocoa.run(["scaffold", songs, "--kind", "kind"])
    #expect(made.status == 0)
    #expect(
      made.output == """
        {
          "url": "mocoa://songs/",
          "title": "songs",
          "source": "songs.ndjson",
          "kind": "kind",
          "row": "{title:title left(8)}  {by.name:detail}  {sold:accent words(\\"sold\\", \\"\\")} >> {seconds:number grouped right(6)}  {size:number bytes right(9)}  {made:detail date right(10)}  {plays:accent spark}",
          "kinds": {
            "studio": {
              "row": "{title:title left(8)}  {by.name:detail}  {sold:accent words(\\"sold\\", \\"\\")} >> {seconds:number grouped right(6)}  {size:number bytes right(9)}  {made:detail date right(10)}  {plays:accent spark}"
            },
            "live": {
              "row": "{title:title left(9)}  {by.name:detail}  {sold:accent words(\\"sold\\", \\"\\")} >> {seconds:number grouped right(7)}  {size:number bytes right(9)}  {made:detail date right(10)}  {plays:accent spark}"
            }
          }
        }

        """)
    let manifest = try folder.write("m.json", made.output)
    let check = try Mocoa.run(["modules", "--check", manifest])
    #expect(check == .init(status: 0, output: "\(manifest): ok\n", errors: ""))
    let shown = try Mocoa.run(["--manifest", manifest, songs])
    #expect(shown.errors == "")
    #expect(shown.lines.count == 1200)
    #expect(shown.lines[1] == "Song 2  Miles  sold  200  9.8 KiB  1959-03-03  ▁█▅")
  }

  @Test("a scaffold and a difference escape names that would act on a terminal")
  func escapes() throws {
    let names = ["\u{9B}31m", "\u{202E}evil", "\u{200B}zero", "\u{E0041}tag"]
    let fields = names.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
    let path = try folder.write("hostile.ndjson", "{\"id\": 1, \(fields)}\n")
    let other = try folder.write("other.ndjson", "{\"id\": \"\u{202E}2\"}\n")
    let made = try Mocoa.run(["scaffold", path])
    let changes = try Mocoa.run(["diff", path, other])
    #expect(made.status == 0 && changes.status == 1)
    for text in [made.output, changes.output] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.isGraphic })
    }
    for escape in [#"\u009b31m"#, #"\u202eevil"#, #"\u200bzero"#, #"\udb40\udc41tag"#] {
      #expect(made.output.contains(escape))
    }
    // What is escaped is the same name.
    let manifest = try folder.write("made.json", made.output)
    let check = try Mocoa.run(["modules", "--check", manifest])
    #expect(check == .init(status: 0, output: "\(manifest): ok\n", errors: ""))
  }

  @Test(
    "a scaffold of what has no records says so",
    arguments: [("empty.json", "[]"), ("blank.ndjson", "")])
  func nothing(name: String, text: String) throws {
    let path = try folder.write(name, text)
    let outcome = try Mocoa.run(["scaffold", path])
    #expect(outcome.status == 2)
    #expect(outcome.errors == "mocoa: \(path): has no records that a manifest could be made for\n")
    #expect(
      try Mocoa.run(["scaffold", "mocoa://music/"]).errors
        == "mocoa: mocoa://music/: only the records of files have manifests made for them\n")
    #expect(
      try Mocoa.run(["scaffold"]).errors
        == "mocoa: a manifest for what? (write: mocoa scaffold FILE)\n")
  }

  @Test("--check says all that is wrong, line by line, and ends with 2")
  func check() throws {
    let right = try folder.write("r.json", #"{"url": "mocoa://r/", "row": "{x}"}"#)
    let wrong = try folder.write(
      "w.json",
      "{\n\"url\": \"mocoa://w/\",\n\"row\": \"{x:titel} }\",\n\"keys\": {\"q\": \"mocoa://a/\"}}")
    let outcome = try Mocoa.run(["modules", "--check", right, wrong, "/nowhere.json"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "\(right): ok\n")
    #expect(
      outcome.errors.split(separator: "\n") == [
        "mocoa: \(wrong):3:12: row: unknown word \"titel\" at character 4 (did you mean \"title\"?)",
        "mocoa: \(wrong):3:19: row: a } that closes nothing (write }} for the sign itself) at character 11",
        "mocoa: \(wrong):4:10: keys.q: is a key that moves, opens or leaves (choose another)",
        "mocoa: /nowhere.json: no such file",
      ])
    #expect(try Mocoa.run(["--check", right]).status == 2)
  }

  @Test("a sample has a page without any Swift of its own, in sections")
  func planets() throws {
    let terminal = try Mocoa.start(["mocoa://planets/"])
    try terminal.wait(for: "mocoa ▸ Planets")
    try terminal.wait(for: "inner planets ──")
    try terminal.wait(for: "Jupiter")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("a manifest that is edited is seen at once")
  func editing() throws {
    let songs = try write()
    func manifest(_ row: String) throws -> String {
      try folder.write("m.json", #"{"url": "mocoa://songs/", "row": "\#(row)"}"#)
    }
    let path = try manifest("{title}")
    let terminal = try Mocoa.start(["--manifest", path, songs])
    try terminal.wait(for: "▌ Song 1")
    _ = try manifest("{id} – {title}")
    try terminal.wait(for: "▌ 1 – Song 1")
    _ = try manifest("{id")
    try terminal.wait(for: "expected }, the template ends")
    try terminal.wait(for: "▌ 1 – Song 1")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar is seen, and changes nothing else.
  fileprivate var isGraphic: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: !isDefaultIgnorableCodePoint
    }
  }
}
