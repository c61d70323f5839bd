internal import MocoaLanguage
internal import MocoaTerminal

/// The text of `mocoa --help`, made from the table of options.
enum Help {
  static var text: String {
    """
    \(usages)

    \(wrapped(phrase(for: sources)))

    \(phrase("options"))
    \(options)

    \(wrapped(phrase(for: ending)))

    """
  }

  /// So many columns a terminal has at least, as a rule.
  private static let columns = 80

  /// What a source can be.
  static let sources = """
    SOURCE is a file, pipe or device (JSON, NDJSON/JSON Lines, CSV, TSV, else lines of text, also \
    compressed by gzip or zstd), a SQLite database, a folder, - for standard input, or a module URL (mocoa://…); without \
    one, standard input where something comes from there, else the home screen mocoa://home/. Where \
    standard output is no terminal the items are printed as lines of text.
    """

  /// Where there is more to know.
  static let ending = """
    keys: ? inside the program; in lines: help. Settings, such as limits.memory: mocoa config. Exit status: 0 done, 1 see explain, or diff: different, 2 error, \
    128+n ended by signal n.
    """

  private static var usages: String {
    let beginning = phrase("usage: ")
    let indent = String(repeating: " ", count: Canvas.columns(of: beginning, atMost: columns))
    return Options.usages.enumerated().map { position, usage in
      line(
        (position == 0 ? beginning : indent) + "mocoa " + usage.words, phrase(for: usage.help),
        at: 40)
    }.joined(separator: "\n")
  }

  private static var options: String {
    Options.table.map { entry in
      let letter = entry.letter.map { "-\($0), " } ?? "    "
      let name = letter + "--" + entry.name + (entry.value.map { " " + $0 } ?? "")
      return line("  " + name, phrase(for: entry.help), at: 24)
    }.joined(separator: "\n")
  }

  /// What is meant, and behind it what is to be said of that, from a column on, in as many lines as
  /// it needs.
  private static func line(_ label: String, _ help: String, at column: Int) -> String {
    let used = Canvas.columns(of: label, atMost: columns)
    let indent = String(repeating: " ", count: column)
    // What is said begins on the line of a label that is too long, where there is room for it.
    let fits = used + 2 <= column || used + 2 + Canvas.columns(of: help, atMost: columns) <= columns
    let gap =
      fits ? String(repeating: " ", count: max(2, column - used)) : "\n" + indent
    let lines = used + 2 > column && fits ? [help] : help.pieces(columns: columns - column)
    return label + gap + lines.joined(separator: "\n" + indent)
  }

  private static func wrapped(_ text: String) -> String {
    text.pieces(columns: columns).joined(separator: "\n")
  }
}
