internal import CGetopt
internal import Glibc
internal import Mocoa
internal import MocoaTerminal
internal import Synchronization

/// The parsed command line.
package struct Options: Equatable {
  /// The commands that the first word selects.
  package enum Command: String, CaseIterable, Sendable {
    /// Open a source.
    case open
    /// Prints the registered modules.
    case modules
    /// Prints how a URL resolves.
    case explain
    /// Runs a command repeatedly, and shows its records.
    case watch
    /// Shows or prints the changes between two lists.
    case diff
    /// Prints a manifest for the records of a source.
    case scaffold
    /// Prints the path of the settings, checks them, or writes default settings.
    case config
    /// Prints the man page, or completions for a shell.
    case generate
  }

  /// The forms in which `diff` prints differences.
  package enum DiffOutput: String, CaseIterable, Sendable {
    /// One line for each difference.
    case text
    /// One JSON object.
    case json
  }

  package var command = Command.open
  package var operands: [String] = []
  package var module: String?
  package var idField: String?
  package var kindField: String?
  package var delimiter: Unicode.Scalar?
  package var hasHeader: Bool?
  package var treatsInputAsLines = false

  /// The query of the list, as options of its URL.
  var listOptions: [ModuleURL.Option] = []

  var manifests: [String] = []
  var checksFiles = false
  var showsConfigPath = false
  var printsDefault = false
  var initializesConfig = false
  package var interval = Duration.seconds(2)
  var motion: Motion?
  var theme: String?
  var logPath: String?
  var isDebugging = false
  var isPlain = false
  var hasMouse = true
  var showsBars = true
  var marksChanges = true
  var resumes = false
  var picks = false
  var allowsMultiplePicks = false
  var endsWithNul = false
  var pickText: String?
  var hasPickPrompt = true
  var ranks = true
  var picksOnlyMatch = false
  var endsIfEmpty = false
  var height: InlineHeight?
  var format: PickFormat?
  package var output: DiffOutput?
  var showsHelp = false
  var showsVersion = false

  /// Creates options without a source, with the values of the settings.
  init(_ config: Config = Config()) {
    (motion, theme) = (config.motion, config.theme)
    interval = config.interval ?? interval
    hasMouse = config.hasMouse ?? hasMouse
    (showsBars, marksChanges) = (config.showsBars, config.marksChanges)
  }

  /// The options that select how a page reads a file, as options of its URL.
  var readingOptions: [ModuleURL.Option] {
    let choices = [
      ("id", idField), ("kind", kindField),
      ("delimiter", delimiter.map { $0 == "\t" ? "tab" : String($0) }),
      ("header", hasHeader.map { $0 ? "yes" : "no" }),
      ("form", treatsInputAsLines ? "lines" : nil), ("module", module),
    ]
    return choices.compactMap { name, value in value.map { .init(name: name, value: $0) } }
  }

  /// Parses a command line without the program name.
  ///
  /// Options may precede or follow the subcommand. `--` ends the options.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command line.
  ///   - config: The settings, which provide the default values.
  init(_ arguments: [String], _ config: Config = Config()) throws(OptionsError) {
    self.init(config)
    var (rest, isEnded) = try scan(arguments)
    if !isEnded, let word = rest.first, let command = Command(rawValue: word), command != .open {
      self.command = command
      (rest, isEnded) = try scan(Array(rest.dropFirst()))
    }
    // Users also write options after the source. Words after `watch` belong to the watched command.
    while !isEnded, command != .watch, let operand = rest.first {
      operands.append(operand)
      (rest, isEnded) = try scan(Array(rest.dropFirst()))
    }
    operands += rest
    try checkOperands()
  }

  private func checkOperands() throws(OptionsError) {
    if showsHelp || showsVersion { return }
    try checkPicking()
    if treatsInputAsLines, delimiter != nil || hasHeader != nil { throw .linesOfCells }
    if resumes, command != .open { throw .resumesAlone(command.rawValue) }
    if resumes, let operand = operands.first { throw .resumesAlone(operand) }
    if let option = listOptions.first {
      if ![.open, .watch].contains(command) { throw .noListShown(command.rawValue) }
      if resumes { throw .resumesAlone("--\(option.name)") }
    }
    switch command {
    case .watch: if operands.isEmpty { throw .noCommand }
    case .diff: if operands.count != 2 { throw .notTwo(operands.count) }
    case .modules where checksFiles: break
    case .open, .modules, .explain, .scaffold, .generate:
      if operands.count > 1 { throw .tooMany(operand: operands[1]) }
    case .config: try checkConfig()
    }
    if output != nil, command != .diff { throw .outputElsewhere }
    if checksFiles, command != .modules, command != .config { throw .checksElsewhere }
    if showsConfigPath || printsDefault || initializesConfig, command != .config {
      throw .printsElsewhere
    }
  }

  /// Checks that `config` has exactly one of its options, and that only `--check` has an operand.
  private func checkConfig() throws(OptionsError) {
    guard
      [checksFiles, showsConfigPath, printsDefault, initializesConfig].filter(\.self).count == 1
    else {
      throw .configWithoutQuestion
    }
    if let operand = checksFiles ? operands.dropFirst().first : operands.first {
      throw .tooMany(operand: operand)
    }
  }

  private func checkPicking() throws(OptionsError) {
    if picks {
      if ![.open, .watch].contains(command) { throw .picksElsewhere(command.rawValue) }
      return
    }
    for (name, isThere) in [
      ("--multi", allowsMultiplePicks), ("--print0", endsWithNul), ("--format", format != nil),
      ("--query", pickText != nil), ("--no-prompt", !hasPickPrompt), ("--no-rank", !ranks),
      ("--select-1", picksOnlyMatch), ("--exit-0", endsIfEmpty), ("--height", height != nil),
    ] where isThere {
      throw .noPicking(option: name)
    }
  }

  /// Applies the options that precede the first operand.
  ///
  /// - Returns: The words that follow the options, and whether `--` ended the options.
  private mutating func scan(_ arguments: [String]) throws(OptionsError)
    -> (rest: [String], isEnded: Bool)
  {
    // getopt needs C strings for words and option names that stay valid during the scan.
    var words = (["mocoa"] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    let names = Self.table.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    var options = zip(Self.table.indices, names).map { index, name in
      option(
        name: name, has_arg: Self.table[index].value == nil ? no_argument : required_argument,
        flag: nil, val: Self.firstValue + Int32(index))
    }
    options.append(option())
    return try Self.getoptLock.withLock { _ throws(OptionsError) in
      mocoa_option_restart(0)
      while true {
        let index = mocoa_option_index()
        let code = getopt_long(Int32(words.count - 1), words, Self.letters, options, nil)
        if code == -1 {
          let end = Int(mocoa_option_index())
          // getopt skips only `--` without returning an option.
          return (Array(arguments.dropFirst(end - 1)), end > max(1, Int(index)))
        }
        // With `+` getopt permutes nothing: the word is at the index before the call.
        let word = arguments[max(0, Int(index) - 1)]
        try apply(code, word)
      }
    }
  }

  /// A lock for the global variables of getopt, which is held during a scan.
  private static let getoptLock = Mutex(())

  private mutating func apply(_ code: Int32, _ word: String) throws(OptionsError) {
    let name = String(word.split(separator: "=").first ?? "")
    switch code {
    case Int32(UInt8(ascii: ":")): throw .missingValue(option: name)
    case Int32(UInt8(ascii: "?")):
      let isKnown = mocoa_option_refused() >= Self.firstValue
      throw isKnown ? .unexpectedValue(option: name) : .unknown(option: name)
    default: break
    }
    let entry = Self.table.enumerated().first { index, entry in
      code == Self.firstValue + Int32(index)
        || entry.letter?.asciiValue.map(Int32.init) == code
    }
    let value = mocoa_option_argument().map { String(cString: $0) } ?? ""
    try entry?.element.apply(&self, value)
  }

  /// The code of the first long option for getopt.
  ///
  /// It is greater than all character codes.
  private static let firstValue: Int32 = 1000

  /// The short options in the notation of getopt.
  ///
  /// `+` makes getopt stop at the first operand. `:` makes it distinguish a missing value from an
  /// unknown option.
  private static let letters: String =
    "+:"
    + table.compactMap { entry in
      entry.letter.map { String($0) + (entry.value == nil ? "" : ":") }
    }.joined()
}
