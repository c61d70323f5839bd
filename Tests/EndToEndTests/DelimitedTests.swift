import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The program with delimited text")
struct DelimitedTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("prints the rows, one line each, and those of standard input")
  func rows() throws {
    let path = try folder.write("x.csv", "id,name,city\n1,Ann,\"Ro\nme\"\n2,Bob\n")
    let expected = ["Ann  id 1 · city Ro␊me", "Bob  id 2  ✗ 2 cells in 3 columns"]
    #expect(
      try Mocoa.run([path])
        == .init(
          status: 0, output: expected.map { $0 + "\n" }.joined(), errors: ""))
    #expect(try Mocoa.run(["-D,", "-"], input: path).lines == expected)
    #expect(try Mocoa.run(["-D", ",", "--no-header", path]).lines.first == "id  2 name · 3 city")
    #expect(
      try Mocoa.run(["mocoa://file/?path=\(path)&at=/0"]).lines == [
        "id  1", "name  Ann", "city  Ro␊me",
      ])
    #expect(try Mocoa.run(["mocoa://file/?path=\(path)&at=/0/name"]).lines == ["Ann"])
    let watched = try Mocoa.run(["watch", "-D,", "--plain", "--", "cat", path])
    #expect(watched.lines.prefix(2) == expected.prefix(2))
  }

  @Test("says in one line what is wrong")
  func errors() throws {
    let path = try folder.write("x.csv", "id,name\n1,Ann\n")
    func complaint(_ arguments: [String]) throws -> String {
      let outcome = try Mocoa.run(arguments)
      #expect(outcome.status == 2)
      return outcome.errors
    }
    #expect(
      try complaint(["mocoa://file/?path=\(path)&at=/12"])
        == "mocoa: \(path): nothing at /12: no \"12\" there\n")
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

  @Test("tells the rows of two files apart by their ids")
  func difference() throws {
    let old = try folder.write("old.csv", "id,name\n1,Ann\n2,Bob\n")
    let new = try folder.write("new.csv", "id,name\n2,Bob\n1,Anna\n")
    let outcome = try Mocoa.run(["diff", old, new])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\"insertions\": [], \"moves\": [{"))
    #expect(try Mocoa.run(["diff", old, old]).status == 0)
  }

  @Test("a manifest is for delimited files as for others")
  func manifest() throws {
    let path = try folder.write("people.csv", "id,name\n1,Ann\n")
    let manifest = try folder.write(
      "m.json",
      """
      {"url": "mocoa://people/", "title": "People", "source": "*.csv", "row": "{name:title} no. {id}"}
      """)
    #expect(try Mocoa.run(["--manifest", manifest, path]).lines == ["Ann no. 1"])
  }

  @Test("needs little memory for a cell of 100 MB")
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
    #expect(limited.lines.first?.contains("a row of 100 MiB") == true)
    #expect(limited.lines.last == "z  id 2")
  }
}
