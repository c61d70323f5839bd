import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with lines of text", .serialized)
struct TextTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("prints the lines of files and standard input, and parses tables")
  func printed() throws {
    let text = try folder.write("x.md", "# Title\n\n  a, b\n12 ✗\n")
    let lines = ["# Title", "  a, b", "12 ✗"]
    #expect(try Mocoa.run([text]).lines == lines)
    #expect(try Mocoa.run([], input: text).lines == lines)
    #expect(try Mocoa.run(["mocoa://file/?path=\(text)&at=/2"]).lines == ["12 ✗"])
    let table = try folder.write("x", "id,name,note\n1,\"Smith, John\",x\n3,ragged\n")
    #expect(
      try Mocoa.run([], input: table).lines == [
        "1  Smith, John  x", "3  ragged  -  ✗ 2 cells in 3 columns",
      ])
    #expect(
      try Mocoa.run(["--lines", table]).lines == [
        "id,name,note", "1,\"Smith, John\",x", "3,ragged",
      ])
    #expect(try Mocoa.run(["mocoa://file/?path=\(table)&form=lines"]).lines.first == "id,name,note")
    #expect(
      try Mocoa.run(["watch", "--lines", "--plain", "--", "echo", "[1]"]).lines.first == "[1]")
    let other = try folder.write("y.md", "12 ✗\n# Title\n  a, b\n")
    let difference = try Mocoa.run(["diff", "--output", "json", text, other])
    #expect(
      difference.status == 1 && difference.output.contains("\"insertions\": [], \"moves\": [{"))
  }

  @Test("reports unreadable text with the options that open it")
  func errors() throws {
    let path = try folder.write("x", "a\u{0}b\n")
    let outcome = try Mocoa.run([path])
    #expect(
      outcome
        == .init(
          status: 2, output: "",
          errors: "mocoa: \(path):1:2: not JSON: found U+0000"
            + " (--lines opens it as text, -D',' as CSV)\n"))
    #expect(try Mocoa.run(["--lines", path]).lines == ["a␀b"])
    #expect(
      try Mocoa.run(["mocoa://file/?path=\(path)&form=rows"]).errors
        == "mocoa: mocoa://file/: form=rows is not lines\n")
    #expect(
      try Mocoa.run(["--lines", "-D,", path]).errors
        == "mocoa: --lines conflicts with --delimiter, --header and --no-header\n"
    )
  }

  @Test("filters, sorts, searches, writes and follows lines")
  func shown() throws {
    let path = try folder.write("x.log", "b two\na one\nc three\n1 none\n")
    let terminal = try Terminal(Mocoa.path, [path])
    try terminal.wait(for: "c three")
    terminal.send("f'e\r")
    try terminal.wait(for: "/3 of 4")
    terminal.send("svalue\r")
    try terminal.wait(for: "sorted by value")
    let out = folder.path(of: "out.ndjson")
    terminal.send("w\u{15}\(out)\r")
    try terminal.wait(for: "exported ")
    terminal.send("/three\r")
    try folder.write("x.log", "b two\na one\nc three\n1 none\ne more\n")
    try terminal.wait(for: "e more")
    #expect(try folder.text(of: "out.ndjson") == "\"1 none\"\n\"a one\"\n\"c three\"\n")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
