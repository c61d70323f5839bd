import Glibc
import Mocoa
import MocoaData
import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Resuming")
struct ResumingTests {
  private let folder: TemporaryFolder
  private let registry = Launch.registry()

  init() throws {
    folder = try TemporaryFolder()
  }

  private var file: SessionFile { SessionFile(path: folder.path(of: "pages")) }

  private func state(_ urls: [[String]], shown: [Int], selected: Int = 0) throws -> NavigatorState {
    NavigatorState(
      tabs: try zip(urls, shown).map { urls, shown in
        NavigatorState.Tab(urls: try urls.map { try ModuleURL($0) }, shown: shown)
      }, selected: selected)
  }

  @Test("the open pages are saved as text and parsed again")
  func text() throws {
    let state = try state(
      [
        ["mocoa://home/", "mocoa://file/?path=/a%0Ab%20%23x&at=/0#name%0A", "mocoa://music/"],
        ["mocoa://contacts/#7"],
      ], shown: [1, 0], selected: 1)
    #expect(
      state.text == """
        mocoa pages 1
        tab
         mocoa://home/
        >mocoa://file/?path=/a%0Ab%20%23x&at=/0#name%0A
         mocoa://music/
        tab shown
        >mocoa://contacts/#7

        """)
    #expect(try NavigatorState(text: state.text) == state)
    var titled = state
    titled.tabs[0].title = "\u{301} two\twords\n"
    #expect(titled.text.contains("\ntab\t\u{301} two words\n"))
    titled.tabs[0].title = "\u{301} two words"
    #expect(try NavigatorState(text: titled.text) == titled)
    #expect(try NavigatorState(text: NavigatorState().text) == NavigatorState())
    #expect(try NavigatorState(text: "mocoa pages 1") == NavigatorState())
  }

  @Test(
    "an invalid state file is rejected with the line and the reason",
    arguments: [
      ("", "1: not a session file of this version"),
      ("mocoa pages 2\n", "1: not a session file of this version"),
      ("mocoa pages 1\n>mocoa://home/\n", "2: neither a tab nor a page"),
      ("mocoa pages 1\ntab\n>mocoa://home/\nhome\n", "4: neither a tab nor a page"),
      (
        "mocoa pages 1\ntab\n>home\n",
        "3: not a page: no \"://\" (a module URL looks like mocoa://domain/path)"
      ),
      ("mocoa pages 1\ntab\r\n", "2: neither a tab nor a page"),
    ])
  func broken(text: String, reason: String) throws {
    let error = #expect(throws: NavigatorState.ParseError.self) { try NavigatorState(text: text) }
    #expect(error?.description == reason)
  }

  @Test("saves open pages atomically in a private file")
  func keeping() throws {
    let path = folder.path(of: "pages")
    let navigator = Navigator(registry: registry)
    try SessionRestorer(file: file).save(navigator)
    #expect(access(path, F_OK) != 0, "nothing is open")
    try navigator.push(ModuleURL("mocoa://music/"))
    try SessionRestorer(file: file).save(navigator)
    #expect(try folder.text(of: "pages") == "mocoa pages 1\ntab shown\tmusic\n>mocoa://music/\n")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // A pipe and a watched command cannot be reopened.
    navigator.closeAll()
    try navigator.push(ModuleURL("mocoa://file/?path=/dev/null"))
    try SessionRestorer(file: file).save(navigator)
    #expect(try folder.text(of: "pages").contains("mocoa://music/"), "what was kept stays")
    let unwritable = SessionFile(path: "/dev/null/mocoa/pages")
    try navigator.push(ModuleURL("mocoa://music/"))
    let error = #expect(throws: SessionFile.SessionFileError.self) {
      try SessionRestorer(file: unwritable).save(navigator)
    }
    #expect(
      error?.description
        == "/dev/null/mocoa/pages: cannot be written: Not a directory")
    try SessionRestorer(file: nil).save(navigator)
  }

  @Test("removes only the drafts of ended processes")
  func drafts() throws {
    let abandoned = [
      "pages.4194301.mocoa-draft", "pages.1.mocoa-draft", "bookmarks.4194301.mocoa-draft",
    ]
    let others = [
      "pages", "pages.4194301", "pages.4194301.draft", "pages.x.mocoa-draft", "pages.mocoa-draft",
      "pages.4194301.backup",
      "bookmarks.4194301", "pages.4194302.mocoa-draft", "pages.4194303.mocoa-draft",
    ]
    for name in abandoned + others {
      try #require(chmod(folder.write(name, "text"), 0o600) == 0)
    }
    // A file that others can read is not a draft, and a locked draft is in use.
    try #require(chmod(folder.path(of: "pages.4194302.mocoa-draft"), 0o644) == 0)
    let written = open(folder.path(of: "pages.4194303.mocoa-draft"), O_RDONLY)
    defer { close(written) }
    try #require(flock(written, LOCK_EX) == 0)
    Draft.removeAbandoned(in: folder.path(of: ""))
    for name in abandoned { #expect(access(folder.path(of: name), F_OK) != 0, "\(name)") }
    for name in others { #expect(access(folder.path(of: name), F_OK) == 0, "\(name)") }
  }

  @Test("saves the full path of a file and the current record")
  func files() async throws {
    let path = try folder.write("list.json", "[{\"id\": 5}, {\"id\": 6}, {\"a\": {\"b\": [1]}}]")
    defer { unlink(path) }
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)")
    await robot.sees("the file is read") { robot.rows[1].contains("id 5") }
    robot.browser.syncCursorFragments()
    #expect(robot.browser.navigator.state.shownURL?.fragment == nil, "the cursor was not moved")
    await robot.type("jj")
    robot.browser.syncCursorFragments()
    #expect(
      robot.browser.navigator.state.shownURL?.description == "mocoa://file/?path=\(path)#2")
    await robot.type("lj")
    await settle()
    let navigator = Navigator(registry: registry)
    try navigator.push(ModuleURL("mocoa://file/?path=Package.swift&id=x"))
    let folder = try #require(WorkingDirectory.path)
    #expect(navigator.state.shownURL?["path"] == "\(folder)/Package.swift")
    #expect(navigator.state.shownURL?["id"] == "x")
  }

  @Test("restores the last pages, or shows the home page with an error")
  func resuming() throws {
    func resume(_ text: String?) throws -> (shown: String?, remark: String?) {
      if let text { try folder.write("pages", text) }
      let navigator = Navigator(registry: registry)
      navigator.home = ModuleURL.home
      let remark = try SessionRestorer(file: file).resume(navigator)
      return (navigator.focusedPage?.url.description, remark)
    }
    let home = "mocoa://home/"
    #expect(try resume(nil) == (home, "no saved session"))
    #expect(try resume("mocoa pages 1\n") == (home, "no saved session"))
    let good = try resume("mocoa pages 1\ntab\n mocoa://home/\n>mocoa://music/#3\n")
    #expect(good == ("mocoa://music/#3", nil))
    let path = folder.path(of: "pages")
    #expect(try resume("what?") == (home, "\(path):1: not a session file of this version"))
    let gone = try resume(
      "mocoa pages 1\ntab\n mocoa://music/\n mocoa://watch/\n>mocoa://file/?path=/no/file\n")
    #expect(gone.shown == "mocoa://music/")
    #expect(gone.remark?.hasPrefix("2 skipped: /no/file: ") == true)
    let none = try resume("mocoa pages 1\ntab\n>mocoa://nowhere/\n")
    #expect(none == (home, "skipped: mocoa://nowhere/: no such module"))
    #expect(try SessionRestorer(file: nil).resume(Navigator(registry: registry)) != nil)
    // A folder and an endless device are not valid state files.
    for path in [folder.folder, "/dev/zero"] {
      let navigator = Navigator(registry: registry)
      let remark = try SessionRestorer(file: SessionFile(path: path)).resume(navigator)
      #expect(remark == "\(path): not a mocoa state file")
    }
  }

  @Test("--resume cannot be combined with a source or a query")
  func options() throws {
    #expect(try Options(["--resume"]).resumes)
    for arguments in [["--resume", "x"], ["x", "--resume"], ["watch", "--resume", "x"]] {
      #expect(throws: Options.OptionsError.self) { try Options(arguments) }
    }
    let error = #expect(throws: Options.OptionsError.self) { try Options(["--resume", "a.json"]) }
    #expect(
      error?.description == "--resume allows no source or list option (remove \"a.json\")")
  }
}
