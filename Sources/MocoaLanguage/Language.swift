/// A language in which the program can say what it has to say.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"

  /// The language that a user has asked for, by the variables of the environment alone: whether the
  /// system has such a locale says nothing of what the program can say.
  ///
  /// `LANGUAGE` names several, the best first, and counts where the locale is not `C`; the locale is that
  /// of messages. Chinese of whatever region is the simplified one, which is better than English to all
  /// who read either. What is not known is English.
  ///
  /// - Parameter variable: the value of one of them; nil where it is not set.
  package init(_ variable: (String) -> String?) {
    // What is empty counts as not set.
    let values = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].map { variable($0) ?? "" }
    let locale = values.dropFirst().first { !$0.isEmpty } ?? "C"
    guard !["C", "POSIX"].contains(Self.code(of: locale[...])) else {
      self = .english
      return
    }
    let wishes = values[0].isEmpty ? [locale[...]] : values[0].split(separator: ":")
    self = wishes.lazy.compactMap { Language(rawValue: Self.code(of: $0)) }.first ?? .english
  }

  /// What stands before the region, the script, the encoding and the variant: `zh` of `zh_CN.UTF-8`.
  private static func code(of locale: Substring) -> String {
    let code = locale.prefix { !"_-.@".contains($0) }
    return ["C", "POSIX"].contains(code) ? String(code) : code.lowercased()
  }
}
