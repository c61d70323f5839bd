extension Options {
  /// A form of the command line that the help text lists.
  ///
  /// The help text and the manual are generated from the table of usages.
  struct UsageLine {
    let command: Command

    /// The words after the program name.
    let words: String

    let help: String

    init(_ command: Command, _ words: String, _ help: String) {
      (self.command, self.words, self.help) = (command, words, help)
    }
  }

  static let usages = [
    UsageLine(.open, "[OPTION…] [SOURCE]", "open SOURCE"),
    UsageLine(
      .watch, "watch [-n SECONDS] -- COMMAND…", "run COMMAND repeatedly and show its output"),
    UsageLine(
      .diff, "diff [--id FIELD] OLD NEW", "show the differences of two lists"),
    UsageLine(.modules, "modules [URL]", "list registered modules, one URL per line"),
    UsageLine(
      .modules, "modules --check [FILE…]",
      "validate manifests (exit 0 valid, 2 invalid)"),
    UsageLine(.explain, "explain URL", "explain how URL resolves (exit 0 found, 1 placeholder)"),
    UsageLine(.scaffold, "scaffold SOURCE", "generate a manifest from SOURCE"),
    UsageLine(
      .config, "config --check [FILE]", "validate settings (exit 0 valid, 2 invalid)"),
    UsageLine(.config, "config --path", "print the settings path"),
    UsageLine(
      .config, "config --print-default", "print the default settings"),
    UsageLine(
      .config, "config --init", "create the settings file with defaults"),
    UsageLine(
      .generate, "generate TYPE",
      "print the man page or completions (\(GenerateCommand.documents))"),
    UsageLine(
      .generate, "generate SHELL-widgets", "print key bindings for bash, zsh or fish"),
  ]

  /// The kinds of operands of a command, which are its words that are not options.
  enum Operand: Equatable {
    /// A file, a folder, or the URL of a page.
    case source

    /// The paths of files, not URLs.
    case files

    /// The URL of a registered module.
    case module

    /// The URL of a registered module, or files if the command checks them.
    case moduleOrFiles

    /// The words of another command line.
    case command

    /// One of the associated words.
    case word([String])
  }
}

extension Options.Command {
  /// A short description of the command for lists of commands.
  var summary: String {
    switch self {
    case .open: "open a source"
    case .modules: "list modules or validate manifests"
    case .explain: "explain how a URL resolves"
    case .watch: "run a command repeatedly and show its output"
    case .diff: "show or print the differences of two lists"
    case .scaffold: "generate a manifest from a source"
    case .config: "validate, create or print the settings"
    case .generate: "print the man page or shell completions"
    }
  }

  /// The kind of the operands.
  var operand: Options.Operand {
    switch self {
    case .open, .scaffold: .source
    case .explain: .module
    case .modules: .moduleOrFiles
    case .watch: .command
    case .diff, .config: .files
    case .generate: .word(GenerateCommand.Output.allCases.map(\.rawValue))
    }
  }

  /// The commands that have a command word, in the order of the help text.
  static let words: [Self] = Options.usages.map(\.command).reduce(into: []) { words, command in
    if command != .open, !words.contains(command) { words.append(command) }
  }
}
