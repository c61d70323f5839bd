import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with streams and changing files", .serialized)
struct StreamTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts the program in a terminal with the output of a shell command as standard input.
  private func start(_ producer: String, _ arguments: String = "-") throws -> Terminal {
    try Terminal("/bin/sh", ["-c", "\(producer) | '\(Mocoa.path)' \(arguments)"])
  }

  @Test("shows a stream while it is written, and reads terminal keys")
  func live() throws {
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR)
    try #require(writer >= 0)
    defer { close(writer) }
    for arguments in ["-", "", "/dev/stdin"] {
      let terminal = try start("cat '\(pipe)'", arguments)
      try terminal.wait(for: "loading…")
      try folder.append("{\"id\": 1}\n{\"id\": 2, \"list\": [5, 6]}\n{\"i", to: "pipe")
      try terminal.wait(for: "1/2")
      terminal.send("j")
      try terminal.wait(for: "2/2")
      try folder.append("d\": 3}\n", to: "pipe")
      try terminal.wait(for: "2/3")
      terminal.send("\r")
      try terminal.wait(for: "mocoa ▸ stdin ▸ 1")
      // The record opens as a tree, whose second row is the list.
      try terminal.wait(for: "▾ list")
      terminal.send("jl")
      try terminal.wait("the first value of the list") {
        $0.emulator.rows.contains { $0.hasPrefix(" ▌ │ 0") && $0.hasSuffix("5") }
      }
      terminal.send("\u{7F}")
      try terminal.wait(for: "2/3")
      terminal.send("\u{3}")
      try terminal.wait(for: "loading stopped: the list may be incomplete")
      // The writer of the stream learns only from its next write that the reader is gone.
      terminal.send("q")
      try terminal.wait("the terminal to be given back") { $0.emulator.modes == [7, 25] }
      try folder.append("{}\n", to: "pipe")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.modes == terminal.modesBefore)
    }
  }

  @Test("prints matching items of an endless stream until its reader ends")
  func filteredEndlessly() throws {
    let options = "--filter 'a=1' --fields a -"
    let terminal = try Terminal(
      "/bin/sh",
      ["-c", "yes '{\"a\": 1}' | '\(Mocoa.path)' \(options) | head -n 2 | tr 1 5; echo ended"])
    try terminal.wait(for: "ended")
    #expect(terminal.emulator.rows.prefix(3) == ["5", "5", "ended"])
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("prints the matching lines of a log that has not ended")
  func filteredLog() throws {
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR)
    try #require(writer >= 0)
    defer { close(writer) }
    let terminal = try Terminal(
      "/bin/sh", ["-c", "cat '\(pipe)' | '\(Mocoa.path)' --filter error - | cat"])
    let lines = (1...10).map { "10:00:0\($0 % 10) app: \($0 == 3 ? "error" : "ready")\n" }
    try folder.append(lines.joined(), to: "pipe")
    try terminal.wait(for: "10:00:03 app: error")
    try folder.append("10:00:11 app: another error\n", to: "pipe")
    try terminal.wait(for: "another error")
    terminal.send("\u{3}")
    _ = try terminal.waitForEnd()
  }

  @Test("stops reading blanks at the memory limit and reports it")
  func blanks() throws {
    try #require(mkdir(folder.path(of: "mocoa"), 0o700) == 0)
    try folder.write("mocoa/config.json", "{\"limits\": {\"memory\": \"2M\"}}")
    for (start, output) in [("", ""), ("printf '[1]'; ", "1\n")] {
      let outcome = try Mocoa.run(
        [
          "-c",
          "(\(start)yes '') | XDG_CONFIG_HOME='\(folder.folder)' '\(Mocoa.path)' -",
        ], program: "/bin/sh")
      #expect(outcome.status == 2 && outcome.output == output)
      #expect(
        outcome.errors.contains(
          "standard input: incomplete: memory limit reached after 2 MiB of blanks"),
        "\(outcome.errors)")
    }
  }

  @Test("stops following a file at the memory limit; r reloads it")
  func limit() throws {
    try #require(mkdir(folder.path(of: "mocoa"), 0o700) == 0)
    try folder.write("mocoa/config.json", "{\"limits\": {\"memory\": \"1M\"}}")
    let path = try folder.write("many.txt", String(repeating: "a\n", count: 60_000))
    let terminal = try Mocoa.start(
      ["--lines", path], environment: ["XDG_CONFIG_HOME": folder.folder], columns: 160)
    try terminal.wait(for: "memory limit reached")
    try terminal.wait(for: "incomplete: memory limit reached after 60000 records")
    try folder.write("many.txt", String(repeating: "b\n", count: 60_000))
    terminal.send("F")
    try terminal.wait(
      for: "no new items to follow: \(path): incomplete: memory limit reached after 60000 records")
    terminal.send("gr")
    try terminal.wait("the new lines") { $0.emulator.row(1).contains("b") }
    try terminal.wait(for: "memory limit reached")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("prints all matching items, sorted, grouped or in sections")
  func whole() throws {
    let lines = (0..<60_000).map { number in
      let kind = ["a", "b", "c"][number / 20_001]
      return "{\"id\": \(number), \"kind\": \"\(kind)\", \"n\": \(number * 7919 % 1000)}"
    }
    let path = try folder.write("many.ndjson", lines.joined(separator: "\n") + "\n")
    let manifest = try folder.write(
      "many.json",
      """
      {"url": "mocoa://many/", "title": "Many", "source": "many.ndjson", "id": "id",
       "section": "kind", "header": "== {section}", "footer": "-- {count}", "row": "{id}"}
      """)
    let few = ["--filter", "n<20"]
    for options in [["--sort", "n"], ["--group", "kind"], ["--sort", "-id"], []] {
      let words = options + few + ["--fields", "n"]
      for printed in [try Mocoa.run(words + [path]), try Mocoa.run(words + ["-"], input: path)] {
        #expect(printed.lines.filter { Int($0) != nil }.count == 1200, "\(words)")
      }
    }
    let printed = try Mocoa.run(["--manifest", manifest] + few + [path]).lines
    #expect(printed.filter { Int($0) != nil }.count == 1200)
    #expect(printed.filter { $0.hasPrefix("== ") } == ["== a", "== b", "== c"])
    #expect(printed.filter { $0.hasPrefix("-- ") }.count == 3)
    let all = try Mocoa.run(["--manifest", manifest, path]).lines
    #expect(all.filter { Int($0) != nil }.count == 60_000 && all.last?.hasPrefix("-- ") == true)
  }

  @Test("decompresses a compressed stream")
  func compressed() throws {
    let terminal = try start("printf '{\"id\": 1}\\n{\"id\": 2, \"list\": [5, 6]}\\n' | gzip -c")
    try terminal.wait(for: "1/2")
    terminal.send("j\r")
    try terminal.wait(for: "mocoa ▸ stdin ▸ 1")
    terminal.send("\u{7F}q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("stays idle with a stalled stream or a followed file")
  func idle() throws {
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR)
    try #require(writer >= 0)
    defer { close(writer) }
    try folder.append("{\"id\": 1}\n", to: "pipe")
    for path in [pipe, try folder.write("file.ndjson", "{\"id\": 1}\n")] {
      let terminal = try Mocoa.start([path])
      try terminal.wait(for: "1/1")
      try terminal.waitUntilIdle()
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
  }

  @Test("stays idle after its file was replaced or deleted")
  func idleAfterChanges() throws {
    let path = try folder.write("file.json", "[1, 2]")
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/2")
    try folder.write("new", "[1, 2, 3]")
    try #require(rename(folder.path(of: "new"), path) == 0)
    try terminal.wait(for: "1/3")
    for isThere in [true, false] {
      if !isThere {
        try #require(unlink(path) == 0)
        try terminal.wait(for: "file was removed")
      }
      try terminal.waitUntilIdle()
      let (bytes, switches) = (terminal.output.count, terminal.switches)
      if isThere {
        // Changes of other files in the same folder must not wake the program.
        for number in 0..<20 { try folder.write("other\(number)", "[]") }
      }
      try terminal.waitUntilIdle()
      #expect(terminal.output.count == bytes && terminal.switches == switches)
    }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("prints a stream as it arrives, and ends with its reader")
  func printed() throws {
    let endless = try Mocoa.run(
      ["-c", "yes '{\"id\": 1}' | '\(Mocoa.path)' | head -n 3"], program: "/bin/sh")
    #expect(endless == .init(status: 0, output: "id 1\nid 1\nid 1\n", errors: ""))
    let broken = try Mocoa.run(
      ["-c", "printf '[1, 2, {\"a\"' | '\(Mocoa.path)' -"], program: "/bin/sh")
    #expect(broken.status == 2)
    #expect(broken.lines == ["1", "2"])
    #expect(
      broken.errors
        == "mocoa: standard input:1:12: expected ':' after the name, found end of text\n")
  }

  @Test("starts at the offset of its input, and leaves no process")
  func offset() throws {
    let path = try folder.write("file.ndjson", "{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3}\n")
    let outcome = try Mocoa.run(
      ["-c", "(read line; '\(Mocoa.path)' --plain) < '\(path)'"], program: "/bin/bash")
    #expect(outcome == .init(status: 0, output: "id 2\nid 3\n", errors: ""))
    let captured = try Mocoa.run(
      ["-c", "x=$('\(Mocoa.path)' '\(path)'); echo \"$x\" | wc -l"], program: "/bin/bash")
    #expect(captured == .init(status: 0, output: "3\n", errors: ""))
  }

  @Test("shows consecutive JSON values as a list")
  func sequence() throws {
    let outcome = try Mocoa.run(
      ["-c", "printf '{\\n  \"a\": 1\\n}\\n{\\n  \"a\": 2\\n}\\n' | '\(Mocoa.path)'"],
      program: "/bin/sh")
    #expect(outcome == .init(status: 0, output: "a 1\na 2\n", errors: ""))
  }

  @Test("reads a named pipe, and rejects the terminal as a source")
  func otherSources() throws {
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let outcome = try Mocoa.run(
      ["-c", "(printf '[1, 2]' > '\(pipe)' &); '\(Mocoa.path)' '\(pipe)'"], program: "/bin/sh")
    #expect(outcome == .init(status: 0, output: "1\n2\n", errors: ""))
    let terminal = try Mocoa.start(["-"])
    #expect(try terminal.waitForEnd() == .exited(2))
    #expect(terminal.screen.contains("mocoa: standard input: cannot read from the terminal"))
  }

  @Test("follows a growing file, and shows the changes of a replaced one")
  func follows() throws {
    let path = try folder.write("log.ndjson", "{\"id\": 1}\n")
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/1")
    try folder.append("{\"id\": 2}\n{\"id\": 3}\n", to: "log.ndjson")
    try terminal.wait(for: "1/3")
    terminal.send("G")
    try terminal.wait(for: "3/3")
    try folder.write("new", "{\"id\": 7}\n{\"id\": 3}\n{\"id\": 8}\n")
    try #require(rename(folder.path(of: "new"), path) == 0)
    // The cursor stays on its item.
    try terminal.wait(for: "2/3")
    try terminal.wait(for: "id 8")
    #expect(!terminal.screen.contains("id 1"))
    try #require(unlink(path) == 0)
    try terminal.wait(for: "file was removed")
    #expect(terminal.screen.contains("id 8"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("shows the rest of a truncated file")
  func cut() throws {
    let lines = (0..<3000).map { "{\"id\": \($0), \"text\": \"some longer text than that\"}\n" }
    let path = try folder.write("cut.ndjson", lines.joined())
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/3,000")
    try #require(truncate(path, off_t(lines[..<100].joined().utf8.count)) == 0)
    try terminal.wait(for: "1/100")
    terminal.send("G")
    try terminal.wait(for: "100/100")
    #expect(!terminal.screen.contains("record is gone"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("shows and opens a line of 100 MB")
  func longLine() throws {
    let path = folder.path(of: "long.ndjson")
    try folder.write("long.ndjson", "{\"id\": 1}\n{\"id\": 2, \"x\": \"")
    let piece = String(repeating: "x", count: 10_000_000)
    for _ in 0..<10 {
      let descriptor = open(path, O_WRONLY | O_APPEND)
      var piece = Array(piece.utf8)[...]
      while !piece.isEmpty {
        let count = piece.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try #require(count > 0)
        piece = piece.dropFirst(count)
      }
      close(descriptor)
    }
    try folder.append("\"}\n{\"id\": 3}\n", to: "long.ndjson")
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/3")
    try terminal.wait(for: "{\"id\": 2, \"x\": \"xxx")
    terminal.send("j\r")
    try terminal.wait(for: "▌ id  2")
    try terminal.wait(for: "record too large to display (95 MiB)")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
