extension Options {
  /// One way to call the program: what help and the manual say of it; there is no other table of them.
  struct Usage {
    let command: Command

    /// What stands behind the program's name.
    let words: String

    let help: String

    init(_ command: Command, _ words: String, _ help: String) {
      (self.command, self.words, self.help) = (command, words, help)
    }
  }

  static let usages = [
    Usage(.open, "[OPTION…] [SOURCE]", "open SOURCE"),
    Usage(.watch, "watch [-n SECS] -- CMD…", "run CMD again and again, and show what it prints"),
    Usage(
      .diff, "diff [--id FIELD] OLD NEW", "print what changed between two lists, as JSON"),
    Usage(.modules, "modules [URL]", "print the registered modules, one URL a line"),
    Usage(
      .modules, "modules --check [FILE…]",
      "check manifests: 0 all are right, 2 something is wrong"),
    Usage(.explain, "explain URL", "print how URL resolves: 0 resolved, 1 placeholder"),
    Usage(.scaffold, "scaffold SOURCE", "print a manifest for the records of SOURCE"),
    Usage(
      .config, "config --check [FILE]", "check the settings: 0 all are right, 2 something is wrong"),
    Usage(.config, "config --path", "print where the settings are"),
    Usage(
      .config, "config --print-default", "print settings that change nothing, to begin with"),
    Usage(.config, "config --init", "write these where the settings are, unless there are some"),
    Usage(
      .generate, "generate FORM",
      "print the man page, or completions: \(GenerateCommand.choice(" or "))"),
  ]

  /// What the words of a command line that are no options stand for.
  enum Operand: Equatable {
    /// A file, a folder, or the URL of a page.
    case source

    /// Files, and nothing else.
    case files

    /// The URL of any module.
    case module

    /// The URL of any module, or files, where these are to be checked.
    case moduleOrFiles

    /// A command with its own words.
    case command

    /// One of some words.
    case word([String])
  }
}

extension Options.Command {
  /// What the word asks for, in a few words, for those who choose among all.
  var summary: String {
    switch self {
    case .open: "open a source"
    case .modules: "print the registered modules, or check manifests"
    case .explain: "print how a URL resolves"
    case .watch: "run a command again and again, and show what it prints"
    case .diff: "print what changed between two lists, as JSON"
    case .scaffold: "print a manifest for the records of a source"
    case .config: "check the settings, begin some, or print where they are"
    case .generate: "print the man page, or completions for a shell"
    }
  }

  /// What its operands are.
  var operand: Options.Operand {
    switch self {
    case .open, .scaffold: .source
    case .explain: .module
    case .modules: .moduleOrFiles
    case .watch: .command
    case .diff, .config: .files
    case .generate: .word(GenerateCommand.Form.allCases.map(\.rawValue))
    }
  }

  /// The commands that are asked for by a word, in the order of the help.
  static let words: [Self] = Options.usages.map(\.command).reduce(into: []) { words, command in
    if command != .open, !words.contains(command) { words.append(command) }
  }
}
