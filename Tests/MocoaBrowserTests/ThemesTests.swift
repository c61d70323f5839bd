import Glibc
import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Themes")
struct ThemesTests {
  nonisolated static let names = [
    "blue-orange-dark", "blue-orange-light", "default-dark", "default-light", "high-contrast",
    "mono",
    "terminal",
  ]

  private func theme(_ text: String) -> Settings<Theme> {
    Settings(name: "t.json", bytes: Array(text.utf8), empty: .standard, Theme.read)
  }

  @Test("bundled themes are valid and match their snapshots", arguments: names)
  func bundled(name: String) async throws {
    let settings = try #require(ThemeCatalog(folder: nil).theme(named: name))
    #expect(settings.diagnostics == [])
    let robot = try await BrowserRobot(
      "mocoa://music/", debug: true, columns: 80, rows: 24, tellsTime: false,
      theme: settings.content)
    await robot.type("jjj jjjjjjj")
    await robot.type(":tab mocoa://contacts/")
    await robot.press(KeyPress(.enter))
    await robot.type("{")
    await robot.type(":nonsense")
    await robot.press(KeyPress(.enter))
    expectSnapshot(try #require(robot.backend.screen), named: "theme-\(name)-80x24")
  }

  @Test("are selected by the background, or have no colors if the user wants none")
  func colorless() {
    let catalog = ThemeCatalog(folder: nil)
    #expect(catalog.name(of: "auto", on: .dark) == "default-dark")
    #expect(catalog.name(of: "auto", on: .light) == "default-light")
    let plain = ThemeCatalog(folder: nil, allowsColors: false)
    #expect(plain.name(of: "auto", on: .light) == "mono")
    #expect(plain.name(of: "terminal", on: .light) == "terminal")
    #expect(catalog.name(of: "blue-orange", on: .dark) == "blue-orange-dark")
    #expect(catalog.name(of: "blue-orange", on: .light) == "blue-orange-light")
    #expect(catalog.name(of: "blue-orange-dark", on: .light) == "blue-orange-dark")
    #expect(catalog.name(of: "blue", on: .light) == "default-light" && !catalog.has("blue"))
  }

  @Test("are listed by name, with the automatic theme")
  func names() {
    let catalog = ThemeCatalog(folder: nil)
    #expect(catalog.names == ["auto", "blue-orange"] + Self.names)
    #expect(catalog.names.allSatisfy(catalog.has) && !catalog.has("no") && !catalog.has("../x"))
    #expect(
      catalog.errorMessage(about: "default-drak")
        == "unknown theme \"default-drak\" (\(catalog.names.joined(separator: ", ")))"
        + " (did you mean \"default-dark\"?)")
  }

  @Test("have sufficient contrast on usual backgrounds and on the current row")
  func contrast() throws {
    let dark: [Color] = [.rgb(0, 0, 0), .rgb(30, 30, 30), .rgb(40, 44, 52), .rgb(0, 43, 54)]
    let light: [Color] = [
      .rgb(255, 255, 255), .rgb(250, 250, 250), .rgb(253, 246, 227), .rgb(238, 238, 238),
    ]
    for name in Self.names where name.hasSuffix("-dark") || name.hasSuffix("-light") {
      let colors = name.hasSuffix("-dark") ? dark : light
      let theme = try #require(ThemeCatalog(folder: nil).theme(named: name)).content
      let tint = try #require(theme[.tint].background)
      for (role, style) in theme.roles {
        guard let text = style.foreground.flatMap(LinearColor.init)?.luminance else { continue }
        // Lines and bars are graphics, and are not in the current row.
        let isGraphic = [.guide, .rule, .bar].contains(role)
        for color in isGraphic ? colors : colors + [tint] {
          let ground = try #require(LinearColor(style.background ?? color)).luminance
          let ratio = (max(text, ground) + 0.05) / (min(text, ground) + 0.05)
          #expect(ratio >= (isGraphic ? 3 : 4.5), "\(name): \(role.name) on \(color)")
        }
      }
    }
  }

