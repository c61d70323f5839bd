import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Reloading of a file")
struct ReloadTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Opens a file that a test wrote, and waits until loading ends.
  func source(_ text: String, at pointer: String = "", follows: Bool = true) async throws
    -> RecordSource
  {
    let source = try RecordSource(
      path: try folder.write("list.json", text), at: pointer, follows: follows)
    await eventually("the end of reading") { source.phase == .finished }
    return source
  }

  /// Replaces a file by renaming a new one, as editors do.
  func replace(_ name: String, by text: String) throws {
    try folder.write("new", text)
    try #require(rename(folder.path(of: "new"), folder.path(of: name)) == 0)
  }

  /// Returns a JSON array of objects with the specified ids.
  func list(_ ids: some Sequence<Int>, _ field: String = "") -> String {
    "[\(ids.map { "{\"id\": \($0)\(field)}" }.joined(separator: ",\n"))]"
  }

  enum Way: CaseIterable {
    case overwritten, replaced, deletedAndMade, cutAndWritten, readAgain
  }

  @Test("sends one change set for each way to change a file", arguments: Way.allCases)
  func ways(way: Way) async throws {
    let source = try await source(list(1...9), follows: way != .readAgain)
    let mirror = Mirror(source)
    let path = folder.path(of: "list.json")
    let text = list([1, 2, 3, 7, 5, 6, 8, 9, 10])
    switch way {
    case .overwritten: try folder.write("list.json", text)
    case .replaced: try replace("list.json", by: text)
    case .deletedAndMade:
      try #require(unlink(path) == 0)
      try folder.write("list.json", text)
    case .cutAndWritten:
      try #require(truncate(path, 20) == 0)
      await eventually("a message") { source.phase != .finished }
      #expect(source.snapshot.itemCount == 9)
      try folder.write("list.json", text)
    case .readAgain:
      try folder.write("list.json", text)
      #expect(try source.reload())
      #expect(source.snapshot.itemCount == 9 && source.phase == .finished)
    }
    await eventually("the new list") {
      source.phase == .finished && source.ids == ["1", "2", "3", "7", "5", "6", "8", "9", "10"]
    }
    #expect(mirror.changes.count == 1)
    #expect(mirror.changes.first?.deletions == [.init(section: 0, range: 3..<4)])
    #expect(mirror.changes.first?.insertions == [.init(section: 0, range: 8..<9)])
    #expect(mirror.changes.first?.moves.map(\.to.item) == [3])
    #expect(mirror.changes.first?.updates.isEmpty == true)
  }

  @Test("resumes when the file exists again, changed or not", arguments: [false, true])
  func comesBack(isOther: Bool) async throws {
    let source = try await source(list(1...3))
    let mirror = Mirror(source)
    let path = folder.path(of: "list.json")
    try #require(rename(path, folder.path(of: "away")) == 0)
    await eventually("the message") {
      source.phase == .failed("\(path): file was removed")
    }
    #expect(source.ids == ["1", "2", "3"])
    if isOther { try folder.write("away", list(2...4)) }
    try #require(rename(folder.path(of: "away"), path) == 0)
    await eventually("the end of the message") { source.phase == .finished }
    #expect(source.ids == (isOther ? ["2", "3", "4"] : ["1", "2", "3"]))
    #expect(mirror.changes.count == (isOther ? 1 : 0))
  }

  @Test("keeps the records while a folder has the path of the file")
  func folderInstead() async throws {
    let source = try await source(list(1...3))
    let path = folder.path(of: "list.json")
    try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
    await eventually("the message") {
      source.phase == .failed("\(path): is a folder (open a file in it)")
    }
    #expect(source.snapshot.itemCount == 3)
    try #require(rmdir(path) == 0)
    try folder.write("list.json", list(2...5))
    await eventually("the new list") {
      source.phase == .finished && source.ids == ["2", "3", "4", "5"]
    }
  }

  @Test(
    "keeps the records while the file is broken, and shows the error",
    arguments: [
      ("[{\"id\": 1}, {\"id\":", ":1:19: expected a value, found end of text"),
      (
        "oops",
        ":1:1: not JSON: expected a value, found 'o' (--lines opens it as text, -D',' as CSV)"
      ),
      ("[1, 2] x", ":1:8: unexpected text after the value"),
    ])
  func broken(text: String, message: String) async throws {
    let source = try await source(list(1...3))
    let mirror = Mirror(source)
    let path = try folder.write("list.json", text)
    await eventually("the message") {
      if case .failed(path + message) = source.phase { true } else { false }
    }
    #expect(source.snapshot.itemCount == 3)
    #expect(mirror.changes.isEmpty)
    try replace("list.json", by: list(1...4))
    await eventually("the whole list") { source.phase == .finished }
    #expect(source.ids == ["1", "2", "3", "4"])
    #expect(mirror.changes.count == 1)
  }

  @Test("shows the valid beginning of a broken file, then the repaired file")
  func brokenAtFirst() async throws {
    let path = try folder.write("list.json", "[{\"id\": 1}, {\"id\": 2}, {\"id\"")
    let source = try RecordSource(path: path, follows: true)
    #expect(source.phase != .finished)
    #expect(source.ids == ["1", "2"])
    let mirror = Mirror(source)
    try folder.write("list.json", list(1...3))
    await eventually("the whole list") { source.phase == .finished }
    #expect(mirror.changes == [.appending(1, toSection: 0, of: mirror.changes[0].before(source))])
  }

  @Test("follows a single value of the file while the value exists")
  func child() async throws {
    let source = try await source(#"{"a": {"b": [1, 2]}}"#, at: "/a/b")
    let path = folder.path(of: "list.json")
    try folder.write("list.json", #"{"x": 1, "a": {"b": [1, 3, 2]}}"#)
    await eventually("three elements") { source.snapshot.itemCount == 3 }
    try replace("list.json", by: #"{"x": 1}"#)
    await eventually("the message") {
      source.phase == .failed("\(path): no value at /a/b: \"a\" not found")
    }
    #expect(source.records.map(\.value) == [.int(1), .int(3), .int(2)])
    try replace("list.json", by: #"{"a": {"b": []}}"#)
    await eventually("an empty list") { source.phase == .finished }
    #expect(source.snapshot.itemCount == 0)
  }

  @Test("sends few updates for many quick changes, and the last content")
  func burst() async throws {
    let source = try await source(list(1...3))
    let mirror = Mirror(source)
    for count in 1...300 { try folder.write("list.json", list(1...count)) }
    await eventually("the last list") { source.snapshot.itemCount == 300 }
    #expect(source.phase == .finished)
    #expect(mirror.changes.count < 50)
  }

  @Test("updates regularly while the file changes constantly", arguments: [false, true])
  func restless(isReplaced: Bool) async throws {
    let source = try await source(list(1...3))
    let mirror = Mirror(source)
    var turn = 0
    await eventually("three changes") {
      turn += 1
      let text = list(1...(100 + turn % 7), ", \"turn\": \(turn)")
      do {
        if isReplaced {
          try replace("list.json", by: text)
        } else {
          try folder.write("list.json", text)
        }
      } catch {
        Issue.record("\(error)")
      }
      return mirror.changes.count >= 3
    }
    await eventually("the last turn") {
      source.records.first?.field("turn") == .int(Int64(turn)) && source.phase == .finished
    }
  }

  @Test("detects a change of equal size immediately after opening")
  func atOnce() async throws {
    for turn in 0..<8 {
      let path = try folder.write("list.json", list([1, 2, 3]))
      let source = try RecordSource(path: path, follows: true)
      try folder.write("list.json", list([1, 2, 4 + turn % 6]))
      await eventually("the second list") { source.ids == ["1", "2", "\(4 + turn % 6)"] }
    }
  }

  @Test("watches a symbolic link and its target")
  func links() async throws {
    for version in ["one", "two"] {
      try #require(mkdir(folder.path(of: version), 0o700) == 0)
      try folder.write("\(version)/list.json", list(version == "one" ? [3, 1] : [3, 2]))
    }
    defer {
      for version in ["one", "two"] {
        unlink(folder.path(of: "\(version)/list.json"))
        rmdir(folder.path(of: version))
      }
    }
    try #require(symlink("one", folder.path(of: "now")) == 0)
    try #require(symlink("now/list.json", folder.path(of: "link")) == 0)
    let source = try RecordSource(path: folder.path(of: "link"), follows: true)
    #expect(source.ids == ["3", "1"])
    try #require(symlink("two", folder.path(of: "then")) == 0)
    try #require(rename(folder.path(of: "then"), folder.path(of: "now")) == 0)
    await eventually("the other file") { source.ids == ["3", "2"] }
    try replace("two/list.json", by: list([5]))
    await eventually("the other file's successor") { source.ids == ["5"] }
  }

  @Test("follows a file whose folder is deleted and created again")
  func folderGone() async throws {
    let inner = folder.path(of: "inner")
    try #require(mkdir(inner, 0o700) == 0)
    let source = try RecordSource(
      path: try folder.write("inner/list.json", list([1])), follows: true)
    try #require(unlink("\(inner)/list.json") == 0 && rmdir(inner) == 0)
    await eventually("the message") { source.phase != .finished }
    try #require(mkdir(inner, 0o700) == 0)
    defer {
      unlink("\(inner)/list.json")
      rmdir(inner)
    }
    try folder.write("inner/list.json", list([2]))
    await eventually("the file in a new folder") { source.ids == ["2"] }
    #expect(source.phase == .finished)
  }

  @Test("closes the previous files", arguments: [false, true])
  func descriptors(follows: Bool) async throws {
    let source = try await source(list(1...3), follows: follows)
    for turn in 1...(follows ? 30 : 200) {
      try replace("list.json", by: list(1...(turn % 5 + 1), ", \"turn\": \(turn)"))
      if !follows { #expect(try source.reload()) }
      await eventually("turn \(turn)") {
        source.records.first?.field("turn") == .int(Int64(turn))
      }
    }
    let path = folder.path(of: "list.json")
    // The bytes of a small file are copied. The file stays open only if it is followed.
    await eventually("no other open file") {
      openFiles(beginningWith: path) == (follows ? 1 : 0)
    }
  }

  /// Returns the number of descriptors of this process whose paths have a prefix.
  ///
  /// Descriptors of other tests have other paths.
  private func openFiles(beginningWith path: String) -> Int {
    guard let names = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(names) }
    var count = 0
    while let entry = readdir(names) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var bytes = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/fd/\(name)", &bytes, bytes.count)
      guard length > 0 else { continue }
      let target = String(decoding: bytes[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if target.hasPrefix(path) { count += 1 }
    }
    return count
  }

  @Test("loads a large file in the background and keeps the old list")
  func large() async throws {
    let count = 30_000
    func text(_ edited: (Int) -> Bool) -> String {
      (0..<count).map { "{\"id\": \($0), \"text\": \"\(edited($0) ? "new" : "old")\"}\n" }.joined()
    }
    let path = try folder.write("large.ndjson", text { _ in false })
    let source = try RecordSource(path: path, follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    let mirror = Mirror(source)
    try replace("large.ndjson", by: text { $0 % 100 == 7 })
    await eventually("the new list") { !mirror.changes.isEmpty }
    #expect(mirror.changes.count == 1)
    #expect(mirror.changes[0].updates.map(\.to.item) == Array(stride(from: 7, to: count, by: 100)))
    #expect(mirror.changes[0].insertions.isEmpty && mirror.changes[0].moves.isEmpty)
    #expect(source.phase == .finished)
  }

  @Test("stops when its result is superseded", arguments: [1, 2, 10])
  func superseded(turn: Int) throws {
    let path = try folder.write("list.ndjson", list(1...60_000))
    let loader = RecordLoader(
      input: try ByteInput.open(path), pointer: .root, options: RecordOptions(),
      cancellation: CancellationToken())
    var shown = RecordList()
    _ = loader.run { shown.add($0) }
    var asked = 0
    let outcome = ReloadAttempt(loader: loader, displayed: shown.snapshot).run(
      isSuperseded: {
        asked += 1
        return asked >= turn
      }, progress: { _ in })
    guard case .superseded = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(asked == turn)
  }
}

extension ChangeSet {
  /// Returns a list with as many items as the change set expects before it.
  @MainActor
  fileprivate func before(_ source: RecordSource) -> ListSnapshot {
    var snapshot = source.snapshot
    snapshot.sections[0].items = snapshot.sections[0].items.slice(0..<countsBefore[0])
    return snapshot
  }
}
