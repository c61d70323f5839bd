/// The options and words that the completion scripts of all shells share.
enum CompletionWords {
  /// Returns the forms of an option: `--module`, `-m`.
  static func spellings(of entry: Options.OptionDefinition) -> [String] {
    ["--" + entry.name] + (entry.letter.map { ["-\($0)"] } ?? [])
  }

  /// The options with a value.
  static let valued = Options.table.filter { $0.value != nil }

  /// Returns the letters of all short options that have a value, or of all that have none.
  static func letters(valued isValued: Bool) -> String {
    Options.table.filter { ($0.value != nil) == isValued }.compactMap(\.letter)
      .map(String.init).joined()
  }

  /// The names of the automatic theme and the bundled themes.
  static let themes = [ThemeCatalog.automatic] + Resources.themes.map(\.name).sorted()

  /// Returns text as one quoted shell word.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
