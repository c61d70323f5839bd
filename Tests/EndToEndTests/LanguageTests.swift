import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

/// Command lines with their error messages in Chinese.
private let complaints: [([String], String)] = [
  (["--motion=x"], "mocoa: 选项 --motion：\"x\" 不合要求，应为：full、reduced 或 off\n"),
  (["no.json"], "mocoa: no.json: 没有这个文件\n"),
  (
    ["generate", "pdf"],
    "mocoa: generate: \"pdf\" 不是 man, bash, zsh, fish, bash-widgets, zsh-widgets 或 fish-widgets\n"
  ),
]

@Suite("The language of the program")
struct LanguageTests {
  @Test("is Chinese in a Chinese locale, installed or not")
  func chinese() throws {
    let terminal = try Mocoa.start([], environment: ["LANG": "zh_CN.UTF-8"])
    try terminal.wait("the rows") { $0.screen.contains(/音乐库 +艺术家、专辑和曲目/) }
    try terminal.wait(for: "↵ 打开  f 筛选  / 搜索  : 转到  ? 帮助")
    terminal.send("/音乐库\r")
    try terminal.wait("the cursor") { $0.screen.contains(/▌ (\d )? *音乐库/) }
    terminal.send("\r")
    try terminal.wait(for: "mocoa ▸ 音乐")
    // The text of the data is not translated.
    try terminal.wait(for: "▌ Somethin' Else")
    terminal.send("f(")
    try terminal.wait(for: "缺少 )")
    terminal.send("\u{1B}")
    try terminal.wait(for: "? 帮助")
    terminal.send("?")
    try terminal.wait(for: "下一个条目")
    terminal.send("q")
    try terminal.wait(for: "↵ 打开")
    terminal.send("Q")
    let end = try terminal.waitForEnd()
    #expect(end.status == 0)
  }

  @Test(
    "is English in all other locales",
    arguments: [
      ["LANG": "C.UTF-8"], ["LANG": "de_DE.UTF-8"], ["LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"],
    ])
  func english(_ environment: [String: String]) throws {
    let terminal = try Mocoa.start([], environment: environment.mapValues(Optional.some))
    try terminal.wait("the rows") {
      $0.screen.contains(/Music library +artists, albums and tracks/)
    }
    try terminal.wait(for: "↵ open  f filter  / search  : go to  ? help")
    terminal.send("q")
    _ = try terminal.waitForEnd()
  }

  @Test(
    "is that of the settings if they name one",
    arguments: [
      ("zh", "C.UTF-8", "音乐库"), ("en", "zh_CN.UTF-8", "Music library"),
      ("auto", "zh_CN.UTF-8", "音乐库"),
    ])
  func settings(_ name: String, _ locale: String, _ row: String) throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path(of: "mocoa"), 0o700)
    try folder.write("mocoa/config.json", #"{"language": "\#(name)"}"#)
    let terminal = try Mocoa.start(
      [], environment: ["XDG_CONFIG_HOME": folder.folder, "LANG": locale])
    try terminal.wait(for: row)
    terminal.send("q")
    _ = try terminal.waitForEnd()
  }

  @Test("applies to error messages", arguments: complaints)
  func errors(_ arguments: [String], _ complaint: String) throws {
    let outcome = try Mocoa.run(arguments, language: "zh_CN.UTF-8")
    #expect(outcome.errors == complaint)
    #expect(outcome.status == 2)
  }

  @Test("applies to the help, which lists the same options")
  func help() throws {
    let english = try Mocoa.run(["--help"])
    let chinese = try Mocoa.run(["--help"], language: "zh_CN.UTF-8")
    #expect(chinese.output.contains("用法"))
    func options(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
        .filter { $0.hasPrefix("-") }
    }
    #expect(options(english.output).count > 25)
    #expect(options(chinese.output) == options(english.output))
    let names = english.output.matches(of: /--[a-z0-9-]+ ?[A-Z]*/).map { String($0.output) }
    for name in names { #expect(chinese.output.contains(name), "\(name)") }
  }

  @Test(
    "does not apply to output for programs or all users",
    arguments: [
      ["generate", "man"], ["generate", "bash"], ["generate", "zsh"], ["generate", "fish"],
      ["config", "--print-default"], ["--version"],
    ])
  func programs(_ arguments: [String]) throws {
    let english = try Mocoa.run(arguments)
    #expect(english.status == 0 && english.output != "")
    #expect(try Mocoa.run(arguments, language: "zh_CN.UTF-8") == english)
  }

  @Test("applies to line mode, except for commands and numbers")
  func lines() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ndjson", #"{"id": 1, "title": "Blue"}"# + "\n")
    let terminal = try Mocoa.start(
      ["--plain", path], environment: ["LANG": "zh_CN.UTF-8", "TERM": "dumb"])
    try terminal.wait(for: "a.ndjson，1 行")
    terminal.send("help sort\r")
    try terminal.wait(for: "sort [FIELD…]: 按 FIELDS 排序")
    terminal.send("filter red\r")
    try terminal.wait(for: "没有匹配")
    terminal.send("quit\r")
    _ = try terminal.waitForEnd()
  }
}
