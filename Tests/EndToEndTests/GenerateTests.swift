import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

/// The search path of the tests with the folder of `mocoa`, which generated scripts call by name.
private let path: String =
  Programs.path(of: "mocoa").dropLast("/mocoa".count)
  + ":" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")

/// Runs a shell script in a temporary folder that contains two data files and a theme.
private func run(_ shell: String, _ script: String, _ options: [String] = []) throws
  -> Mocoa.Outcome
{
  let folder = try TemporaryFolder()
  try folder.write("data.json", "[]")
  try folder.write("more.json", "[]")
  let themes = folder.path(of: "config") + "/mocoa/themes"
  let home = "HOME=\(folder.path(of: "")) XDG_CONFIG_HOME=\(folder.path(of: "config"))"
  let begin = "mkdir -p \(themes); : >\(themes)/sunset.json; cd \(folder.path(of: ""))"
  return try Mocoa.run(
    ["-c", "\(begin); exec env \(home) PATH='\(path)' \"$@\"", "sh", shell] + options
      + ["-c", script],
    program: "/bin/sh")
}

/// Unfinished command lines, with completions of the last word that are and are not offered.
private let lines: [(line: String, offered: [String], others: [String])] = [
  ("mocoa d", ["diff", "data.json"], ["explain"]),
  ("mocoa mo", ["modules", "more.json"], ["data.json"]),
  ("mocoa -- d", [], ["diff"]),
  ("mocoa diff --id sku da", [], ["modules", "--pick"]),
  ("mocoa modules --check mo", [], ["modules", "mocoa://music/"]),
  ("mocoa --mo", ["--motion", "--module", "--mouse"], ["--pick"]),
  ("mocoa --motion ", ["full", "reduced", "off"], ["data.json"]),
  ("mocoa --motion=re", ["reduced"], ["full"]),
  ("mocoa mocoa://mus", ["mocoa://music/", "mocoa://music/artist"], ["mocoa://music/artist/:"]),
  ("mocoa explain mocoa://music/artist/", ["mocoa://music/artist/:"], ["mocoa://home/"]),
  ("mocoa -dm mocoa://mus", ["mocoa://music/artist"], ["mocoa://home/"]),
  ("mocoa --module=mocoa://mus", ["mocoa://music/artist"], ["mocoa://home/"]),
  ("mocoa --theme ", ["auto", "default-light", "mono", "sunset"], ["data.json", "config"]),
  ("mocoa generate ", ["man", "bash", "zsh", "fish"], ["data.json", "diff"]),
  ("mocoa config --p", ["--path", "--print-default"], ["--pick"]),
  ("mocoa watch --pi", ["--pick"], []),
  ("mocoa diff --pi", [], ["--pick"]),
  ("mocoa watch -n 1 -- mkfif", ["mkfifo"], ["--pick", "mocoa://music/"]),
  ("mocoa watch mkfif", ["mkfifo"], []),
  ("mocoa --log=da", ["data.json"], ["diff"]),
  ("mocoa -d data.json --f", ["--format"], ["--pick"]),
]

/// Waits until a shell shows its prompt below a text.
///
/// The terminal echoes keys that are typed earlier, and the shell may lose them.
private func waitForPrompt(_ terminal: Terminal, behind text: String) throws {
  try terminal.wait("a prompt below \(text)") { terminal in
    (1..<24).contains {
      terminal.emulator.row($0 - 1).hasPrefix(text) && terminal.emulator.row($0).hasPrefix(">")
    }
  }
}

