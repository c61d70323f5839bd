/// A form of filter syntax.
struct FilterForm {
  /// Examples of the syntax.
  let examples: [String]

  /// The condition that an item must satisfy.
  let meaning: String

  static let all = [
    FilterForm(
      examples: ["kob", "mdav"],
      meaning:
        "the letters, behind each other or at the beginnings of words: Kind of Blue, Miles Davis"),
    FilterForm(examples: ["'blue", "\"kind of\""], meaning: "exactly that, somewhere in a value"),
    FilterForm(examples: ["^kind", "blue$"], meaning: "a value that begins, or ends, so"),
    FilterForm(
      examples: ["/bl.e/"], meaning: "what the regular expression (POSIX, extended) finds"),
    FilterForm(
      examples: ["title:blue", "artist.name:/^M/"],
      meaning: "the word, or the expression, in that field; title: alone: the field"),
    FilterForm(
      examples: ["year=1959", "year!=1959", "year>1958", "year<=1960"],
      meaning: "a field that is so, as a number where both are"),
    FilterForm(
      examples: ["!live", "jazz | blues", "(jazz | blues) !live"],
      meaning: "not that; one or the other; both together"),
  ]
}
