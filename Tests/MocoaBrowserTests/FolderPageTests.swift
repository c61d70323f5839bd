import Glibc
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Going through folders")
struct FolderPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    mkdir(folder.path(of: "songs"), 0o700)
    _ = try folder.write("songs/albums.json", #"[{"id": 1, "title": "Kind of Blue"}]"#)
    _ = try folder.write("note.txt", String(repeating: "x", count: 12_345))
    mkfifo(folder.path(of: "pipe"), 0o600)
  }

  @Test("Enter opens a folder, and in it a file by its kind; h goes out to where one came from")
  func going() async throws {
    let robot = try await Robot(
      "mocoa://file/?path=\(folder.path(of: "."))", columns: 60, rows: 9)
    robot.browser.motion = .off
    await robot.sees("note.txt")
    #expect(robot.rows[1].hasPrefix(" songs/") || robot.rows[1].contains("songs/"))
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
    #expect(robot.browser.screen?.itemNumber == 1, "the cursor is on the folder")
  }

  @Test("a pipe is not opened: one would wait for whoever writes to it")
  func pipe() async throws {
    let robot = try await Robot(
      "mocoa://folder/?path=\(folder.path(of: "."))/#pipe", columns: 60, rows: 9)
    await robot.press(KeyPress(.enter))
    await robot.sees("note.txt")
  }

  @Test("an empty folder says so, and a missing one why there is none")
  func faults() async throws {
    mkdir(folder.path(of: "empty"), 0o700)
    let robot = try await Robot(
      "mocoa://folder/?path=\(folder.path(of: "empty"))", columns: 60, rows: 9)
    await robot.sees("an empty folder")
    await #expect(throws: (any Error).self) {
      try await Robot("mocoa://folder/?path=\(folder.path(of: "."))/none", columns: 60, rows: 9)
    }
  }
}