@Suite("mocoa generate")
struct GenerateTests {
  @Test("prints each format, and reports an unknown one")
  func prints() throws {
    for form in ["man", "bash", "zsh", "fish", "bash-widgets", "zsh-widgets", "fish-widgets"] {
      let outcome = try Mocoa.run(["generate", form])
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.lines.count > 20, "\(form) is short")
    }
    let none = try Mocoa.run(["generate"])
    let forms = "man, bash, zsh, fish, bash-widgets, zsh-widgets or fish-widgets"
    #expect(none.status == 2 && none.errors == "mocoa: missing output type (\(forms))\n")
    let other = try Mocoa.run(["generate", "pdf"])
    #expect(
      other.errors == "mocoa: generate: \"pdf\" is not \(forms)\n"
        && other.output == "")
  }

  @Test("ends on a closed pipe as every other output does")
  func closed() throws {
    let outcome = try run("bash", "mocoa generate man | true; echo ${PIPESTATUS[0]}")
    #expect(["0\n", "141\n"].contains(outcome.output) && outcome.errors == "")
  }

  @Test("prints a manual page that groff formats without warnings", arguments: ["utf8", "ascii"])
  func manual(device: String) throws {
    let outcome = try run(
      "bash", "mocoa generate man | groff -ww -man -T\(device) -P-cbou -rLL=80n")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("mocoa - browse lists as live"))
    #expect(outcome.output.contains("-m, --module=URL"))
    #expect(outcome.output.contains("title:blue, artist.name:/^M/"))
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test("completes options, values, words, URLs, files and commands in bash", arguments: lines)
  func bash(line: String, offered: [String], others: [String]) throws {
    // Bash also splits words at = and :.
    var words: [String] = []
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      var part = ""
      var isBreak = false
      for character in word {
        if (character == "=" || character == ":") != isBreak, !part.isEmpty {
          words.append(part)
          part = ""
        }
        isBreak = character == "=" || character == ":"
        part.append(character)
      }
      words.append(part)
    }
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try run(
      "bash",
      """
      source <(mocoa generate bash)
      COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_WORDS=(\(quoted))
      COMP_CWORD=\(words.count - 1)
      _mocoa mocoa '' ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(outcome.errors == "")
    // Bash replaces only the text after the last break with the completion.
    let typed = line.split(separator: " ").last ?? ""
    let isValue = line.last != " " && typed.contains { $0 == "=" || $0 == ":" }
    let made = outcome.lines.map { line in
      isValue && typed.contains(":") ? "mocoa:" + line : line
    }
    #expect(Set(made).isSuperset(of: offered), "\(made)")
    #expect(Set(made).isDisjoint(with: others), "\(made)")
  }

  @Test(
    "completes names that have a meaning in the shell, without an effect",
    arguments: ["bash", "zsh"])
  func hostileName(shell: String) throws {
    let program = try #require(Programs.installed(shell))
    let folder = try TemporaryFolder()
    try folder.write("data.json", "[]")
    let themes = folder.path(of: "config") + "/mocoa/themes"
    // In a shell, the name would remove the file.
    let create = "mkdir -p \(themes); : >'\(themes)/zz;$(rm data.json)`rm data.json`.json'"
    #expect(try Mocoa.run(["-c", create], program: "/bin/sh").status == 0)
    let terminal = try Terminal(
      program, shell == "bash" ? ["--norc", "--noprofile"] : ["-f", "-i"],
      environment: [
        "PATH": path, "PS1": "> ", "INPUTRC": "/dev/null",
        "XDG_CONFIG_HOME": folder.path(of: "config"),
      ], columns: 100, rows: 24)
    try terminal.wait(for: ">")
    let prepare =
      shell == "bash"
      ? "bind 'set bell-style none'" : "autoload -Uz compinit; compinit -u -D"
    terminal.send(
      "cd \(folder.path(of: "")); \(prepare); source <(mocoa generate \(shell)); clear; "
        + "echo re''ady\r")
    try waitForPrompt(terminal, behind: "ready")
    terminal.send("mocoa --theme zz\t")
    try terminal.wait(for: "mocoa --theme zz\\;\\$\\(rm")
    terminal.send("explain mocoa://home/ >out; ls\r")
    try waitForPrompt(terminal, behind: "config")
    try terminal.wait(for: "data.json")
    terminal.send("exit\r")
    _ = try terminal.waitForEnd()
  }

  @Test("completes on Tab in an interactive bash")
  func tab() throws {
    let bash = try #require(Programs.installed("bash"))
    let terminal = try Terminal(
      bash, ["--norc", "--noprofile"],
      environment: ["PATH": path, "PS1": "> ", "INPUTRC": "/dev/null"], columns: 80, rows: 24)
    try terminal.wait(for: ">")
    terminal.send("bind 'set bell-style none'; source <(mocoa generate bash); echo re''ady\r")
    try waitForPrompt(terminal, behind: "ready")
    terminal.send("mocoa --pla\t--mot\tof\t--theme=mon\tmocoa://conta\t")
    try terminal.wait(for: "mocoa --plain --motion off --theme=mono mocoa://contacts/")
    terminal.send(" | head -n 2\r")
    try waitForPrompt(terminal, behind: "Ada Fenwick")
    terminal.send("mocoa exp\tmocoa://music/ar\t/liv\t\r")
    try terminal.wait(for: "mocoa explain mocoa://music/artist/live")
    try waitForPrompt(terminal, behind: "  ViewModel LiveAlbumCellViewModel")
    terminal.send("\u{4}")
    _ = try terminal.waitForEnd()
  }

  @Test("prints a script that zsh can parse")
  func zsh() throws {
    let outcome = try run("bash", "mocoa generate zsh >_mocoa && zsh -n _mocoa")
    #expect(outcome == .init(status: 0, output: "", errors: ""))
  }

  @Test("completes on Tab in an interactive zsh", arguments: [false, true])
  func zshTab(isSourced: Bool) throws {
    let zsh = try #require(Programs.installed("zsh"))
    let folder = try TemporaryFolder()
    try folder.write("_mocoa", Mocoa.run(["generate", "zsh"]).output)
    let terminal = try Terminal(
      zsh, ["-f", "-i"], environment: ["PATH": path, "PS1": "> "], columns: 100, rows: 24)
    try terminal.wait(for: ">")
    let (before, behind) =
      isSourced
      ? ("", "source <(mocoa generate zsh); ") : ("fpath=(\(folder.path(of: "")) $fpath); ", "")
    terminal.send("\(before)autoload -Uz compinit; compinit -u -D; \(behind)echo re''ady\r")
    try waitForPrompt(terminal, behind: "ready")
    terminal.send("mocoa --pla\t--mot\tof\t--theme=mon\tmocoa://conta\t")
    try terminal.wait(for: "mocoa --plain --motion=off --theme=mono mocoa://contacts/")
    terminal.send("\u{15}mocoa gen\tzs\t")
    try terminal.wait(for: "mocoa generate zsh")
    terminal.send("\u{15}mocoa watch -n 1 -- mkfif\t")
    try terminal.wait(for: "mocoa watch -n 1 -- mkfifo")
    terminal.send("\u{15}exit\r")
    _ = try terminal.waitForEnd()
  }

  @Test("completes in fish", arguments: lines)
  func fish(line: String, offered: [String], others: [String]) throws {
    let outcome = try run(
      "fish",
      "mocoa generate fish | source; complete -C '\(line)'", ["--no-config"])
    #expect(outcome.errors == "")
    let made = outcome.lines.map { line in
      // Fish prints the whole word, followed by a description.
      let word = String(line.prefix { $0 != "\t" })
      return word.hasPrefix("--") ? String(word.drop { $0 != "=" }.dropFirst()) : word
    }
    let words = outcome.lines.map { String($0.prefix { $0 != "\t" }) } + made
    #expect(Set(words).isSuperset(of: offered), "\(words)")
    #expect(Set(words).isDisjoint(with: others), "\(words)")
  }
}
