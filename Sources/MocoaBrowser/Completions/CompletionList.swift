internal import MocoaLocalization
internal import MocoaTerminal

/// The completions of a command line, which the hidden command `mocoa __complete -- WORDS…` prints
/// for the completion scripts.
///
/// `WORDS` are the words of the command line up to the cursor. The last word is completed.
///
/// Each line of the output has two columns, separated by a tab:
///
/// - A candidate that replaces the last word, and its description. A candidate that ends with `=` is
///   an option with a value.
/// - `:files`, and a prefix. The script completes file names and inserts the prefix before them.
/// - `:command`, and the number of a word. Another command line begins at this word, and the script
///   uses the completions of its program.
struct CompletionList: Equatable {
  /// A word that can replace the last word of the command line.
  struct Candidate: Equatable {
    let text: String
    var help = ""
  }

  /// The arguments of `mocoa` that precede the command line to complete.
  static let command = ["__complete", "--"]

  private(set) var candidates: [Candidate] = []

  /// The prefix of the last word that precedes a file name, such as `--log=`.
  ///
  /// It is `nil` if no file name is expected.
  private(set) var filePrefix: String?

  /// The number of the word at which another command line begins, or `nil`.
  private(set) var commandWord: Int?

  /// Finds the completions of a command line.
  ///
  /// - Parameters:
  ///   - request: The command line.
  ///   - themes: The names of the themes.
  ///   - modules: A closure that returns the URLs of the registered modules.
  @MainActor
  init(_ request: CompletionRequest, themes: [String], modules: () -> [String]) {
    if let option = request.option {
      addValues(of: option, themes, modules)
    } else if let word = request.watchedWord {
      commandWord = word
    } else if let (option, prefix) = request.attachedOption {
      addValues(of: option, after: prefix, themes, modules)
    } else if !request.isEnded, request.current.hasPrefix("-") {
      if !request.current.contains("=") { addOptions(request) }
    } else {
      addOperands(request, modules)
    }
    // The scripts read lines, and no candidate may look like a directive or act on a terminal.
    candidates.removeAll { $0.text.hasPrefix(":") || SanitizedText.line($0.text) != $0.text }
  }

  /// The lines to print.
  var text: String {
    var lines = candidates.map { "\($0.text)\t\($0.help)\n" }
    if let filePrefix { lines.insert(":files\t\(filePrefix)\n", at: 0) }
    if let commandWord { lines.insert(":command\t\(commandWord)\n", at: 0) }
    return lines.joined()
  }

  private mutating func addValues(
    of option: Options.OptionDefinition, after prefix: String = "", _ themes: [String],
    _ modules: () -> [String]
  ) {
    switch option.takes {
    case .text: break
    case .file: filePrefix = prefix
    case .page: addPages(modules(), after: prefix)
    case .theme: add(themes, after: prefix)
    case .word(let words): add(words, after: prefix)
    }
  }

  private mutating func addOptions(_ request: CompletionRequest) {
    for entry in Options.table where entry.applies(to: request.command) {
      // Only this option may be repeated.
      if entry.name != "manifest", request.options.contains(entry.name) { continue }
      let help = localized(key: entry.help)
      let name = "--" + entry.name + (entry.value == nil ? "" : "=")
      candidates.append(Candidate(text: name, help: help))
      if let letter = entry.letter, !request.current.hasPrefix("--") {
        candidates.append(Candidate(text: "-\(letter)", help: help))
      }
    }
  }

  private mutating func addOperands(_ request: CompletionRequest, _ modules: () -> [String]) {
    let isFirst = request.operandCount == 0
    if request.isCommandExpected {
      candidates += Options.Command.words.map {
        Candidate(text: $0.rawValue, help: localized(key: $0.summary))
      }
    }
    switch request.command.operand {
    case .source where isFirst: addSources(request.current, modules)
    case .files: filePrefix = ""
    case .moduleOrFiles where request.options.contains("check"): filePrefix = ""
    case .module where isFirst, .moduleOrFiles where isFirst:
      add(modules(), help: localized("module"))
    case .word(let words) where isFirst: add(words)
    case .source, .module, .moduleOrFiles, .word, .command: break
    }
  }

  /// Adds file names if the word is not a URL, and the URLs of pages if the word can be the
  /// beginning of a URL.
  private mutating func addSources(_ current: String, _ modules: () -> [String]) {
    let isURL = current.hasPrefix("mocoa:")
    if !isURL { filePrefix = "" }
    if isURL || !current.isEmpty && "mocoa://".hasPrefix(current) { addPages(modules()) }
  }

  /// Adds the URLs of pages, but not the URLs of cells, which contain a colon.
  private mutating func addPages(_ urls: [String], after prefix: String = "") {
    let pages = urls.filter { !$0.replacing("://", with: "", maxReplacements: 1).contains(":") }
    add(pages, after: prefix, help: localized("page"))
  }

  private mutating func add(_ words: [String], after prefix: String = "", help: String = "") {
    candidates += words.map { Candidate(text: prefix + $0, help: help) }
  }
}
