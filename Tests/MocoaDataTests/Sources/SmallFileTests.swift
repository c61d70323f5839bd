import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Small files")
struct SmallFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("are read as a whole, up to a limit")
  func bytes() throws {
    let path = try folder.write("a.json", "0123456789")
    #expect(try SmallFile.bytes(of: path, limit: 10) == Array("0123456789".utf8))
    #expect(try SmallFile.bytes(of: path, limit: 9) == nil)
    #expect(throws: SourceError.directory(folder.folder)) {
      try SmallFile.bytes(of: folder.folder, limit: 10)
    }
    #expect(throws: SourceError.system(path + "x", ENOENT)) {
      try SmallFile.bytes(of: path + "x", limit: 10)
    }
  }

  @Test("of a folder are told in order, by their ending")
  func paths() throws {
    for name in ["b.json", "a.json", ".c.json", "d.txt"] { try folder.write(name, "") }
    #expect(
      SmallFile.paths(in: folder.folder, ending: ".json")
        == ["a.json", "b.json"].map(folder.path))
    #expect(SmallFile.paths(in: folder.path(of: "nowhere"), ending: ".json") == [])
  }

  @Test("tell when they are written to, and when others take their place")
  func changes() async throws {
    let path = try folder.write("a.json", "1")
    var count = 0
    let changes = FileChanges(of: path) { count += 1 }
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

  @Test("that are not there are not watched")
  func none() {
    #expect(FileChanges(of: folder.path(of: "nowhere")) {} == nil)
  }
}
