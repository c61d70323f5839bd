import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Key bindings in the settings", .serialized)
struct RebindingTests {
  private func keys(_ text: String) -> (keys: KeyBindings, complaints: [String]) {
    let settings = Settings(
      name: "c.json", bytes: Array("{\"keys\": \(text)}".utf8), empty: Config()
    ) { Config.read($0, &$1, themes: ThemeCatalog(folder: nil)) }
    return (settings.content.keys, settings.diagnostics)
  }

  @Test("action names are unique, and key names can be parsed")
  func names() throws {
    let keys = KeyBindings.standard
    for binding in keys.global.bindings + keys.inspecting.bindings + keys.grid.bindings {
      let name = try #require(binding.action.name, "\(binding.action)")
      #expect(name.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }, "\(name)")
      for key in binding.keys { #expect(try KeyPress(named: key.name) == key) }
    }
    let names = KeyBindings.rebindable.compactMap(\.action.name)
    #expect(Set(names).count == names.count)
  }

  @Test("perform their actions and appear in the help and the hints")
  func using() async throws {
    let (keys, complaints) = keys(
      #"{"filter": ["F", "ctrl-t"], "follow": [], "down": "E", "help": ["f2"], "open": ["ctrl-e"]}"#
    )
    #expect(complaints == [])
    let robot = try await BrowserRobot("mocoa://music/", columns: 100, rows: 60, keys: keys)
    #expect(robot.rows.last?.contains("^E open") == true)
    #expect(robot.rows.last?.contains("F2 help") == true)
    await robot.press(.control("t"))
    #expect(robot.rows.last?.hasPrefix("filter: ") == true)
    await robot.press(KeyPress(.escape))
    await robot.type("j?f")
    #expect(robot.rows[0].hasSuffix(" 1/54") == true, "\(robot.rows[0])")
    await robot.type("E")
    #expect(robot.rows[0].hasSuffix(" 2/54") == true, "\(robot.rows[0])")
    await robot.press(KeyPress(.function(2)))
    #expect(robot.rows.contains { $0.hasPrefix(" F ^T  ") && $0.hasSuffix("show matching items") })
    #expect(!robot.rows.contains { $0.contains("follow") && $0.hasPrefix(" F") })
    await robot.press(KeyPress(.function(2)))
    #expect(robot.rows[0].contains("2/54"), "the key that opens the help closes it")
  }

  @Test("close panels if their actions close panels")
  func closing() {
    let (keys, complaints) = keys(#"{"leave": ["x"], "close-tab": ["O"], "inspect": ["I"]}"#)
    #expect(complaints == [])
    #expect(keys.panel.action(for: .character("x")) == .escape)
    #expect(keys.panel.action(for: .character("I")) == .escape)
    #expect(keys.panel.action(for: .character("q")) == nil)
    #expect(keys.panel.action(for: KeyPress(.escape)) == .escape)
    #expect(keys.reserved.contains("x") && !keys.reserved.contains("q"))
  }

  @Test("can be exchanged")
  func exchanging() {
    let (keys, complaints) = keys(#"{"sort": ["f"], "filter": ["s"]}"#)
    #expect(complaints == [])
    #expect(keys.global.action(for: .character("f")) == .sort)
    #expect(keys.global.action(for: .character("s")) == .filter)
  }

  @Test("report errors and keep the defaults of invalid entries")
  func faults() {
    let (keys, complaints) = keys(
      """
      {
        "filtre": ["f"],
        "filter": ["s"],
        "sort": ["s", "ctrl-i", 1, "§", "§"],
        "search": 3,
        "inspect-next": ["esc", "n"],
        "follow": ["j", "O"]
      }
      """)
    #expect(
      complaints == [
        "c.json:2:3: keys.filtre: unknown action (did you mean \"filter\"?)",
        "c.json:4:17: keys.sort[1]: \"ctrl-i\" is sent by terminals as \"tab\" (did you mean "
          + "\"tab\"?)",
        "c.json:4:27: keys.sort[2]: expected a key in quotes, such as \"f\", found 1",
        "c.json:4:36: keys.sort[4]: \"§\" is given twice",
        "c.json:5:13: keys.search: expected a list of keys, as in [\"f\", \"ctrl-f\"], found 3",
        "c.json:4:12: keys.sort[0]: \"s\" is already the key of \"filter\" "
          + "(assign another key to \"filter\")",
        "c.json:7:14: keys.follow[0]: \"j\" is already the key of \"down\" "
          + "(assign another key to \"down\")",
        "c.json:6:20: keys.inspect-next[0]: \"esc\" is already the key of \"escape\" "
          + "(assign another key to \"escape\")",
      ])
    #expect(keys.global.action(for: .character("s")) == .filter)
    #expect(keys.global.action(for: .character("§")) == .sort)
    #expect(keys.global.action(for: .character("f")) == nil)
    #expect(keys.global.action(for: .character("/")) == .search)
    #expect(keys.global.action(for: .character("O")) == .follow)
    #expect(keys.inspector.action(for: .character("n")) == .inspectNext)
    #expect(keys.inspector.action(for: KeyPress(.escape)) == .escape)
  }

  @Test("keep a key for closing prompts and for quitting")
  func waysOut() {
    let (keys, complaints) = keys(#"{"leave": [], "escape": [], "quit": [], "help": []}"#)
    #expect(
      complaints == [
        "c.json:1:34: keys.escape: needs a key: it clears queries and closes presented pages",
        "c.json:1:46: keys.quit: needs a key: \"close\" or \"quit\" must stay bound",
      ])
    #expect(keys.global.action(for: .character("Q")) == .quit)
    #expect(keys.global.action(for: KeyPress(.escape)) == .escape)
    #expect(keys.global.action(for: .character("q")) == nil && keys.sign(of: .help) == nil)
    #expect(self.keys(#"{"leave": []}"#).complaints == [])
    let (locked, _) = self.keys(#"{"leave": [], "quit": ["j"], "follow": ["Q"]}"#)
    #expect(locked.global.action(for: .character("Q")) == .quit, "all is as usual")
  }

  @Test("are reserved in manifests, unlike replaced default keys")
  func manifests() {
    let text =
      #"{"url": "mocoa://a/", "row": "{x}", "keys": {"q": "mocoa://b/", "x": "mocoa://b/"}}"#
    let (keys, _) = keys(#"{"leave": ["x"], "close-tab": []}"#)
    let file = ManifestFile(name: "m.json", bytes: Array(text.utf8), keys: keys)
    #expect(file.errorMessages.count == 1 && file.errorMessages[0].contains("keys.x: reserved key"))
  }

  @Test("are omitted from hints if an action has no keys")
  func offers() async throws {
    let (keys, _) = keys(#"{"help": [], "leave": [], "pause": ["ctrl-e"], "read-again": []}"#)
    let robot = try await BrowserRobot("mocoa://music/", keys: keys)
    #expect(robot.rows.last?.contains("help") == false)
    #expect(keys.hint((.closePage, "quits")) == "" && keys.offer((.closePage, "quits")) == "")
    #expect(keys.hint((.pause, "goes on"), (.closePage, "quits")) == " (^E goes on)")
  }
}
