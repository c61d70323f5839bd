internal import CGetopt
internal import Glibc

/// The command line, read.
struct Options: Equatable {
  /// What the first word asks for.
  enum Command: String, CaseIterable {
    /// Open a source.
    case open
    /// Print the registered modules.
    case modules
    /// Print how a URL resolves.
    case explain
  }

  var command = Command.open
  var operands: [String] = []
  var module: String?
  var idField: String?
  var kindField: String?
  var isDebugging = false
  var isPlain = false
  var hasMouse = true
  var showsHelp = false
  var showsVersion = false

  /// Why a command line cannot be read.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case unknown(option: String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case tooMany(operand: String)

    var description: String {
      switch self {
      case .unknown(let option): "unknown option \(option) (see mocoa --help)"
      case .missingValue(let option): "option \(option) needs a value (see mocoa --help)"
      case .unexpectedValue(let option): "option \(option) takes no value (see mocoa --help)"
      case .tooMany(let operand): "one source at a time: \"\(operand)\" is one too many"
      }
    }
  }

  /// One option: what getopt needs to know, and what help says; there is no other table of them.
  struct Entry {
    let name: String
    let letter: Character?
    let value: String?
    let help: String
    let apply: @Sendable (inout Options, String) -> Void
  }

  static let table: [Entry] = [
    Entry(
      name: "module", letter: "m", value: "URL", help: "draw the source with the list module at URL"
    ) { $0.module = $1 },
    Entry(
      name: "id", letter: nil, value: "FIELD",
      help: "the field that identifies a record; # for its position"
    ) { $0.idField = $1 },
    Entry(
      name: "kind", letter: nil, value: "FIELD", help: "the field that names a record's cell module"
    ) { $0.kindField = $1 },
    Entry(
      name: "debug", letter: "d", value: nil,
      help: "show placeholders for what no module can show"
    ) { options, _ in options.isDebugging = true },
    Entry(
      name: "plain", letter: nil, value: nil, help: "print the items as lines of text, and end"
    ) { options, _ in options.isPlain = true },
    Entry(
      name: "no-mouse", letter: nil, value: nil,
      help: "leave the mouse to the terminal (M takes it)"
    ) { options, _ in options.hasMouse = false },
    Entry(name: "help", letter: "h", value: nil, help: "print this help") { options, _ in
      options.showsHelp = true
    },
    Entry(name: "version", letter: "V", value: nil, help: "print the version") { options, _ in
      options.showsVersion = true
    },
  ]

  /// No options, no source.
  init() {}

  /// Reads a command line without the program's name.
  ///
  /// Options stand before or behind the subcommand; `--` ends them.
  init(_ arguments: [String]) throws(Fault) {
    var (rest, isEnded) = try scan(arguments)
    if !isEnded, let word = rest.first, let command = Command(rawValue: word), command != .open {
      self.command = command
      (rest, isEnded) = try scan(Array(rest.dropFirst()))
    }
    // Options may stand behind the source as well, as people type them.
    while !isEnded, let operand = rest.first {
      operands.append(operand)
      (rest, isEnded) = try scan(Array(rest.dropFirst()))
    }
    operands += rest
    if operands.count > 1 { throw .tooMany(operand: operands[1]) }
  }

  /// Applies the options that stand before the first operand, and returns what follows them, and
  /// whether a `--` ended the options.
  private mutating func scan(_ arguments: [String]) throws(Fault)
    -> (rest: [String], isEnded: Bool)
  {
    // getopt wants C strings that live as long as the scan, and options whose names do too.
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
    mocoa_option_restart(0)
    while true {
      let index = mocoa_option_index()
      let code = getopt_long(Int32(words.count - 1), words, Self.letters, options, nil)
      if code == -1 {
        let end = Int(mocoa_option_index())
        // Only a `--` is passed over without being an option.
        return (Array(arguments.dropFirst(end - 1)), end > max(1, Int(index)))
      }
      // With `+` nothing is permuted: the word that getopt looked at is where it stood before.
      let word = arguments[max(0, Int(index) - 1)]
      try apply(code, word)
    }
  }

  private mutating func apply(_ code: Int32, _ word: String) throws(Fault) {
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
    entry?.element.apply(&self, value)
  }

  /// Codes of long options begin behind all characters.
  private static let firstValue: Int32 = 1000

  /// `+` stops at the first operand, `:` tells a missing value from an unknown option.
  private static let letters: String =
    "+:"
    + table.compactMap { entry in
      entry.letter.map { String($0) + (entry.value == nil ? "" : ":") }
    }.joined()
}
