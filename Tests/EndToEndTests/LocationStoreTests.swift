import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Bookmarks and recent files", .serialized)
struct LocationStoreTests: StateFolderSuite {
  let folder: TemporaryFolder
  let state: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    path = try folder.writeNumberedLog()
  }

  @Test("appear on the home screen of the next run")
  func places() throws {
    var terminal = try start([path])
    try terminal.wait(for: "1/100")
    terminal.send("feven=true\r:20\rB")
    try terminal.wait(for: "bookmark added: log.ndjson")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let recents = try state.text(of: "mocoa/recents")
    #expect(recents.contains("path=\(path)&filter=even%3Dtrue\tlog.ndjson\t"), "\(recents)")

    terminal = try start([])
    try terminal.wait(for: "▌ 1 log.ndjson")
    try terminal.wait(for: "  2 log.ndjson")
    try terminal.wait(for: "even=true")
    try terminal.wait(for: "Continue ──")
    // With two running programs, an entry that one removes disappears in the other.
    let other = try start(["mocoa://home/"])
    try other.wait(for: "Continue ──")
    terminal.send("2")
    try terminal.wait(for: "20/50")
    terminal.send("Bq")
    try other.wait("no bookmark") { !$0.screen.contains("Bookmarks ──") }
    other.send("D")
    try other.wait("nothing recent") { !$0.screen.contains("Continue ──") }
    other.send("Q")
    #expect(try other.waitForEnd() == .exited(0))
    try terminal.wait("nothing recent") {
      !$0.screen.contains("Continue ──") && $0.screen.contains("Try ──")
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  // The first frame includes about 200 bytes that set up the terminal.
  @Test("cost few bytes in the first frame, and in each cursor step")
  func bytes() throws {
    for number in 1...6 {
      let file = try folder.write("records-\(number).ndjson", #"{"id": 1}"#)
      let terminal = try start(["--filter", "id=1", file])
      try terminal.wait(for: "1/1")
      // The entry is saved after the first frame.
      try terminal.wait("a recent entry") { _ in
        access(state.path(of: "mocoa/recents"), F_OK) == 0
          && (try? state.text(of: "mocoa/recents").contains("records-\(number)")) == true
      }
      terminal.send("BQ")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
    let terminal = try start(["mocoa://home/"])
    try terminal.wait(for: "▌ 1 records-6.ndjson")
    terminal.waitUntilQuiet()
    let first = terminal.output.count
    #expect(first <= 4000, "\(first)")
    for number in 2...5 {
      let before = terminal.output.count
      terminal.send("j")
      try terminal.wait(for: "▌ \(number) records-\(7 - number).ndjson")
      terminal.waitUntilQuiet()
      let step = terminal.output.count - before
      #expect((1...190).contains(step), "\(step)")
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    for number in 1...6 { try folder.remove("records-\(number).ndjson") }
  }

  @Test("are complete if two programs save at the same time")
  func together() throws {
    let terminals = try (0..<2).map { _ in try start(["--no-mouse", "--motion=off", path]) }
    for terminal in terminals { try terminal.wait(for: "1/100") }
    for round in 0..<10 {
      for (number, terminal) in terminals.enumerated() {
        terminal.send(":filter id=\(round * 2 + number)\rB")
      }
    }
    for (number, terminal) in terminals.enumerated() {
      try terminal.wait(for: "bookmark added: log.ndjson · filter id=\(18 + number)")
      terminal.send("Q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
    let lines = try state.text(of: "mocoa/bookmarks").split(separator: "\n").dropFirst()
    let items = lines.compactMap { line in
      line.split(separator: "%3D").last?.split { !$0.isNumber }.first
    }
    #expect(Set(items.map(String.init)) == Set((0..<20).map { "\($0)" }))
  }

  @Test("omit folders that were only passed through")
  func passing() throws {
    try #require(mkdir(folder.path(of: "outer"), 0o700) == 0)
    try #require(mkdir(folder.path(of: "outer/inner"), 0o700) == 0)
    defer {
      rmdir(folder.path(of: "outer/inner"))
      rmdir(folder.path(of: "outer"))
    }
    func kept() throws -> [String] {
      try state.text(of: "mocoa/recents").split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: "\t").dropFirst().first.map(String.init)
      }
    }
    let terminal = try start([folder.folder])
    try terminal.wait(for: "outer/")
    terminal.send("/^outer\rl")
    try terminal.wait(for: "inner/")
    terminal.send("l")
    try terminal.wait(for: "an empty folder")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let name = folder.folder.split(separator: "/").last.map(String.init) ?? ""
    #expect(try kept() == ["inner", name])
  }

  @Test("do not stop the program if they cannot be saved")
  func unkept() throws {
    try state.write("mocoa", "a file")
    let terminal = try start([path])
    try terminal.wait(for: "1/100")
    terminal.send("jB")
    try terminal.wait(for: "/mocoa/bookmarks: cannot be")
    terminal.send("j")
    try terminal.wait(for: "3/100")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
