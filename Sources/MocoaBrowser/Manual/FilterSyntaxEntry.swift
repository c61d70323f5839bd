/// A form of filter syntax that the manual describes.
struct FilterSyntaxEntry {
  /// Examples of the syntax.
  let examples: [String]

  /// The condition that an item must satisfy to match.
  let meaning: String

  static let all = [
    FilterSyntaxEntry(
      examples: ["kob", "mdav"],
      meaning:
        "fuzzy: letters in order, or initials of words (Kind of Blue, Miles Davis)"),
    FilterSyntaxEntry(
      examples: ["'blue", "\"kind of\""], meaning: "literal text anywhere in a value"),
    FilterSyntaxEntry(examples: ["^kind", "blue$"], meaning: "prefix, or suffix"),
    FilterSyntaxEntry(
      examples: ["/bl.e/"], meaning: "regular expression of PCRE2"),
    FilterSyntaxEntry(
      examples: ["title:blue", "artist.name:/^M/"],
      meaning: "match in one field; \"title:\" alone tests that the field exists"),
    FilterSyntaxEntry(
      examples: ["year=1959", "year!=1959", "year>1958", "year<=1960"],
      meaning: "comparison; numeric if both sides are numbers, otherwise text"),
    FilterSyntaxEntry(
      examples: ["!live", "jazz | blues", "(jazz | blues) !live"],
      meaning: "not; or; grouping"),
  ]
}
