import MocoaQuery
import MocoaTerminal
import Testing

@testable import MocoaBrowser

@Suite("Generated documentation and completions")
struct GenerateTests {
  private typealias Form = GenerateCommand.Output

  @Test("describe every option and command in the man page")
  func options() {
    let page = Form.man.text
    for entry in Options.table {
      #expect(page.contains(Roff.bold("--" + entry.name)), "no --\(entry.name)")
      if let letter = entry.letter { #expect(page.contains(Roff.bold("-\(letter)"))) }
      #expect(page.contains(Roff.escaped(entry.help)))
    }
    #expect(Set(Options.Command.words) == Set(Options.Command.allCases).subtracting([.open]))
    for command in Options.Command.words { #expect(page.contains(Roff.bold(command.rawValue))) }
    for usage in Options.usages {
      // The help of a long command line starts on the next line.
      #expect(["  ", "\n"].contains { Help.text.contains("mocoa \(usage.words)\($0)") })
      guard usage.command != .open else { continue }
      #expect(page.contains(Roff.escaped(usage.help)))
    }
  }

  @Test("call the hidden command of completions, which the help omits")
  func hidden() {
    let call = "mocoa " + CompletionList.command.joined(separator: " ")
    for form in [Form.bash, .zsh, .fish] { #expect(form.text.contains(call)) }
    #expect(!Help.text.contains("__complete") && !Form.man.text.contains("__complete"))
  }

  @Test("list every key with its action in the man page")
  func keys() {
    let tables =
      [
        KeyBindings.global, KeyBindings.standard.inspecting, KeyBindings.standard.grid,
        KeyBindings.prompt, KeyBindings.query,
      ]
      + [
        KeyBindings.form,
        KeyTable(KeyBindings.fields + KeyBindings.picking + KeyBindings.pickingSeveral),
      ]
    let page = Form.man.text
    for binding in tables.flatMap(\.bindings) {
      // The keys of text fields have their own table, and some keys share one description.
      guard let help = binding.help else {
        if case .edit = binding.action { continue }
        #expect(
          KeyBindings.global.bindings.contains { $0.action == binding.action && $0.help != nil })
        continue
      }
      let keys = binding.keys.map { Roff.bold($0.name) }.joined(separator: ", ")
      #expect(page.contains("\n\(keys)\n\(Roff.escaped(help))\n"), "\(binding)")
    }
    for binding in LineEditor.keys.bindings {
      for key in binding.keys { #expect(page.contains(Roff.bold(key.name))) }
      #expect(binding.help.map { page.contains($0) } ?? false)
    }
    for word in Command.words.map(\.name) {
      #expect(page.contains(Roff.bold(word)))
    }
  }

  @Test("contain only valid filters as examples")
  func filters() throws {
    for form in FilterSyntaxEntry.all {
      for example in form.examples {
        #expect(throws: Never.self) { try Filter(example) }
        #expect(Form.man.text.contains(Roff.bold(example)))
      }
    }
  }

  @Test("contain only valid commands as examples")
  func examples() throws {
    #expect(Form.man.text.contains(Roff.bold("mocoa orders.ndjson.gz")))
    for example in ManualTables.examples {
      let words = example.name.split(separator: " ")
      let begin = try #require(words.lastIndex { $0 == "mocoa" || $0.hasSuffix("(mocoa") })
      let rest = words[(begin + 1)...].prefix { !["|", ">"].contains($0) }
        .map { $0.filter { !#"'")"#.contains($0) } }
      #expect(throws: Never.self, "\(example.name)") { try Options(rest) }
    }
  }

  @Test("omit an option only for commands that reject it")
  func withheld() {
    let operands: [Options.Command: [String]] = [
      .open: [], .watch: ["--", "ls"], .diff: ["a", "b"], .modules: [], .explain: ["mocoa://x/"],
      .scaffold: ["x"], .config: ["--path"], .generate: ["man"],
    ]
    for entry in Options.table {
      for command in Options.Command.allCases where !entry.applies(to: command) {
        let word = command == .open ? [] : [command.rawValue]
        let option = "--\(entry.name)" + (entry.value == nil ? "" : "=x")
        #expect(throws: Options.OptionsError.self, "\(word) \(option)") {
          try Options([option] + word + (operands[command] ?? []))
        }
      }
    }
  }

  @Test("escape text in the man page")
  func roff() {
    var page = Roff(title: "X", section: 1, source: "x")
    page.paragraph(".TH is no request, `-a` is bold")
    page.item(Roff.bold("\\ ' \" ~^`"), "'a'")
    let lines = page.text.split(separator: "\n")
    #expect(lines.contains("\\&.TH is no request, \\fB\\-a\\fR is bold"))
    #expect(lines.contains("\\fB\\e \\(aq \\(dq \\(ti\\(ha\\(ga\\fR"))
    #expect(lines.last == "\\(aqa\\(aq")
  }

  @Test("contain only ASCII in the man page")
  func plain() {
    #expect(Form.man.text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(!Form.man.text.contains("\\[u"))
  }

  @Test("reject an unknown or missing format")
  func faults() {
    #expect(throws: GenerateCommand.UsageError.missingOutputType) { try GenerateCommand.text(nil) }
    #expect(throws: GenerateCommand.UsageError.unknown("pdf")) { try GenerateCommand.text("pdf") }
    #expect("\(GenerateCommand.UsageError.unknown("pdf"))".hasSuffix("zsh-widgets or fish-widgets"))
    #expect(throws: Options.OptionsError.tooMany(operand: "zsh")) {
      try Options(["generate", "bash", "zsh"])
    }
  }
}
