import Mocoa
import MocoaModel
import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Commands")
struct CommandTests {
  /// The renamed commands with their former names.
  nonisolated private static let renamed = [
    "out": "parent", "over": "peek", "leave": "close", "show": "preview",
    "show-down": "preview-down", "show-up": "preview-up", "show-larger": "preview-grow",
    "show-smaller": "preview-shrink", "fields": "stats", "live": "latest",
    "reverse": "sort-reverse", "next-part": "next-pane",
  ]

  @Test("accept the former name in the settings", arguments: renamed.keys.sorted())
  func settings(_ former: String) throws {
    let name = try #require(Self.renamed[former])
    let action = try #require(Command.table.first { $0.name == name }?.action)
    var reader = SettingsReader()
    let member = SettingsReader.Member(
      name: "keys", value: .object([.init(name: former, value: .string("ctrl-e"))]), path: .root)
    let keys = KeyBindings.read(member, &reader)
    #expect(reader.diagnostics.isEmpty)
    #expect(keys.global.action(for: .control("e")) == action)
  }

  @Test("report a command that the settings name twice")
  func twice() {
    var reader = SettingsReader()
    let member = SettingsReader.Member(
      name: "keys",
      value: .object([
        .init(name: "close", value: .string("ctrl-e")), .init(name: "leave", value: .string("f5")),
      ]), path: .root)
    let keys = KeyBindings.read(member, &reader)
    #expect(reader.diagnostics.count == 1)
    #expect(keys.global.action(for: .control("e")) == .closePage)
  }

  @Test("accept the former name at the prompt and in line mode")
  func words() {
    for (former, name) in Self.renamed {
      let command = Command.table.first { $0.name == name }
      if command?.traits.contains(.word) == true {
        #expect(Command.parse(former)?.command.name == name)
      }
      if command?.line != nil {
        #expect(Command.lineCommands(named: former).map(\.name) == [name])
      }
    }
    #expect(Command.parse("over mocoa://music/")?.operand == "mocoa://music/")
    #expect(Command.parse("tab /tmp")?.command.action == .openTab)
    #expect(Command.parse("out now") == nil && Command.parse("frob") == nil)
    #expect(Command.lineCommands(named: "sh").map(\.name) == ["preview"])
  }
}
