import MocoaLocalization
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@Suite("Settings", .serialized)
struct ConfigTests {
  private func settings(_ text: String) -> Settings<Config> {
    Settings(name: "config.json", bytes: Array(text.utf8), empty: Config()) {
      Config.read($0, &$1, themes: ThemeCatalog(folder: nil))
    }
  }

  @Test("printed defaults change nothing and are valid")
  func usual() {
    let settings = settings(ConfigCommand.defaultJSON)
    #expect(settings.diagnostics == [])
    let config = settings.content
    #expect(config.theme == "auto" && config.motion == .full && config.hasMouse == true)
    #expect(config.interval == .seconds(2) && config.language == nil)
    for (mine, usual) in [
      (config.keys.global, KeyBindings.standard.global),
      (config.keys.panel, KeyBindings.standard.panel),
      (config.keys.inspector, KeyBindings.standard.inspector),
      (config.keys.grid, KeyBindings.standard.grid),
    ] {
      #expect(mine.bindings.map(\.keys) == usual.bindings.map(\.keys))
    }
    #expect(config.keys.reserved == KeyBindings.standard.reserved)
  }

  @Test("are empty for a missing or empty file")
  func none() throws {
    let folder = try TemporaryFolder()
    let themes = ThemeCatalog(folder: nil)
    let missing = Config.settings(at: folder.path(of: "no.json"), themes: themes)
    #expect(missing.diagnostics == [] && missing.content.theme == nil)
    #expect(settings("{}").diagnostics == [])
    let unreadable = Config.settings(at: folder.folder, themes: themes)
    #expect(unreadable.diagnostics.count == 1 && unreadable.content.motion == nil)
  }

  @Test("select the language")
  func language() {
    #expect(settings(#"{"language": "zh"}"#).content.language == .chinese)
    #expect(settings(#"{"language": "en"}"#).content.language == .english)
    #expect(settings("{}").content.language == nil)
    let wrong = settings(#"{"language": "de"}"#)
    #expect(wrong.content.language == nil)
    #expect(wrong.diagnostics == ["config.json:1:14: language: \"de\" is not auto, en or zh"])
  }

  @Test("apply unless the command line overrides them")
  func order() throws {
    let config = settings(
      #"{"theme": "mono", "motion": "off", "mouse": false, "interval": 0.5}"#
    ).content
    let plain = try Options([], config)
    #expect(plain.theme == "mono" && plain.motion == .off && !plain.hasMouse)
    #expect(plain.interval == .seconds(0.5))
    let words = ["--theme", "terminal", "--motion=full", "--mouse", "-n", "3"]
    let told = try Options(words, config)
    #expect(told.theme == "terminal" && told.motion == .full && told.hasMouse)
    #expect(told.interval == .seconds(3))
    #expect(try Options([]).hasMouse && Options([]).theme == nil)
  }

  @Test("report errors with line and column, and apply valid values")
  func faults() {
    let settings = settings(
      """
      {
        "them": "mono",
        "theme": "momo",
        "motion": "fast",
        "mouse": "no",
        "interval": 0,
        "recents": 51,
        "motion": "off",
        "keys": [],
        "confirm": "dangerus"
      }
      """)
    #expect(
      settings.diagnostics == [
        "config.json:2:3: them: unknown field (did you mean \"theme\"?)",
        "config.json:8:3: motion: is given twice",
        "config.json:3:12: theme: unknown theme \"momo\" (auto, blue-orange, blue-orange-dark, "
          + "blue-orange-light, default-dark, default-light, high-contrast, mono, terminal) "
          + "(did you mean \"mono\"?)",
        "config.json:8:13: motion: \"fast\" is not full, reduced or off",
        "config.json:5:12: mouse: expected true or false, found \"no\"",
        "config.json:6:15: interval: expected a number of seconds, 0.1 or more, found 0",
        "config.json:7:14: recents: expected a whole number, 0 to 50, found 51",
        "config.json:9:11: keys: expected an object, found a list",
        "config.json:10:14: confirm: \"dangerus\" is not always, dangerous or never "
          + "(did you mean \"dangerous\"?)",
      ])
    #expect(settings.content.theme == nil && settings.content.interval == nil)
    #expect(settings.content.confirm == nil)
    for confirmation in ConfirmationPolicy.allCases {
      let text = #"{"confirm": "\#(confirmation.rawValue)"}"#
      #expect(self.settings(text).content.confirm == confirmation)
    }
    #expect(
      settings.content.recents == nil && self.settings(#"{"recents": 0}"#).content.recents == 0)
    let partly = self.settings(#"{"motion": "reduced", "mouse": 1}"#)
    #expect(partly.diagnostics.count == 1 && partly.content.motion == .reduced)
    #expect(
      self.settings("{\n\"motion\": \"off\",\n}").diagnostics.first?
        .hasPrefix("config.json:3:1: not JSON: ") == true)
  }

  @Test(
    "reject config commands with several or no options",
    arguments: [
      (["config"], Options.OptionsError.configWithoutQuestion),
      (["config", "--check", "--path"], .configWithoutQuestion),
      (["config", "--path", "x"], .tooMany(operand: "x")),
      (["config", "--check", "x", "y"], .tooMany(operand: "y")),
      (["--check", "x"], .checksElsewhere), (["modules", "--path"], .printsElsewhere),
      (["--print-default"], .printsElsewhere), (["--init", "x"], .printsElsewhere),
      (["config", "--init", "--path"], .configWithoutQuestion),
      (["config", "--init", "x"], .tooMany(operand: "x")),
    ])
  func command(words: [String], fault: Options.OptionsError) {
    #expect(throws: fault) { try Options(words) }
  }
}