  /// The signs of changed rows differ also in shape, and a bad state is bold.
  @Test("have state colors that differ for every color vision")
  func colorVision() throws {
    for name in Self.names where name.hasSuffix("-dark") || name.hasSuffix("-light") {
      let theme = try #require(ThemeCatalog(folder: nil).theme(named: name)).content
      let roles: [TextContent.Role] = [.good, .warn, .bad, .moved]
      let colors = try roles.map { role in
        try #require(theme[role].foreground.flatMap(LinearColor.init), "\(name): \(role.name)")
      }
      for vision in ColorVision.allCases {
        for (index, color) in colors.enumerated() {
          for (number, other) in colors.enumerated().dropFirst(index + 1) {
            let distance = color.seen(with: vision).distance(to: other.seen(with: vision))
            #expect(
              distance >= 16,
              "\(name), \(vision): \(roles[index].name) and \(roles[number].name)")
          }
        }
      }
      #expect(theme[.bad].attributes.contains(.bold))
    }
  }

  @Test(
    "accept color names, indexes and RGB values, and all attributes")
  func styles() {
    let settings = theme(
      """
      {"roles": {"accent": {"foreground": "#010203", "background": 17, "bold": true, "dim": false,
       "italic": true, "underline": true, "reverse": true}, "warning": "bright-red", "detail": 244,
       "title": {}}}
      """)
    #expect(settings.diagnostics == [])
    let theme = settings.content
    #expect(
      theme.accent
        == Style(foreground: .rgb(1, 2, 3), background: 17, [.bold, .italic, .underline, .reverse]))
    #expect(theme.warning == Style(foreground: 9) && theme.quiet == Style(foreground: 244))
    #expect(theme[.title] == .plain)
  }

  @Test("report errors with line and column and keep valid styles")
  func faults() {
    let settings = theme(
      """
      {
        "role": {},
        "roles": {
          "acent": "red",
          "accent": "rad",
          "warning": 256,
          "detail": true,
          "title": {"foreground": "#12", "blod": true, "bold": 1, "dim": true},
          "number": "blue",
          "number": "red"
        }
      }
      """)
    let ways = "\"#rrggbb\", a number from 0 to 255, or a name such as bright-blue"
    #expect(
      settings.diagnostics == [
        "t.json:2:3: role: unknown field (did you mean \"roles\"?)",
        "t.json:4:5: roles.acent: unknown role (did you mean \"accent\"?)",
        "t.json:10:5: roles.number: is given twice",
        "t.json:5:15: roles.accent: invalid color \"rad\" (use \(ways)) (did you mean \"red\"?)",
        "t.json:6:16: roles.warning: invalid color 256 (use \(ways))",
        "t.json:7:15: roles.detail: expected a color (\(ways)), found true",
        "t.json:8:36: roles.title.blod: unknown field (did you mean \"bold\"?)",
        "t.json:8:29: roles.title.foreground: invalid color \"#12\" (use \(ways))",
        "t.json:8:58: roles.title.bold: expected true or false, found 1",
      ])
    #expect(settings.content[.title] == Style(.dim))
    #expect(settings.content[.number] == Style(foreground: 4))
    #expect(theme("[]").diagnostics == ["t.json:1:1: expected an object, found a list"])
    #expect(theme("{").diagnostics.first?.hasPrefix("t.json:1:2: not JSON: ") == true)
    #expect(
      settings.firstErrorMessage("mocoa config --check")
        == "\(settings.diagnostics[0]) (and 8 more: mocoa config --check)")
  }

  @Test("of the user take precedence and are named after their files")
  func own() throws {
    let folder = try TemporaryFolder()
    try folder.write("mono.json", #"{"roles": {"accent": "red"}}"#)
    try folder.write("mine.json", #"{"roles": {"accent": "nothing"}}"#)
    try folder.write(".hidden.json", "{}")
    let catalog = ThemeCatalog(folder: folder.folder)
    #expect(
      catalog.names
        == ["auto"] + (Self.names + ["blue-orange", "mine"]).sorted())
    #expect(catalog.resolve("mono", on: .dark).content.accent == Style(foreground: 1))
    let mine = catalog.resolve("mine", on: .dark)
    #expect(
      mine.diagnostics.count == 1
        && mine.diagnostics[0].hasPrefix(folder.path(of: "mine.json:1:22: ")))
    #expect(!catalog.has(".hidden"))
  }

  @Test(
    "match the background in COLORFGBG",
    arguments: [
      ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark),
      ("12;11", .light),
    ])
  func backgrounds(value: String, background: TerminalBackground) {
    #expect(TerminalBackground(value) == background)
  }

  @Test(
    "use a dark background if COLORFGBG has no valid value",
    arguments: ["", "default", "0;default", "0;16"])
  func unknownBackgrounds(value: String) {
    #expect(TerminalBackground(value) == nil)
  }

  @Test("default to the automatic theme")
  func automatic() {
    let catalog = ThemeCatalog(folder: nil)
    func accent(_ name: String, _ background: TerminalBackground) -> Color? {
      catalog.resolve(name, on: background).content.accent.foreground
    }
    #expect(accent("auto", .dark) == .rgb(0x5F, 0xD7, 0xD7))
    #expect(accent("auto", .light) == .rgb(0, 0x5F, 0x87))
    #expect(accent("terminal", .light) == 6 && accent("no", .light) == .rgb(0, 0x5F, 0x87))
  }

  @Test("match the background that the terminal reports if COLORFGBG is unset")
  func answers() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 80, rows: 24)
    await robot.type("?")
    func accent() -> Color? { robot.backend.screen?[1, 0].style.foreground }
    for (name, told, isLight, color) in [
      (nil, nil, true, .rgb(0, 0x5F, 0x87)), (nil, nil, false, .rgb(0x5F, 0xD7, 0xD7)),
      (nil, .dark, true, .rgb(0x5F, 0xD7, 0xD7)), ("terminal", nil, true, 6),
    ] as [(String?, TerminalBackground?, Bool, Color)] {
      robot.browser.follow(ThemeCatalog(folder: nil), name, told: told)
      robot.backend.send(.background(isLight: isLight))
      await robot.sees("the theme") { accent() == color }
    }
  }

  @Test("of the user are reloaded when their file changes")
  func following() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine.json", #"{"roles": {"accent": 1, "detail": 2}}"#)
    let robot = try await BrowserRobot("mocoa://music/", columns: 80, rows: 24)
    robot.browser.follow(ThemeCatalog(folder: folder.folder), "mine")
    await robot.sees("the theme") { robot.backend.screen?[1, 0].style.foreground == 1 }
    let row = robot.rows[3]
    try folder.write("mine.json", #"{"roles": {"accent": 3, "detail": "nothing"}}"#)
    await robot.sees("the new theme") { robot.browser.theme.accent.foreground == 3 }
    await robot.wait(.milliseconds(40))
    #expect(robot.backend.screen?[1, 0].style.foreground == 3)
    #expect(robot.rows.suffix(2).joined().contains("invalid color \"nothing\""))
    #expect(robot.rows[3] == row, "nothing has moved")
    robot.browser.themeFollower = nil
  }
}
