/// A form of filter syntax.
struct FilterSyntaxEntry {
  /// Examples of the syntax.
  let examples: [String]

  /// The condition that an item must satisfy.
  let meaning: String

  static let all = [
    FilterSyntaxEntry(
      examples: ["kob", "mdav"],
      meaning:
        "the letters, behind each other or at the beginnings of words: Kind of Blue, Miles Davis"),
    FilterSyntaxEntry(
      examples: ["'blue", "\"kind of\""], meaning: "exactly that, somewhere in a value"),
    FilterSyntaxEntry(examples: ["^kind", "blue$"], meaning: "a value that begins, or ends, so"),
    FilterSyntaxEntry(
      examples: ["/bl.e/"], meaning: "what the regular expression (POSIX, extended) finds"),
    FilterSyntaxEntry(
      examples: ["title:blue", "artist.name:/^M/"],
      meaning: "the word, or the expression, in that field; title: alone: the field"),
    FilterSyntaxEntry(
      examples: ["year=1959", "year!=1959", "year>1958", "year<=1960"],
      meaning: "a field that is so, as a number where both are"),
    FilterSyntaxEntry(
      examples: ["!live", "jazz | blues", "(jazz | blues) !live"],
      meaning: "not that; one or the other; both together"),
  ]
}
