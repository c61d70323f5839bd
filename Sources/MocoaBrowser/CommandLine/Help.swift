internal import MocoaLanguage
internal import MocoaTerminal

/// The text of `mocoa --help`, made from the table of options.
enum Help {
  static var text: String {
    """
    \(usages)

    \(phrase(for: sources))

    \(phrase("options"))
    \(options)

    \(phrase(for: ending))

    """
  }

  /// What a source can be.
  static let sources = """
    SOURCE is a file, pipe or device (JSON, NDJSON/JSON Lines, CSV, TSV, else lines of text, also
    compressed by gzip or zstd), a SQLite database, a folder, - for standard input, or a module URL (mocoa://…); without
    one, standard input where something comes from there, else the home screen mocoa://home/. Where
    standard output is no terminal the items are printed as lines of text.
    """

  /// Where there is more to know.
  static let ending = """
    keys: ? inside the program; in lines: help. Exit status: 0 done, 1 see explain, or diff: different, 2 error,
    128+n ended by signal n.
    """

  private static var usages: String {
    let beginning = phrase("usage: ")
    let indent = String(repeating: " ", count: Canvas.columns(of: beginning, atMost: 80))
    return Options.usages.enumerated().map { position, usage in
      let blanks = String(repeating: " ", count: max(2, 27 - usage.words.count))
      return (position == 0 ? beginning : indent) + "mocoa " + usage.words + blanks
        + phrase(for: usage.help)
    }.joined(separator: "\n")
  }

  private static var options: String {
    Options.table.map { entry in
      let letter = entry.letter.map { "-\($0), " } ?? "    "
      let name = letter + "--" + entry.name + (entry.value.map { " " + $0 } ?? "")
      return "  " + name + String(repeating: " ", count: max(2, 22 - name.count))
        + phrase(for: entry.help)
    }.joined(separator: "\n")
  }
}
