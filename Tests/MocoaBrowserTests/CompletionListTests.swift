import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Completions of a command line")
struct CompletionListTests {
  private static let urls = ["mocoa://music/", "mocoa://music/artist", "mocoa://music/artist/:"]

  private func completions(
    _ words: String..., themes: [String] = ["auto", "mono"], urls: [String] = Self.urls
  ) -> CompletionList {
    CompletionList(CompletionRequest(words), themes: themes) { urls }
  }

  private func texts(_ list: CompletionList) -> [String] { list.candidates.map(\.text) }

  @Test("contain every option that a command accepts, with its help")
  func options() {
    for command in Options.Command.allCases {
      let words = command == .open ? ["--"] : [command.rawValue, "--"]
      let list = CompletionList(CompletionRequest(words), themes: []) { [] }
      let expected = Options.table.filter { $0.applies(to: command) }.map { entry in
        CompletionList.Candidate(
          text: "--" + entry.name + (entry.value == nil ? "" : "="), help: entry.help)
      }
      #expect(list.candidates == expected, "\(command)")
      #expect(list.filePrefix == nil && list.commandWord == nil)
    }
    #expect(Set(texts(completions("-"))).isSuperset(of: ["-m", "-d", "--module=", "--debug"]))
  }

  @Test("omit an option that is written already, unless it can be repeated")
  func repeated() {
    let names = texts(completions("-dn", "1", "--theme=mono", "--manifest", "a", "--"))
    #expect(Set(names).isDisjoint(with: ["--debug", "--interval=", "--theme="]))
    #expect(names.contains("--manifest="))
  }

  @Test("contain the values of an option in the same or the next word")
  func values() {
    for entry in Options.table where entry.value != nil {
      let prefixes = ["", "--\(entry.name)="] + (entry.letter.map { ["-d\($0)"] } ?? [])
      for prefix in prefixes {
        let list =
          prefix.isEmpty
          ? completions("-d", "--\(entry.name)", "") : completions("\(prefix)x")
        let expected: [String] =
          switch entry.takes {
          case .text, .file: []
          case .page: Self.urls.dropLast()
          case .theme: ["auto", "mono"]
          case .word(let words): words
          }
        #expect(texts(list) == expected.map { prefix + $0 }, "\(prefix) \(entry.name)")
        #expect(list.filePrefix == (entry.takes == .file ? prefix : nil))
      }
    }
    #expect(texts(completions("-m", "")) == Array(Self.urls.dropLast()))
    #expect(completions("--plain=").candidates == [] && completions("--plain=").filePrefix == nil)
  }

  @Test("contain the commands and files for the first word")
  func commands() {
    let list = completions("")
    #expect(texts(list) == Options.Command.words.map(\.rawValue))
    #expect(list.candidates.map(\.help) == Options.Command.words.map(\.summary))
    #expect(list.filePrefix == "")
    #expect(completions("--", "").candidates == [] && completions("--", "").filePrefix == "")
    #expect(completions("a.json", "").candidates == [])
    #expect(completions() == completions(""))
  }

  @Test("contain the operands of each command")
  func operands() {
    let pages = Array(Self.urls.dropLast())
    #expect(texts(completions("mocoa:")) == Options.Command.words.map(\.rawValue) + pages)
    #expect(completions("mocoa:").filePrefix == nil)
    #expect(texts(completions("scaffold", "m")) == pages)
    #expect(texts(completions("explain", "")) == Self.urls)
    #expect(texts(completions("modules", "")) == Self.urls)
    #expect(completions("modules", "--check", "").candidates == [])
    #expect(completions("modules", "--check", "").filePrefix == "")
    #expect(completions("diff", "--id", "sku", "da").filePrefix == "")
    #expect(
      texts(completions("generate", "")) == GenerateCommand.Output.allCases.map(\.rawValue))
    #expect(completions("generate", "zsh", "").candidates == [])
  }

  @Test("leave the words of a watched command to the shell")
  func watching() {
    #expect(completions("watch", "l").commandWord == 2)
    #expect(completions("watch", "-n", "1", "--", "").commandWord == 5)
    #expect(completions("-d", "watch", "ls", "--pick", "-").commandWord == 3)
    #expect(completions("watch", "-n", "").commandWord == nil)
    #expect(texts(completions("watch", "--pi")).contains("--pick"))
    #expect(completions("watch", "--", "-").text == ":command\t3\n")
  }

  @Test("are lines with a candidate, a tab and a description")
  func text() {
    #expect(completions("--log=a").text == ":files\t--log=\n")
    #expect(completions("--theme", "").text == "auto\t\nmono\t\n")
    #expect(
      completions("explain", "x", urls: ["mocoa://a/"]).text == "mocoa://a/\tmodule\n")
  }

  @Test("omit names that look like a directive or act on a terminal")
  func hostileNames() {
    let names = [":files", ":command\t1", "a\nb", "a\tb", "\u{1B}[2J", "a\u{202E}b", "$(x) `y`"]
    #expect(texts(completions("--theme", "", themes: names)) == ["$(x) `y`"])
  }
}
