/// A language of the user interface.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"

  /// Creates the language that the environment variables request.
  ///
  /// Only the variables are read. The locales that are installed on the system do not limit the
  /// languages of the program.
  ///
  /// The locale is the first nonempty value of `LC_ALL`, `LC_MESSAGES` and `LANG`. `LANGUAGE` lists
  /// several languages in order of preference and has precedence, unless the locale is `C`. Chinese
  /// of every region is shown as simplified Chinese, which all readers of Chinese prefer to
  /// English. An unknown language is replaced by English.
  ///
  /// - Parameter variable: A closure that returns the value of an environment variable, or `nil` if
  ///   it is not set.
  package init(_ variable: (String) -> String?) {
    // An empty value counts as not set.
    let values = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].map { variable($0) ?? "" }
    let locale = values.dropFirst().first { !$0.isEmpty } ?? "C"
    guard !["C", "POSIX"].contains(Self.code(of: locale[...])) else {
      self = .english
      return
    }
    let preferences = values[0].isEmpty ? [locale[...]] : values[0].split(separator: ":")
    self = preferences.lazy.compactMap { Language(rawValue: Self.code(of: $0)) }.first ?? .english
  }

  /// Returns the language code before region, script, encoding and variant: `zh` for `zh_CN.UTF-8`.
  private static func code(of locale: Substring) -> String {
    let code = locale.prefix { !"_-.@".contains($0) }
    return ["C", "POSIX"].contains(code) ? String(code) : code.lowercased()
  }
}
