import Mocoa
import MocoaData
import MocoaTerminal
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@Suite("The command line")
struct OptionsTests {
  @Test("accepts options before and after the subcommand and the source")
  func places() throws {
    for words in [["--id", "sku", "-d", "file"], ["-d", "file", "--id=sku"]] {
      let options = try Options(words)
      #expect(options.command == .open)
      #expect(options.operands == ["file"])
      #expect(options.idField == "sku")
      #expect(options.isDebugging)
    }
    let explain = try Options(["-d", "explain", "--plain", "mocoa://x/"])
    #expect(explain.command == .explain)
    #expect(explain.isDebugging)
    #expect(explain.isPlain)
    #expect(explain.operands == ["mocoa://x/"])
  }

  @Test("is parsed on several threads at once")
  func concurrentParsing() async throws {
    try await withThrowingTaskGroup(of: Options.self) { group in
      for _ in 0..<500 {
        group.addTask { try Options(["watch", "--interval", "0.5", "--id=sku", "--", "ls"]) }
      }
      for try await options in group {
        #expect(options.interval == .seconds(0.5))
        #expect(options.idField == "sku")
      }
    }
  }

  @Test("prefers a subcommand to a file name, unless it is a path")
  func subcommands() throws {
    #expect(try Options(["modules"]).command == .modules)
    #expect(try Options(["./modules"]).operands == ["./modules"])
    #expect(try Options(["open"]).operands == ["open"])
  }

  @Test("enables the mouse by default")
  func mouse() throws {
    #expect(try Options([]).hasMouse)
    #expect(try !Options(["--no-mouse"]).hasMouse)
  }

  @Test("accepts a dash as a source; two dashes end the options")
  func dashes() throws {
    #expect(try Options(["-"]).operands == ["-"])
    #expect(try Options(["--", "-d"]).operands == ["-d"])
    #expect(try Options(["--", "modules"]).command == .open)
    #expect(try Options(["-d", "--", "--help"]).operands == ["--help"])
    #expect(try !Options(["file", "--"]).showsHelp)
    #expect(try Options(["--id", "--", "file"]).idField == "--")
    #expect(throws: Options.OptionsError.tooMany(operand: "-d")) {
      try Options(["--", "file", "-d"])
    }
  }

  @Test(
    "names invalid words in error messages",
    arguments: [
      (["--bogus"], Options.OptionsError.unknown(option: "--bogus")),
      (["-x"], .unknown(option: "-x")),
      (["file", "--bogus"], .unknown(option: "--bogus")),
      (["--kind"], .missingValue(option: "--kind")),
      (["-m"], .missingValue(option: "-m")),
      (["--plain=yes"], .unexpectedValue(option: "--plain")),
      (["a", "b"], .tooMany(operand: "b")),
    ])
  func faults(words: [String], fault: Options.OptionsError) {
    #expect(throws: fault) { try Options(words) }
  }

  @Test("accepts an ASCII delimiter and an optional header row")
  func delimiters() throws {
    #expect(try Options(["-D;", "x"]).records.delimiter == ";")
    #expect(try Options(["-D", "tab"]).records.delimiter == "\t")
    #expect(try Options(["--delimiter=\\t"]).records.delimiter == "\t")
    #expect(try Options(["--no-header"]).records.hasHeader == false)
    #expect(try Options(["--header"]).records.hasHeader == true)
    #expect(try Options(["--lines"]).records.treatsInputAsLines)
    #expect(try Options([]).records == .init())
    for other in ["-D,", "--header", "--no-header"] {
      #expect(throws: Options.OptionsError.linesOfCells) { try Options(["--lines", other]) }
    }
    for word in ["", "ab", "\"", "é"] {
      let fault = Options.OptionsError.illegal(
        option: "--delimiter", value: word, expected: "one ASCII character, or tab")
      #expect(throws: fault) { try Options(["-D", word]) }
    }
  }

  @Test("list options apply to pages and are rejected elsewhere")
  func excerpt() throws {
    let options = try Options(["--filter", "year>1959", "--sort=-year", "x", "--fields", "year id"])
    #expect(
      options.listOptions == [
        .init(name: "filter", value: "year>1959"), .init(name: "sort", value: "-year"),
        .init(name: "fields", value: "year id"),
      ])
    #expect(try Options(["watch", "--group", "state", "--", "ps"]).listOptions.count == 1)
    for word in ["explain", "modules", "scaffold"] {
      #expect(throws: Options.OptionsError.noListShown(word)) {
        try Options([word, "--sort", "a", "x"])
      }
    }
    #expect(throws: Options.OptionsError.resumesAlone("--group")) {
      try Options(["--resume", "--group", "a"])
    }
  }

  @Test("describes every option in the help")
  func help() {
    for entry in Options.table { #expect(Help.text.contains("--\(entry.name)")) }
    for line in Help.text.split(separator: "\n") {
      #expect(Canvas.columns(of: String(line), atMost: 200) <= 80, "\(line)")
    }
  }
}
