/// What completions for all shells say of the options and words of the program.
enum ShellWords {
  /// An option as it is typed: `--module`, `-m`.
  static func spellings(of entry: Options.Entry) -> [String] {
    ["--" + entry.name] + (entry.letter.map { ["-\($0)"] } ?? [])
  }

  /// The options with a value.
  static let valued = Options.table.filter { $0.value != nil }

  /// The letters of the options that have a value, or that have none.
  static func letters(valued isValued: Bool) -> String {
    Options.table.filter { ($0.value != nil) == isValued }.compactMap(\.letter)
      .map(String.init).joined()
  }

  /// The themes that the program has itself, and the word for the one that fits.
  static let themes = [ThemeCatalog.automatic] + Resources.themes.map(\.name).sorted()

  /// A word that a shell takes as it is.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
