import Glibc
import Mocoa
import MocoaModel
import MocoaSQLite
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles
@testable import MocoaData

@MainActor
@Suite("Folder pages")
struct FolderPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    mkdir(folder.path(of: "songs"), 0o700)
    _ = try folder.write("songs/albums.json", #"[{"id": 1, "title": "Kind of Blue"}]"#)
    _ = try folder.write("note.txt", String(repeating: "x", count: 12_345))
    mkfifo(folder.path(of: "pipe"), 0o600)
  }

  @Test("Enter opens folders and files, and h returns to the parent")
  func going() async throws {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "."))", columns: 60, rows: 9)
    robot.browser.motion = .off
    await robot.sees("note.txt")
    #expect(robot.rows[1].hasPrefix("   name") && robot.rows[2].hasPrefix(" ▌ songs/"))
    #expect(robot.rows.contains { $0.contains("note.txt") && $0.contains("12 kB") })
    #expect(robot.rows.contains { $0.contains("pipe") })
    await robot.press(KeyPress(.enter))
    await robot.sees("albums.json")
    #expect(robot.rows[0].contains("songs"))
    await robot.press(KeyPress(.enter))
    await robot.sees("Kind of Blue")
    await robot.press(KeyPress(.backspace))
    await robot.type("h")
    await robot.sees("note.txt")
    #expect(robot.browser.listScreen?.itemNumber == 1, "the cursor is on the folder")
  }

  @Test("show entries in columns, with a sign after folders, links and programs")
  func columns() async throws {
    symlink("note.txt", folder.path(of: "near"))
    symlink("nowhere", folder.path(of: "lost"))
    chmod(try folder.write("run", "#!/bin/sh\n"), 0o700)
    _ = try folder.write("中文.zip", "")
    let robot = try await BrowserRobot(
      "mocoa://folder/?path=\(folder.folder)", columns: 70, rows: 12)
    robot.browser.motion = .off
    await robot.sees("note.txt")
    let rows = robot.rows.map { row in row.split(separator: " ").map(String.init) }
    #expect(rows[1] == ["name", "size", "changed", "kind"])
    #expect(rows[2].prefix(2) == ["▌", "songs/"] && rows[2].last == "folder")
    #expect(rows[3].prefix(3) == ["lost@", "→", "nowhere"] && rows[3].last == "link")
    #expect(rows[4].prefix(5) == ["near@", "→", "note.txt", "12", "kB"])
    #expect(rows[7].prefix(3) == ["run*", "10", "B"])
    #expect(rows[8].prefix(3) == ["中文.zip", "0", "B"])
    #expect(
      robot.browser.listScreen?.rowColumns?.declaredFields == ["name", "size", "changed", "kind"])
    // The size appears next to the name.
    #expect(robot.rows[5].contains("note.txt          12 kB"))
    await robot.type("fsize>1k\r")
    await robot.sees("the large files") { robot.rows[0].contains("2 of 7") }
    await robot.press(KeyPress(.escape))
    await robot.type("cpath size\r")
    #expect(robot.rows[1].split(separator: " ") == ["path", "size"])
    #expect(robot.rows.contains { $0.hasSuffix("12 kB") })
  }

  @Test("report why an entry cannot be opened")
  func obstacles() async throws {
    symlink("nowhere", folder.path(of: "lost"))
    symlink("/dev/null", folder.path(of: "null"))
    _ = try folder.write("a\u{301}.txt", "")
    for (name, reason) in [
      ("pipe", " pipe (open with: mocoa \(folder.path(of: "pipe")))"),
      ("lost", " broken link: nowhere"),
      ("null", " device (open with: mocoa \(folder.path(of: "null")))"),
    ] {
      let robot = try await BrowserRobot(
        "mocoa://folder/?path=\(folder.folder)#\(name)", columns: 160, rows: 12)
      await robot.sees("note.txt")
      for key in [KeyPress(.enter), .character("e")] {
        await robot.press(key)
        #expect(robot.rows.last == reason)
        #expect(robot.rows[0].hasSuffix("/6"), "it is the same page")
      }
    }
  }

  @Test("do not open a name that is not UTF-8")
  func strangeName() async throws {
    let bytes: [UInt8] = Array(folder.folder.utf8) + [0x2F, 0x61, 0xFF, 0]
    let descriptor = bytes.withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
    }
    close(descriptor)
    let robot = try await BrowserRobot(
      "mocoa://folder/?path=\(folder.folder)", columns: 80, rows: 9)
    await robot.sees("note.txt")
    await robot.type("j\r")
    #expect(robot.rows.last == " name is not UTF-8 (opened under another name)")
  }

  @Test("e opens a file in the editor, but not a folder")
  func editing() async throws {
    let robot = try await BrowserRobot(
      "mocoa://folder/?path=\(folder.folder)", columns: 80, rows: 9)
    var words: [String] = []
    robot.browser.commands.shell.variable = { $0 == "EDITOR" ? "ed" : nil }
    robot.browser.commands.shell.run = { command, _, _ in
      words = command.words
      return .success(.exit(0))
    }
    await robot.sees("note.txt")
    await robot.type("e")
    #expect(words == [] && robot.rows.last == " cannot edit a folder (↵ opens it)")
    await robot.type("je")
    #expect(words.last == folder.path(of: "note.txt"))
    #expect(!robot.rows.joined().contains("copy"))
  }

  @Test("picking an entry prints its path")
  func picking() async throws {
    for (words, expected) in [
      ([], folder.path(of: "note.txt")),
      (["--format", "<{path}>"], "<\(folder.path(of: "note.txt"))>"),
      (["--format", "{name}"], "note.txt"),
    ] {
      let robot = try await BrowserRobot(
        "mocoa://folder/?path=\(folder.folder)", columns: 80, rows: 9)
      robot.browser.picking = PickSession(try Options(["--pick"] + words))
      await robot.sees("note.txt")
      await robot.type("j\r")
      #expect(try await robot.status == 0)
      let picking = try #require(robot.browser.picking)
      let item = try #require(picking.picked?.first)
      #expect(String(decoding: picking.format.bytes(of: item), as: UTF8.self) == expected)
    }
  }

  @Test("h shows the folder of a file with the cursor on it")
  func outOfFiles() async throws {
    _ = try folder.write("songs/zz.json", "[1, 2]")
    try SQLiteDatabase(path: folder.path(of: "songs/my.db"), .readWrite).execute(
      "CREATE TABLE a (b)")
    for name in ["zz.json", "my.db"] {
      let robot = try await BrowserRobot(
        "mocoa://file/?path=\(folder.path(of: "songs/\(name)"))", columns: 80, rows: 9)
      await robot.type("h")
      await robot.sees("albums.json")
      let screen = try #require(robot.browser.screen)
      #expect(
        robot.browser.navigator.focusedPage?.url.description.hasPrefix("mocoa://folder/?path=")
          == true)
      await robot.sees("the cursor on \(name)") {
        let page = screen.focusedPage as? FolderPage
        return screen.focusedList?.currentCell.flatMap { page?.entry(of: $0) }?.name == name
      }
      await robot.type("q")
      #expect(robot.browser.navigator.focusedPage is FolderPage == false, "q goes back")
    }
  }

  @Test("return the folder of a file path")
  func around() {
    func around(_ path: String) -> String? {
      FolderPage.url(around: path).map { "\($0["path"] ?? "") \($0.fragment ?? "")" }
    }
    #expect(around("a.json") == ". a.json" && around("b/a.json") == "b a.json")
    #expect(around("/a.json") == "/ a.json" && around("../b//a.json") == "../b a.json")
    #expect(around("b/\u{301}a.json") == "b \u{301}a.json")
    for path in ["/dev/stdin", "/proc/self/maps", "/", ""] { #expect(around(path) == nil) }
  }

  @Test("report an empty or missing folder")
  func faults() async throws {
    mkdir(folder.path(of: "empty"), 0o700)
    let robot = try await BrowserRobot(
      "mocoa://folder/?path=\(folder.path(of: "empty"))", columns: 60, rows: 9)
    await robot.sees("an empty folder")
    await #expect(throws: (any Error).self) {
      try await BrowserRobot(
        "mocoa://folder/?path=\(folder.path(of: "."))/none", columns: 60, rows: 9)
    }
  }
}
