import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa --pick --no-prompt", .serialized)
struct PickTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.ndjson",
      """
      {"id": 1, "title": "Kind of Blue"}
      {"id": 2, "title": "\\u001b[31mred\\ntwo lines"}
      {"id": 3, "title": "Giant Steps"}
      """)
  }

  /// Starts a shell command that can call the program as `mocoa`.
  ///
  /// The screen shows what the command prints at its end.
  private func start(_ command: String) throws -> Terminal {
    try Terminal(
      "/bin/sh",
      [
        "-c", "mocoa() { '\(Mocoa.path)' \"$@\"; }; cd '\(folder.path(of: ""))'; \(command)",
      ])
  }

  @Test("draws on the terminal, and prints only the exact result")
  func result() throws {
    let terminal = try start(
      "mocoa --pick --no-prompt --format '{id}:{title}' a.ndjson > out; echo status $?")
    try terminal.wait(for: "↵ pick")
    terminal.send("j\r")
    try terminal.wait(for: "status 0")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(try folder.text(of: "out") == "2:\u{1B}[31mred\ntwo lines\n")
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }

  @Test("supports command substitutions, pipes, several items and NUL")
  func substitution() throws {
    let terminal = try start(
      "x=$(cat a.ndjson | mocoa --pick --no-prompt --multi --format '<{id}>'); echo got $x; "
        + "mocoa --pick --no-prompt --multi --print0 a.ndjson | od -c | tail -3; echo status $?")
    try terminal.wait(for: "⇥ mark")
    terminal.send("\tj\t\r")
    // The second program covers what the first command printed, until it ends.
    try terminal.wait(for: "▸ a.ndjson")
    try terminal.wait(for: "⇥ mark")
    terminal.send("G\r")
    try terminal.wait(for: "status 0")
    try terminal.wait(for: "got <1> <3>")
    try terminal.wait(for: "\\0")
  }

  @Test("reads any text as lines, and prints the picked line unchanged")
  func lines() throws {
    let terminal = try start(
      "printf 'a.txt\n  \"b\", {c} \\\\ é\n1e2abcd Fix\n' | mocoa --pick --no-prompt > out; echo status $?"
    )
    try terminal.wait(for: "1e2abcd Fix")
    try terminal.wait(for: "↵ pick")
    terminal.send("j\r")
    try terminal.wait(for: "status 0")
    #expect(try folder.text(of: "out") == "  \"b\", {c} \\ é\n")
    let endless = try start("yes | mocoa --pick --no-prompt --multi | uniq -c; echo status $?")
    try endless.wait(for: "↵ pick")
    endless.send("\tj\t\r")
    try endless.wait(for: "status 0")
    try endless.wait(for: "2 y")
  }

  @Test("replaces control characters in a result on a terminal")
  func harmless() throws {
    let terminal = try start(
      "mocoa --pick --no-prompt --format '{title}.' a.ndjson; echo status $?")
    try terminal.wait(for: "↵ pick")
    terminal.send("j\r")
    try terminal.wait(for: "status 0")
    try terminal.wait(for: "␛[31mred␊two lines.")
  }

  @Test("ends with 130 without a result, and 1 without items")
  func nothing() throws {
    for key in ["q", "\u{3}", "Q"] {
      let terminal = try start("mocoa --pick --no-prompt a.ndjson > out; echo status $?")
      try terminal.wait(for: "↵ pick")
      terminal.send(key)
      try terminal.wait(for: "status 130")
      #expect(try folder.text(of: "out") == "")
    }
    let terminal = try start("echo '[]' | mocoa --pick --no-prompt > out; echo status $?")
    try terminal.wait(for: "status 1")
    #expect(try folder.text(of: "out") == "")
    #expect(terminal.modes == terminal.modesBefore)
  }

  @Test("reports unwritable output in one line, and ends with 2")
  func unwritable() throws {
    let full = try start("mocoa --pick --no-prompt a.ndjson >/dev/full; echo status $?")
    try full.wait(for: "↵ pick")
    full.send("\r")
    try full.wait(for: "status 2")
    try full.wait(for: "mocoa: cannot write the picked items: standard output: No space left")
    #expect(full.emulator.modes == [7, 25])
    // The next opened file would otherwise get the descriptor of standard output.
    let closed = try start("mocoa --pick --no-prompt a.ndjson >&-; echo status $?")
    try closed.wait(for: "status 2")
    try closed.wait(for: "mocoa: cannot write the picked items: standard output is closed")
  }

  @Test("ends quietly as for SIGPIPE without a reader")
  func readerGone() throws {
    let terminal = try start(
      "{ mocoa --pick --no-prompt a.ndjson; echo status $? >&2; } | { exec 0<&-; sleep 5; }")
    try terminal.wait(for: "↵ pick")
    terminal.send("\r")
    try terminal.wait(for: "status 141")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("mocoa: "))
    #expect(terminal.modes == terminal.modesBefore)
  }

  @Test("prints the path of a folder entry, for any name")
  func paths() throws {
    try folder.write("two words\n.json", "[]")
    let terminal = try start("x=\"$(mocoa --pick --no-prompt .)\"; echo \"[$x]\"; wc -l \"$x\"")
    try terminal.wait(for: "↵ pick")
    terminal.send("\r")
    try terminal.wait(for: "[a.ndjson]")
    try terminal.wait(for: "2 a.ndjson")
    let exact = try start("mocoa --pick --no-prompt --print0 . > out; echo status $?")
    try exact.wait(for: "↵ pick")
    exact.send("G\r")
    try exact.wait(for: "status 0")
    #expect(try folder.text(of: "out") == "two words\n.json\0")
  }

  @Test("reports a missing terminal")
  func withoutTerminal() throws {
    let setsid = try #require(Programs.installed("setsid"))
    let outcome = try Mocoa.run([Mocoa.path, "--pick", path], program: setsid)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("mocoa: ") && outcome.errors.contains("terminal"))
  }
}
