import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with delimited text")
struct DelimitedTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("prints one line per row, of files and standard input")
  func rows() throws {
    let path = try folder.write("x.csv", "id,name,city\n1,Ann,\"Ro\nme\"\n2,Bob\n")
    let expected = ["1  Ann  Ro␊me", "2  Bob  -  ✗ 2 cells in 3 columns"]
    #expect(
      try Mocoa.run([path])
        == .init(
          status: 0, output: expected.map { $0 + "\n" }.joined(), errors: ""))
    #expect(try Mocoa.run(["-D,", "-"], input: path).lines == expected)
    #expect(try Mocoa.run(["-D", ",", "--no-header", path]).lines.first == "id  name  city")
    #expect(
      try Mocoa.run(["mocoa://file/?path=\(path)&at=/0"]).lines == [
        "id  1", "name  Ann", "city  Ro␊me",
      ])
    #expect(try Mocoa.run(["mocoa://file/?path=\(path)&at=/0/name"]).lines == ["Ann"])
    let long = try folder.write("y.csv", "id,name\n1,Ann,,more\n")
    #expect(try Mocoa.run([long]).lines == ["1  Ann  -  more  ✗ 4 cells in 2 columns"])
    let watched = try Mocoa.run(["watch", "-D,", "--plain", "--", "cat", path])
    #expect(watched.lines.prefix(2) == expected.prefix(2))
  }

  @Test("prints the fields that a URL names, in that order")
  func fields() throws {
    let path = try folder.write("x.csv", "id,full name,year\n1,Ann,7\n2,,5\n")
    func printed(_ excerpt: String, of path: String) throws -> [String] {
      try Mocoa.run(["mocoa://file/?path=\(path)&\(excerpt)"]).lines
    }
    #expect(try printed("fields=year%20\"full%20name\"", of: path) == ["7  Ann", "5  -"])
    #expect(try printed("fields=-year&sort=year", of: path) == ["2  -", "1  Ann"])
    // The options of the command line have the same effect, and override those of the URL.
    let asked = ["--fields", "year,id", "--sort", "year", "--filter", "year>0"]
    #expect(try Mocoa.run(asked + [path]).lines == ["5  2", "7  1"])
    #expect(try Mocoa.run(asked, input: path).lines == ["5  2", "7  1"])
    #expect(
      try Mocoa.run(asked + ["mocoa://file/?path=\(path)&sort=-year&at="]).lines == [
        "5  2", "7  1",
      ])
    #expect(
      try Mocoa.run(["watch", "-D,"] + asked + ["--", "cat", path]).lines.prefix(2) == [
        "5  2", "7  1",
      ])
    let refused = try Mocoa.run(["--filter", "(year>", path])
    #expect(
      refused.status == 2 && refused.output.isEmpty && refused.errors.contains("filter=(year>"))
    #expect(try printed("fields=", of: path) == ["1  Ann  7", "2  -  5"])
    #expect(try printed("fields=-*", of: path).first == "Ann  id 1 · year 7")
    let unknown = try Mocoa.run(["mocoa://file/?path=\(path)&fields=id%20yeer"])
    #expect(unknown.lines == ["1  -", "2  -"] && unknown.status == 0)
    #expect(
      unknown.errors == "mocoa: no field yeer in the sampled items (did you mean year?)\n")
    let large = String(repeating: "x", count: 100_000)
    let records = try folder.write(
      "x.ndjson",
      """
      {"id": 1, "by": {"name": "Ann"}, "tags": [1, "a\\u001b"]}
      {"id": 2, "by": {"name": "Bob"}, "text": "\(large)"}
      no json

      """)
    let lines = try printed("fields=by.name%20tags%20id", of: records)
    #expect(lines.prefix(2) == ["Ann  [1, \"a\\u001b\"]  1", "Bob  -  2"])
    #expect(lines.last?.contains("not JSON") == true, "what cannot be read says why")
    #expect(try printed("fields=id&group=id", of: path).contains("2") == true)
    let terminal = try Mocoa.start(["--plain", "mocoa://file/?path=\(path)&fields=year"])
    try terminal.wait(for: "1  7")
    terminal.send("columns\r")
    try terminal.wait(for: "Ann  id 1 · year 7")
    terminal.send("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("moves the column cursor in a wide table, and sorts by a clicked name")
  func sideways() throws {
    let names = (1...10_000).map { "c\($0)" }.joined(separator: ",")
    let rows = (1...60).map { row in (1...10_000).map { "\(row * $0 % 61)" }.joined(separator: ",")
    }
    let path = try folder.write("wide.csv", ([names] + rows).joined(separator: "\n"))
    let terminal = try Mocoa.start([path])
    // All rows have the same value in every 61st column.
    try terminal.wait("the columns of all rows") {
      $0.emulator.row(1).hasPrefix("   c1  c2  c3") && $0.emulator.row(1).hasSuffix(" +163 same")
    }
    terminal.send(String(repeating: ".", count: 15))
    try terminal.wait("the next column") {
      $0.emulator.row(1).hasPrefix("3‹ c1  c5  c6") && $0.emulator.row(1).contains("c16")
    }
    terminal.send("$")
    try terminal.wait("the last column") { $0.emulator.row(1).hasSuffix("c9999  c10000") }
    terminal.send("\u{1B}[<0;5;2M")
    try terminal.wait("the order") { $0.emulator.row(1).hasPrefix("‹  c1▼  c") }
    try terminal.wait("the rows in it") {
      $0.emulator.row(2).split(separator: " ").prefix(2).contains("60")
    }
    terminal.send("\u{1B}[<0;5;2M")
    try terminal.wait("the other order") { $0.emulator.row(1).hasPrefix("‹  c1▲  c") }
    try terminal.wait("the rows in it") {
      $0.emulator.row(2).split(separator: " ").prefix(2).contains("1")
    }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("reports errors in one line")
  func errors() throws {
    let path = try folder.write("x.csv", "id,name\n1,Ann\n")
    func complaint(_ arguments: [String]) throws -> String {
      let outcome = try Mocoa.run(arguments)
      #expect(outcome.status == 2)
      return outcome.errors
    }
    #expect(
      try complaint(["mocoa://file/?path=\(path)&at=/12"])
        == "mocoa: \(path): no value at /12: \"12\" not found\n")
    #expect(
      try complaint(["mocoa://file/?path=\(path)&header=maybe"])
        == "mocoa: mocoa://file/: header=maybe is not yes or no\n")
    #expect(
      try complaint(["mocoa://file/?path=\(path)&delimiter=ab"])
        == "mocoa: mocoa://file/: delimiter=ab is not one ASCII character, or tab\n")
    #expect(
      try complaint(["-D", "ab", path])
        == "mocoa: option --delimiter: \"ab\" is not one ASCII character, or tab\n")
  }

  @Test("compares the rows of two files by their ids")
  func difference() throws {
    let old = try folder.write("old.csv", "id,name\n1,Ann\n2,Bob\n")
    let new = try folder.write("new.csv", "id,name\n2,Bob\n1,Anna\n")
    let outcome = try Mocoa.run(["diff", "--output", "json", old, new])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\"insertions\": [], \"moves\": [{"))
    #expect(try Mocoa.run(["diff", old, old]).status == 0)
  }

  @Test("applies manifests to delimited files")
  func manifest() throws {
    let path = try folder.write("people.csv", "id,name\n1,Ann\n")
    let manifest = try folder.write(
      "m.json",
      """
      {"url": "mocoa://people/", "title": "People", "source": "*.csv", "row": "{name:title} no. {id}"}
      """)
    #expect(try Mocoa.run(["--manifest", manifest, path]).lines == ["Ann no. 1"])
  }

  @Test("needs little memory for a value of 100 MB")
  func longCell() throws {
    let path = try folder.write("long.csv", "id,text\n1,")
    let descriptor = open(path, O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<100 { try #require(write(descriptor, piece, piece.count) == piece.count) }
    let end = Array("\n2,z\n".utf8)
    try #require(write(descriptor, end, end.count) == end.count)
    close(descriptor)
    let limited = try Mocoa.run(
      ["-c", "ulimit -v 300000; exec \"$0\" \"$1\" 2>&1", Mocoa.path, path], program: "/bin/sh")
    #expect(limited.lines.count == 2)
    #expect(limited.lines.first?.contains("large row (100 MiB): showing the start") == true)
    #expect(limited.lines.last == "2  z")
  }
}
