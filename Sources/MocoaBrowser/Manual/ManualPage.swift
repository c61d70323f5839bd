internal import MocoaTerminal

/// The manual page, which is generated from the tables of the program with a few connecting
/// sentences.
enum ManualPage {
  static var text: String {
    var page = Roff(title: "MOCOA", section: 1, source: "mocoa \(Launch.version)")
    page.heading("mocoa", "browse lists as live, navigable screens")
    page.section("SYNOPSIS")
    page.lines(Options.usages.map { synopsis($0.words) })
    page.section("DESCRIPTION")
    page.paragraph(
      """
      Mocoa shows lists of records on the terminal: one moves through them, opens what they hold, filters, \
      sorts, searches and marks them, hands them to other programs, and watches them change. Every kind of \
      row is a module that is found by its URL; a kind that nobody has registered is no error, and with \
      `--debug` says itself what is missing.
      """)
    page.paragraph(Help.sources)
    page.section("OPTIONS")
    page.paragraph(
      "Options stand before or behind a command and its operands; `--` ends them. What stands behind the "
        + "command that is watched belongs to that.")
    for entry in Options.table { page.item(name(of: entry), entry.help) }
    page.section("COMMANDS")
    page.paragraph(
      "The first word that is no option can be one of these. A file that is called like one is opened "
        + "with a path: `mocoa ./watch`.")
    for usage in Options.usages where usage.command != .open {
      page.item(synopsis(usage.words), usage.help)
    }
    page.keys()
    page.filters()
    page.surroundings()
    return page.text
  }

  /// Returns the names and the value of an option: `-m, --module=URL`.
  private static func name(of entry: Options.OptionDefinition) -> String {
    let letter = entry.letter.map { Roff.bold("-\($0)") + ", " } ?? ""
    let value = entry.value.map { "=" + Roff.italic($0) } ?? ""
    return letter + Roff.bold("--" + entry.name) + value
  }

  /// Returns a command line in which literal words are bold.
  private static func synopsis(_ words: String) -> String {
    let parts = words.split(separator: " ").map { word in
      let isPlaceholder = word.contains { $0.isUppercase }
      return isPlaceholder ? placeholder(String(word)) : Roff.bold(String(word))
    }
    return ([Roff.bold("mocoa")] + parts).joined(separator: "\\ ")
  }

  /// Returns a placeholder such as `[OPTION…]`, with its letters in italic.
  private static func placeholder(_ word: String) -> String {
    let name = word.filter { $0.isUppercase }
    let parts = word.split(separator: name, omittingEmptySubsequences: false)
    return parts.map { Roff.escaped(String($0)) }.joined(separator: Roff.italic(name))
  }
}

extension Roff {
  /// Adds the key bindings, by group.
  fileprivate mutating func keys() {
    section("KEYS")
    paragraph(
      "Keys are written as the settings have them (`mocoa config --print-default`), which can give most of "
        + "them to something else. `?` shows those that count.")
    for group in KeyBindings.groups {
      subsection(group.title)
      for binding in group.bindings {
        guard let help = binding.help else { continue }
        item(binding.keys.map { Roff.bold($0.name) }.joined(separator: ", "), help)
      }
    }
    subsection("Words at the prompt")
    let words = Command.words.map { "`\($0.name)`" }
    paragraph(
      "`:` takes a URL, also behind `tab` or `peek`, the number of an item, or one of: "
        + words.joined(separator: ", ") + ".")
  }

  /// Adds the filter syntax, with examples.
  fileprivate mutating func filters() {
    section("FILTERS")
    paragraph(
      "A filter is written as words: an item has to have all of them, in whatever order. A word without "
        + "capitals finds both cases.")
    for form in FilterSyntaxEntry.all {
      item(form.examples.map(Roff.bold).joined(separator: ", "), form.meaning)
    }
  }

  fileprivate mutating func surroundings() {
    section("FILES")
    for file in ManualTables.files { item(Roff.italic(file.name), file.meaning) }
    paragraph(
      "Where `XDG_CONFIG_HOME`, `XDG_STATE_HOME` or `XDG_DATA_HOME` is set, it stands for `~/.config`, "
        + "`~/.local/state` or `~/.local/share`.")
    section("ENVIRONMENT")
    for variable in ManualTables.variables { item(Roff.bold(variable.name), variable.meaning) }
    section("EXIT STATUS")
    for status in ManualTables.statuses { item(Roff.bold(status.name), status.meaning) }
    section("EXAMPLES")
    for example in ManualTables.examples { self.example(example.meaning, example.name) }
    section("SEE ALSO")
    references(["diff", "jq", "less", "sqlite3", "watch"].map { ($0, 1) })
  }
}
