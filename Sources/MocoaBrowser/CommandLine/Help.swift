internal import MocoaLocalization
internal import MocoaTerminal

/// The text of `mocoa --help`, generated from the table of options.
enum Help {
  static var text: String {
    """
    \(usages)

    \(wrapped(localized(key: sources)))

    \(localized("options"))
    \(options)

    \(wrapped(localized(key: ending)))

    """
  }

  /// The width of the text, in columns.
  ///
  /// Most terminals are at least this wide.
  private static let columns = 80

  /// The description of the operand SOURCE.
  static let sources = """
    SOURCE is a file or pipe (JSON, NDJSON, CSV, TSV or text; gzip and zstd are decompressed), a \
    SQLite database, a folder, "-" for standard input, or a module URL (mocoa://…). Default: \
    piped input, otherwise the home screen. If standard output is not a terminal, mocoa prints \
    the items and exits.
    """

  /// The last paragraph of the text: references to more help, and the exit statuses.
  static let ending = """
    Press ? for all keys (line mode: help). Settings such as limits.memory: mocoa config. \
    Exit status: 0 success, 1 no match or difference, 2 error, 128+n signal n.
    """

  private static var usages: String {
    let beginning = localized("usage: ")
    let indent = String(repeating: " ", count: Canvas.columns(of: beginning, atMost: columns))
    return Options.usages.enumerated().map { position, usage in
      line(
        (position == 0 ? beginning : indent) + "mocoa " + usage.words, localized(key: usage.help),
        at: 40)
    }.joined(separator: "\n")
  }

  private static var options: String {
    Options.table.map { entry in
      let letter = entry.letter.map { "-\($0), " } ?? "    "
      let name = letter + "--" + entry.name + (entry.value.map { " " + $0 } ?? "")
      return line("  " + name, localized(key: entry.help), at: 24)
    }.joined(separator: "\n")
  }

  /// Returns the lines of one entry: a label, followed by its wrapped help text.
  ///
  /// - Parameters:
  ///   - label: The option or usage that the entry describes.
  ///   - help: The help text.
  ///   - column: The first column of the help text, from 0.
  private static func line(_ label: String, _ help: String, at column: Int) -> String {
    let used = Canvas.columns(of: label, atMost: columns)
    let indent = String(repeating: " ", count: column)
    // After a label that is too long, the help starts on the same line if it fits.
    let fits = used + 2 <= column || used + 2 + Canvas.columns(of: help, atMost: columns) <= columns
    let gap =
      fits ? String(repeating: " ", count: max(2, column - used)) : "\n" + indent
    let lines = used + 2 > column && fits ? [help] : help.wrapped(columns: columns - column)
    return label + gap + lines.joined(separator: "\n" + indent)
  }

  private static func wrapped(_ text: String) -> String {
    text.wrapped(columns: columns).joined(separator: "\n")
  }
}
