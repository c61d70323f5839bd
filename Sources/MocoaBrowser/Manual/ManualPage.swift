internal import MocoaTerminal

/// The manual page.
///
/// It is generated from the tables of the program, with a few connecting sentences.
enum ManualPage {
  static var text: String {
    var page = Roff(title: "MOCOA", section: 1, source: "mocoa \(Launch.version)")
    page.heading("mocoa", "browse lists as live, navigable screens")
    page.section("SYNOPSIS")
    page.lines(Options.usages.map { synopsis($0.words) })
    page.section("DESCRIPTION")
    page.paragraph(
      """
      Mocoa shows lists of records on the terminal. Use it to browse, open, filter, sort, search and mark \
      records, to pass them to other programs, and to watch them change. A module, identified by a URL, \
      draws each kind of row. Rows of an unregistered kind are hidden; with `--debug`, a placeholder \
      shows what is missing.
      """)
    page.paragraph(Help.sources)
    page.section("OPTIONS")
    page.paragraph(
      "Options may precede or follow a command and its operands; `--` ends the options. All words after "
        + "the first word of a watched command belong to that command.")
    for entry in Options.table { page.item(name(of: entry), entry.help) }
    page.section("COMMANDS")
    page.paragraph(
      "The first word that is not an option can be a command. To open a file with the name of a command, "
        + "write a path: `mocoa ./watch`.")
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
      "Key names are those of the settings (`mocoa config --print-default`), which can rebind most keys. "
        + "`?` shows the current keys.")
    for group in KeyBindings.groups {
      subsection(group.title)
      for binding in group.bindings {
        guard let help = binding.help else { continue }
        item(binding.keys.map { Roff.bold($0.name) }.joined(separator: ", "), help)
      }
    }
    subsection("Prompt commands")
    let words = Command.words.map { "`\($0.name)`" }
    paragraph(
      "`:` accepts a URL (also after `tab` or `peek`), the number of an item, or a command: "
        + words.joined(separator: ", ") + ".")
  }

  /// Adds the filter syntax, with examples.
  fileprivate mutating func filters() {
    section("FILTERS")
    paragraph(
      "A filter is a list of words. An item must match all of them, in any order. A word in lowercase "
        + "ignores case.")
    for form in FilterSyntaxEntry.all {
      item(form.examples.map(Roff.bold).joined(separator: ", "), form.meaning)
    }
  }

  fileprivate mutating func surroundings() {
    section("FILES")
    for file in ManualTables.files { item(Roff.italic(file.name), file.meaning) }
    paragraph(
      "If set, `XDG_CONFIG_HOME`, `XDG_STATE_HOME` and `XDG_DATA_HOME` replace `~/.config`, "
        + "`~/.local/state` and `~/.local/share`.")
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
