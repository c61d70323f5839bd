/// Parses the delimiter between the fields of delimited text.
package enum FieldDelimiter {
  /// Returns the delimiter that a word represents, or `nil` if the word is invalid.
  ///
  /// A word is one ASCII character except a quote, a line end or NUL, or `tab` or `\t` for a tab.
  package static func parse(_ word: String) -> Unicode.Scalar? {
    if word == "tab" || word == "\\t" { return "\t" }
    guard let scalar = word.unicodeScalars.first, word.unicodeScalars.count == 1, isValid(scalar)
    else { return nil }
    return scalar
  }

  /// Returns `true` if a character can be a delimiter.
  package static func isValid(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar != "\"" && scalar != "\n" && scalar != "\r" && scalar != "\0"
  }
}
