import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("Names that determine the target of a path")
struct PathDependenciesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("are the last name, each link, and the first missing name")
  func turns() throws {
    let path = folder.folder
    try folder.write("file", "")
    try #require(symlink("file", folder.path(of: "link")) == 0)
    try #require(symlink("\(path)/./link", folder.path(of: "far")) == 0)
    try #require(symlink(".", folder.path(of: "here")) == 0)
    for (name, names) in [
      ("file", ["file"]), ("none", ["none"]), ("none/../file", ["none"]), ("file/x", ["file"]),
      ("link", ["link", "file"]), ("far", ["far", "link", "file"]),
      ("here/file", ["here", "file"]),
    ] as [(String, Set<String>)] {
      // A folder under another name is the same folder.
      let found = PathDependencies(of: ["\(path)/\(name)"]).names.filter { $0.key.hasPrefix(path) }
      #expect(Set(found.values.joined()) == names, "\(name)")
    }
  }

  @Test("end at a cycle of links, and are empty without a path")
  func circle() throws {
    try #require(symlink("b", folder.path(of: "a")) == 0)
    try #require(symlink("a", folder.path(of: "b")) == 0)
    #expect(PathDependencies(of: [folder.path(of: "a")]).names == [folder.folder: ["a", "b"]])
    #expect(PathDependencies(of: [""]).names.isEmpty)
    #expect(PathDependencies(of: ["/"]).names.isEmpty)
    #expect(PathDependencies(of: ["no-such-file"]).names == [".": ["no-such-file"]])
  }
}
