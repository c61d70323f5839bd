import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa and its temporary files", .serialized)
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

  /// The names of the copies in their folder, or nil if the folder does not exist.
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

  /// The script of an editor that survives its terminal, and ends when the file `stop` exists.
  private var stubborn: String {
    "trap '' HUP; echo editing; while [ ! -e '\(folder.path(of: "stop"))' ]; do sleep 0.05; done"
  }

  /// Ends the editor of `stubborn`, and waits until it no longer uses its copy.
  private func stopEditor(_ terminal: Terminal) throws {
    let name = try #require(copies?.first)
    try folder.write("stop", "")
    let copy = open(folder.path(of: "mocoa-\(geteuid())/\(name)"), O_RDONLY | O_CLOEXEC)
    defer {
      // A process that is being started may share the descriptor, so closing it is not enough.
      flock(copy, LOCK_UN)
      close(copy)
    }
    try terminal.wait("the end of the editor") { _ in flock(copy, LOCK_EX | LOCK_NB) == 0 }
  }

  @Test("removes an unchanged copy when a signal ends it", arguments: [SIGTERM, SIGHUP])
  func unchanged(signal: Int32) throws {
    let terminal = try start(Self.waiting)
    terminal.send("je")
    try terminal.wait(for: "editing")
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(copies == nil)
  }

  @Test("keeps a changed copy when a signal ends it, and reports it")
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
    // The message may be longer than a row of the screen.
    let screen = terminal.emulator.rows.joined()
    #expect(screen.contains("mocoa: changed copy saved in \(folder.path(of: path))"))
  }

  @Test("removes a copy at the next start, unless it is in use")
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

  @Test("reports a changed copy of a killed program once")
  func killedAfterChange() throws {
    let first = try start("chmod 600 \"$1\"; echo changed >\"$1\"; \(stubborn)")
    first.send("je")
    try first.wait(for: "editing")
    first.signal(SIGKILL)
    #expect(try first.waitForEnd() == .signalled(SIGKILL))
    try stopEditor(first)
    let second = try start()
    try second.wait(for: "changed copy saved in ")
    try end(second)
    let third = try start()
    third.waitUntilQuiet()
    #expect(!third.screen.contains("changed copy"))
    try end(third)
    #expect(copies?.count == 1)
  }

  @Test("keeps a copy that an editor still uses when it ends")
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

  @Test("keeps other files next to a copy, and reports them")
  func swapFile() throws {
    let terminal = try start("echo edits >\"${1%/*}/.item.json.swp\"")
    terminal.send("je")
    try terminal.wait(for: "files left by the editor are in ")
    try end(terminal)
    let name = try #require(copies?.first)
    #expect(try folder.text(of: "mocoa-\(geteuid())/\(name)/.item.json.swp") == "edits\n")
    try end(start())
    #expect(copies == [name])
  }

  @Test("keeps a copy that may have been changed")
  func unknown() throws {
    let parent = "mocoa-\(geteuid())"
    try #require(mkdir(folder.path(of: parent), 0o700) == 0)
    try #require(mkdir(folder.path(of: "\(parent)/copy-x"), 0o700) == 0)
    try folder.write("\(parent)/copy-x/item.json", "perhaps changed")
    let terminal = try start()
    try terminal.wait(for: "changed copy saved in ")
    try end(terminal)
    #expect(try folder.text(of: "\(parent)/kept-x/item.json") == "perhaps changed")
  }

  @Test("removes a draft at the next start, unless it is in use")
  func drafts() throws {
    try state.write("mocoa/pages.1.mocoa-draft", "left by one that was killed")
    try state.write("mocoa/pages.2.mocoa-draft", "being written")
    try state.write("mocoa/pages.3.draft", "of another process")
    let lock = open(state.path(of: "mocoa/pages.2.mocoa-draft"), O_RDONLY)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try end(start())
    #expect(access(state.path(of: "mocoa/pages.1.mocoa-draft"), F_OK) != 0)
    #expect(access(state.path(of: "mocoa/pages.2.mocoa-draft"), F_OK) == 0)
    #expect(access(state.path(of: "mocoa/pages.3.draft"), F_OK) == 0)
  }

  @Test("removes a draft next to the target of a link")
  func linkedDrafts() throws {
    try folder.write("pages", "")
    try folder.write("pages.1.mocoa-draft", "left by one that was killed")
    try folder.write("other.1.mocoa-draft", "of another file")
    try #require(symlink(folder.path(of: "pages"), state.path(of: "mocoa/pages")) == 0)
    try end(start())
    #expect(access(folder.path(of: "pages.1.mocoa-draft"), F_OK) != 0)
    #expect(access(folder.path(of: "other.1.mocoa-draft"), F_OK) == 0)
    #expect(try folder.text(of: "pages").contains("mocoa://music/"))
  }

  @Test("makes its log readable only by the owner", arguments: [false, true])
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
