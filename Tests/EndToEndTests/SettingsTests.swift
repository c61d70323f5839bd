import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("User settings", .serialized)
struct SettingsTests {
  private let folder: TemporaryFolder
  private var environment: [String: String?] { ["XDG_CONFIG_HOME": folder.folder] }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["mocoa", "mocoa/themes"] { mkdir(folder.path(of: name), 0o700) }
  }

  private func run(_ arguments: [String]) throws -> Mocoa.Outcome {
    let words = ["XDG_CONFIG_HOME=\(folder.folder)", Mocoa.path] + arguments
    return try Mocoa.run(words, program: "/usr/bin/env")
  }

  private func output(_ terminal: Terminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }

  @Test("select the colors of the terminal, and none with NO_COLOR")
  func themes() throws {
    for (arguments, more, color) in [
      ([], [:], "\u{1B}[38;5;80m"), ([], ["COLORTERM": "truecolor"], "\u{1B}[38;2;95;215;215m"),
      ([], ["COLORFGBG": "0;15"], "\u{1B}[38;5;24m"),
      (["--theme", "terminal"], ["COLORTERM": "truecolor"], "\u{1B}[36m"),
      (["--theme=mine"], [:], "\u{1B}[38;5;208m"), (["--theme", "mono"], [:], nil),
      ([], ["NO_COLOR": "1", "COLORTERM": "truecolor"], nil),
    ] as [([String], [String: String?], String?)] {
      try folder.write("mocoa/themes/mine.json", #"{"roles": {"accent": 208}}"#)
      let terminal = try Mocoa.start(
        arguments + ["mocoa://music/"], environment: environment.merging(more) { $1 })
      try terminal.wait(for: "mocoa ▸ music")
      terminal.waitUntilQuiet()
      let text = output(terminal)
      if let color {
        #expect(text.contains(color), "\(arguments) \(more)")
      } else {
        let colors = (0..<8).map { "\u{1B}[3\($0)m" } + ["\u{1B}[38;"]
        #expect(!colors.contains(where: text.contains), "\(arguments) \(more)")
      }
      terminal.send("Q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
  }

  @Test("reject an unknown theme with a list of the known ones")
  func unknownTheme() throws {
    try folder.write("mocoa/themes/mine.json", "{}")
    let outcome = try run(["--theme", "mone", "mocoa://music/"])
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors == "mocoa: option --theme: unknown theme \"mone\" (auto, blue-orange, "
        + "blue-orange-dark, blue-orange-light, default-dark, default-light, high-contrast, mine, mono, terminal) (did you mean \"mine\"?)\n"
    )
  }

  @Test("report errors once, and apply the valid values")
  func broken() throws {
    let path = try folder.write(
      "mocoa/config.json",
      "{\"motion\": \"fast\",\n \"keys\": {\"search\": \"O\", \"find\": \"f\"}}")
    let terminal = try Mocoa.start(["mocoa://music/"], environment: environment, columns: 200)
    // The message may have several lines.
    let message =
      "! \(path):1:12: motion: \"fast\" is not full, reduced or off "
      + "(and 1 more: mocoa config --check)"
    try terminal.wait("the message") {
      $0.screen.filter { !$0.isWhitespace }.contains(message.filter { !$0.isWhitespace })
    }
    terminal.send("O")
    try terminal.wait("the search") { $0.emulator.row(23).hasPrefix("/") }
    terminal.send("\u{1B}")
    try terminal.wait("the hints") { $0.emulator.row(23).contains("? help") }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let outcome = try run(["config", "--check"])
    #expect(
      outcome
        == Mocoa.Outcome(
          status: 2, output: "",
          errors: "mocoa: \(path):1:12: motion: \"fast\" is not full, reduced or off\n"
            + "mocoa: \(path):2:26: keys.find: unknown action\n"))
  }

  @Test("are reported and ignored if they are not JSON")
  func noJSON() throws {
    let path = try folder.write("mocoa/config.json", "{\"theme\": \n")
    let terminal = try Mocoa.start(["mocoa://music/"], environment: environment, columns: 200)
    try terminal.wait(for: "\(path):2:1: not JSON: ")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let outcome = try run(["mocoa://planets/"])
    #expect(outcome.status == 0 && outcome.output.contains("Saturn"))
    #expect(outcome.errors.hasPrefix("mocoa: \(path):2:1: not JSON: "))
  }

  @Test("are found, printed and checked by mocoa config, with themes")
  func command() throws {
    let path = folder.path(of: "mocoa/config.json")
    #expect(try run(["config", "--path"]).output == "\(path)\n")
    let missing = try run(["config", "--check"])
    #expect(
      missing.status == 0 && missing.output.hasPrefix("\(path): no settings file"))
    #expect(missing.output.contains("mocoa config --init creates one"))
    let usual = try run(["config", "--print-default"])
    #expect(usual.status == 0 && usual.errors == "")
    try folder.write("mocoa/config.json", usual.output)
    let theme = try folder.write("mocoa/themes/bad.json", #"{"roles": {"accent": "rde"}}"#)
    let both = try run(["config", "--check"])
    #expect(both.status == 2 && both.output == "\(path): ok\n")
    #expect(both.errors.hasPrefix("mocoa: \(theme):1:22: roles.accent: invalid color \"rde\""))
    let named = try run(["config", "--check", path])
    #expect(named == Mocoa.Outcome(status: 0, output: "\(path): ok\n", errors: ""))
    let no = try run(["config", "--check", folder.path(of: "no.json")])
    #expect(no.status == 2 && no.output == "")
  }

  @Test("are created by mocoa config --init, and never overwritten")
  func beginning() throws {
    func begin(_ home: String) throws -> Mocoa.Outcome {
      let words = ["XDG_CONFIG_HOME=\(home)", Mocoa.path, "config", "--init"]
      return try Mocoa.run(words, program: "/usr/bin/env")
    }
    let home = folder.path(of: "new/home")
    let path = "\(home)/mocoa/config.json"
    #expect(try begin(home) == Mocoa.Outcome(status: 0, output: "\(path): written\n", errors: ""))
    #expect(
      try folder.text(of: "new/home/mocoa/config.json")
        == run(["config", "--print-default"]).output)
    try folder.write("new/home/mocoa/config.json", "{}")
    #expect(
      try begin(home)
        == Mocoa.Outcome(
          status: 2, output: "", errors: "mocoa: \(path): already exists (unchanged)\n"))
    #expect(try folder.text(of: "new/home/mocoa/config.json") == "{}")
    let blocked = try begin(folder.write("file", ""))
    #expect(
      blocked.status == 2 && blocked.errors.hasSuffix("cannot be written: Not a directory\n"))
  }
}
