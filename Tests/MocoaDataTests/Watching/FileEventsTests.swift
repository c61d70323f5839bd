import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaSystem

@Suite("File events")
struct FileEventsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("uses one inotify instance for any number of listeners")
  func instances() throws {
    // A user can usually open 128 inotify instances.
    var listeners: [InotifySubscription] = []
    for number in 0..<300 {
      try folder.write("\(number).txt", "")
      let listener = InotifySubscription()
      try #require(listener.add(folder.path(of: "\(number).txt"), UInt32(IN_MODIFY)) >= 0)
      listeners.append(listener)
    }
    try write("more", to: "7.txt")
    let told = listeners.map { !$0.take().isEmpty }
    #expect(told.indices.filter { told[$0] } == [7])
  }

  @Test("sends each listener of a shared file only the requested events")
  func sharing() throws {
    try folder.write("shared.txt", "")
    let path = folder.path(of: "shared.txt")
    let (reader, owner) = (InotifySubscription(), InotifySubscription())
    let number = reader.add(path, UInt32(IN_MODIFY))
    #expect(owner.add(path, UInt32(IN_ATTRIB)) == number)
    try write("x", to: "shared.txt")
    #expect(reader.take().map(\.mask) == [UInt32(IN_MODIFY)])
    #expect(owner.take().isEmpty)
    try #require(chmod(path, 0o600) == 0)
    #expect(reader.take().isEmpty)
    #expect(owner.take().map(\.mask) == [UInt32(IN_ATTRIB)])
    reader.remove(number)
    try write("y", to: "shared.txt")
    try #require(chmod(path, 0o644) == 0)
    #expect(reader.take().isEmpty && owner.take().count == 1)
    // With `IN_MASK_ADD`, a request extends the previous request. Otherwise, it replaces it.
    owner.add(path, UInt32(IN_MODIFY) | UInt32(IN_MASK_ADD))
    try write("z", to: "shared.txt")
    try #require(chmod(path, 0o600) == 0)
    #expect(owner.take().count == 2)
    owner.add(path, UInt32(IN_MODIFY))
    try #require(chmod(path, 0o644) == 0)
    #expect(owner.take().isEmpty)
  }

  @Test("reports a deleted file, and watches its successor under another number")
  func replaced() throws {
    try folder.write("file.txt", "")
    let path = folder.path(of: "file.txt")
    let listener = InotifySubscription()
    let first = listener.add(path, UInt32(IN_DELETE_SELF))
    try #require(unlink(path) == 0)
    #expect(listener.take().map(\.number) == [first, first])
    try folder.write("file.txt", "")
    let second = listener.add(path, UInt32(IN_MODIFY))
    #expect(second >= 0 && second != first)
    try write("x", to: "file.txt")
    #expect(listener.take().map(\.number) == [second])
    #expect(listener.add(folder.path(of: "missing"), UInt32(IN_MODIFY)) < 0)
  }

  @Test("drops unread events above a limit, and reports the loss")
  func bound() throws {
    let listener = InotifySubscription()
    try #require(listener.add(folder.folder, UInt32(IN_CREATE)) >= 0)
    var last = 0
    for number in 0..<5000 {
      try folder.write("\(number)", "")
      last = number
      // The kernel queues 16,384 events in addition; this test checks the limit of the process.
      if number % 1000 == 0 { InotifyHub.shared.forwardEvents() }
    }
    let told = listener.take()
    #expect(told.first == .lost && told.count < 4096)
    #expect(told.last?.name == "\(last)")
  }

  private func write(_ text: String, to name: String) throws {
    let file = open(folder.path(of: name), O_WRONLY | O_APPEND)
    try #require(file >= 0)
    defer { close(file) }
    try #require(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
  }
}

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
