import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Files of a program that was killed", .serialized)
struct LeftoversTests {
  private let folder: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    try #require(mkdir(state.path(of: "mocoa"), 0o700) == 0)
  }

  private func start(_ editor: String = "true") throws -> Terminal {
    let path = try folder.write("editor", "#!/bin/sh\n\(editor)\n")
    chmod(path, 0o700)
    let terminal = try Mocoa.start(
      ["mocoa://music/"],
      environment: [
        "XDG_STATE_HOME": state.folder, "TMPDIR": folder.folder, "EDITOR": path, "VISUAL": nil,
      ])
    try terminal.wait(for: "mocoa ▸ music")
    return terminal
  }

  private func end(_ terminal: Terminal) throws {
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// What is in the folder for copies; nil if there is none.
  private var copies: [String]? {
    guard let entries = opendir(folder.path(of: "mocoa-\(geteuid())")) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static let waiting = "echo editing; exec sleep 60"
  private static let changing = "chmod 600 \"$1\"; echo changed >\"$1\"; \(waiting)"

  /// An editor that does not end with the terminal, but when there is a file.
  private var stubborn: String {
    "trap '' HUP; echo editing; while [ ! -e '\(folder.path(of: "stop"))' ]; do sleep 0.05; done"
  }

  /// Ends such an editor, and waits until it uses its copy no longer.
  private func stopEditor(_ terminal: Terminal) throws {
    let name = try #require(copies?.first)
    try folder.write("stop", "")
    let copy = open(folder.path(of: "mocoa-\(geteuid())/\(name)"), O_RDONLY | O_CLOEXEC)
    defer {
      // A program that is just being started may have the descriptor, too.
      flock(copy, LOCK_UN)
      close(copy)
    }
    try terminal.wait("the end of the editor") { _ in flock(copy, LOCK_EX | LOCK_NB) == 0 }
  }

  @Test("an unchanged copy is removed when the program is ended", arguments: [SIGTERM, SIGHUP])
  func unchanged(signal: Int32) throws {
    let terminal = try start(Self.waiting)
    terminal.send("je")
    try terminal.wait(for: "editing")
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(copies == nil)
  }

  @Test("a changed copy is kept when the program is ended, and it says where")
  func changed() throws {
    let terminal = try start(Self.changing)
    terminal.send("je")
    try terminal.wait(for: "editing")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    let name = try #require(copies?.first)
    #expect(copies?.count == 1)
    let path = "mocoa-\(geteuid())/\(name)/item.json"
    #expect(try folder.text(of: path) == "changed\n")
    // The line may be longer than the screen is wide.
    let screen = terminal.emulator.rows.joined()
    #expect(screen.contains("mocoa: a changed copy is kept in \(folder.path(of: path))"))
  }

  @Test("a copy is removed by the next start, never while a program or an editor uses it")
  func killed() throws {
    let first = try start(stubborn)
    first.send("je")
    try first.wait(for: "editing")
    try end(start(stubborn))
    #expect(copies?.first?.hasPrefix("copy-") == true)
    first.signal(SIGKILL)
    #expect(try first.waitForEnd() == .signalled(SIGKILL))
    try end(start(stubborn))
    #expect(copies?.first?.hasPrefix("copy-") == true)
    try stopEditor(first)
    try end(start())
    #expect(copies == nil)
  }

  @Test("a changed copy of a program that was killed is told of at the next start, once")
  func killedAfterChange() throws {
    let first = try start("chmod 600 \"$1\"; echo changed >\"$1\"; \(stubborn)")
    first.send("je")
    try first.wait(for: "editing")
    first.signal(SIGKILL)
    #expect(try first.waitForEnd() == .signalled(SIGKILL))
    try stopEditor(first)
    let second = try start()
    try second.wait(for: "a changed copy is kept in ")
    try end(second)
    let third = try start()
    third.waitUntilQuiet()
    #expect(!third.screen.contains("a changed copy"))
    try end(third)
    #expect(copies?.count == 1)
  }

  @Test("a copy is not removed when the program is ended before an editor")
  func endedBeforeEditor() throws {
    let terminal = try start(stubborn)
    terminal.send("je")
    try terminal.wait(for: "editing")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.emulator.rows.joined().contains("mocoa: an editor still uses the copy "))
    #expect(copies?.first?.hasPrefix("copy-") == true)
    try stopEditor(terminal)
    try end(start())
    #expect(copies == nil)
  }

  @Test("other files beside a copy are kept, and it says where")
  func swapFile() throws {
    let terminal = try start("echo edits >\"${1%/*}/.item.json.swp\"")
    terminal.send("je")
    try terminal.wait(for: "files that an editor left are kept in ")
    try end(terminal)
    let name = try #require(copies?.first)
    #expect(try folder.text(of: "mocoa-\(geteuid())/\(name)/.item.json.swp") == "edits\n")
    try end(start())
    #expect(copies == [name])
  }

  @Test("a copy is kept if it is not known whether it was changed")
  func unknown() throws {
    let parent = "mocoa-\(geteuid())"
    try #require(mkdir(folder.path(of: parent), 0o700) == 0)
    try #require(mkdir(folder.path(of: "\(parent)/copy-x"), 0o700) == 0)
    try folder.write("\(parent)/copy-x/item.json", "perhaps changed")
    let terminal = try start()
    try terminal.wait(for: "a changed copy is kept in ")
    try end(terminal)
    #expect(try folder.text(of: "\(parent)/kept-x/item.json") == "perhaps changed")
  }

  @Test("a draft is removed by the next start, never that of a program that lives")
  func drafts() throws {
    try state.write("mocoa/pages.1.draft", "left by one that was killed")
    try state.write("mocoa/pages.2.draft", "being written")
    try state.write("mocoa/mine.draft", "of somebody else")
    let lock = open(state.path(of: "mocoa/pages.2.draft"), O_RDONLY)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try end(start())
    #expect(access(state.path(of: "mocoa/pages.1.draft"), F_OK) != 0)
    #expect(access(state.path(of: "mocoa/pages.2.draft"), F_OK) == 0)
    #expect(access(state.path(of: "mocoa/mine.draft"), F_OK) == 0)
  }

  @Test("a draft beside the target of a link is removed when that is written")
  func linkedDrafts() throws {
    try folder.write("pages", "")
    try folder.write("pages.1.draft", "left by one that was killed")
    try folder.write("other.1.draft", "of another file")
    try #require(symlink(folder.path(of: "pages"), state.path(of: "mocoa/pages")) == 0)
    try end(start())
    #expect(access(folder.path(of: "pages.1.draft"), F_OK) != 0)
    #expect(access(folder.path(of: "other.1.draft"), F_OK) == 0)
    #expect(try folder.text(of: "pages").contains("mocoa://music/"))
  }

  @Test("a log is for its owner alone", arguments: [false, true])
  func log(exists: Bool) throws {
    let log = folder.path(of: "log")
    if exists {
      try folder.write("log", "before\n")
      try #require(chmod(log, 0o644) == 0)
    }
    let terminal = try Mocoa.start(["--log", log, "mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    try end(terminal)
    var status = stat()
    #expect(stat(log, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }
}
