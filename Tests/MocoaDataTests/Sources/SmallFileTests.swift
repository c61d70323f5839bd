import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaSystem

@MainActor
@Suite("Small files")
struct SmallFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("are read completely, up to a limit")
  func bytes() throws {
    let path = try folder.write("a.json", "0123456789")
    #expect(try SmallFile.read(path, limit: 10) == Array("0123456789".utf8))
    #expect(try SmallFile.read(path, limit: 9) == nil)
    #expect(throws: FileError.directory(folder.folder)) {
      try SmallFile.read(folder.folder, limit: 10)
    }
    #expect(throws: FileError.system(path + "x", ENOENT)) {
      try SmallFile.read(path + "x", limit: 10)
    }
  }

  @Test("of a folder are listed in order, filtered by extension")
  func paths() throws {
    for name in ["b.json", "a.json", ".c.json", "d.txt"] { try folder.write(name, "") }
    #expect(
      SmallFile.paths(in: folder.folder, ending: ".json")
        == ["a.json", "b.json"].map(folder.path))
    #expect(SmallFile.paths(in: folder.path(of: "nowhere"), ending: ".json") == [])
  }

  @Test("notify when they are written to or replaced")
  func changes() async throws {
    let path = try folder.write("a.json", "1")
    var count = 0
    let changes = FileObserver(of: [path]) { count += 1 }
    #expect(changes != nil)
    try folder.write("a.json", "22")
    await eventually("the first change") { count == 1 }
    let other = try folder.write("b.json", "333")
    try #require(rename(other, path) == 0)
    await eventually("the second change") { count >= 2 }
    let known = count
    try folder.append("4", to: "a.json")
    await eventually("a change of the other file") { count > known }
    withExtendedLifetime(changes) {}
  }

  @Test("notify when one of several files or a folder changes")
  func severalChanges() async throws {
    let (one, two) = (try folder.write("1.json", "1"), folder.path(of: "2.json"))
    let other = try TemporaryFolder()
    var count = 0
    let changes = FileObserver(of: [one, two], in: other.folder) { count += 1 }
    for body in [
      { try folder.write("2.json", "2") }, { try folder.write("1.json", "11") },
      { try folder.append("2", to: "2.json") }, { try other.write("a", "1") },
      { try other.append("2", to: "a") },
    ] as [() throws -> Any] {
      let before = count
      _ = try body()
      await eventually("the next change") { count > before }
    }
    let before = count
    try #require(unlink(one) == 0)
    await eventually("one that goes") { count > before }
    withExtendedLifetime(changes) {}
  }
}
