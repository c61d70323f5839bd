/// An unfinished command line, whose last word is completed.
struct CompletionRequest {
  /// The text of the last word up to the cursor.
  let current: String

  /// The command of the command line.
  private(set) var command = Options.Command.open

  /// The option whose value is the last word, or `nil`.
  private(set) var option: Options.OptionDefinition?

  /// The number of operands before the last word.
  private(set) var operandCount = 0

  /// The number of the word at which a watched command begins, or `nil`.
  ///
  /// The program name has the number 0.
  private(set) var watchedWord: Int?

  /// A Boolean value that indicates whether `--` precedes the last word.
  private(set) var isEnded = false

  /// The names of the options before the last word.
  private(set) var options: Set<String> = []

  /// A Boolean value that indicates whether the last word may be a command.
  var isCommandExpected: Bool { command == .open && operandCount == 0 && !isEnded }

  /// Creates a request from the words after the program name.
  init(_ words: [String]) {
    current = words.last ?? ""
    for (index, word) in words.dropLast().enumerated() {
      read(word)
      if command == .watch, operandCount == 1 {
        // All words after the first word of a watched command belong to that command.
        watchedWord = index + 1
        return
      }
    }
    if command == .watch, option == nil, isEnded || !current.hasPrefix("-") {
      watchedWord = max(1, words.count)
    }
  }

  private mutating func read(_ word: String) {
    if option != nil {
      option = nil
    } else if isEnded || word == "-" || !word.hasPrefix("-") {
      if isCommandExpected, let command = Options.Command(rawValue: word), command != .open {
        self.command = command
      } else {
        operandCount += 1
      }
    } else if word == "--" {
      isEnded = true
    } else if word.hasPrefix("--") {
      readLong(word)
    } else if let last = Self.letters(in: word, { options.insert($0.name) }), last.value.isEmpty {
      option = last.option
    }
  }

  private mutating func readLong(_ word: String) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let entry = Options.table.first(where: { $0.name == parts[0] }) else { return }
    options.insert(entry.name)
    if entry.value != nil, parts.count == 1 { option = entry }
  }

  /// Reads the letters of a word such as `-dm`.
  ///
  /// - Returns: The option that has a value, and the part of the word that is its value, or `nil`
  ///   if no option has a value.
  private static func letters(
    in word: String, _ body: (Options.OptionDefinition) -> Void = { _ in }
  ) -> (option: Options.OptionDefinition, value: Substring)? {
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      guard let entry = Options.table.first(where: { $0.letter == letter }) else { continue }
      body(entry)
      if entry.value != nil { return (entry, rest) }
    }
    return nil
  }

  /// The option in the last word, if the word also contains the value, as in `--theme=dark`.
  ///
  /// `prefix` is the part of the word that precedes the value. The property is `nil` if the word
  /// has another form.
  var attachedOption: (option: Options.OptionDefinition, prefix: String)? {
    if isEnded || !current.hasPrefix("-") { return nil }
    if current.hasPrefix("--") {
      guard let sign = current.firstIndex(of: "=") else { return nil }
      let name = current[..<sign].dropFirst(2)
      let entry = Options.table.first { $0.name == name && $0.value != nil }
      return entry.map { ($0, String(current[...sign])) }
    }
    guard let (option, value) = Self.letters(in: current), !value.isEmpty else { return nil }
    return (option, String(current.dropLast(value.count)))
  }
}
