/// The names of fields in a line, each a word: `year "full name" -title`.
enum FieldWords {
  /// A name, and whether a minus stands in front of it.
  struct Word: Equatable {
    var name: String
    var isMinus: Bool
  }

  /// The names in a line, in their order; a quote that is not closed reaches to the end.
  static func words(_ line: String) -> [Word] {
    var words: [Word] = []
    var rest = line.unicodeScalars[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      // A minus alone is a name.
      let isMinus = first == "-" && (rest.dropFirst().first.map { $0 != " " } ?? false)
      if isMinus { rest.removeFirst() }
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      let end = rest.firstIndex(of: isQuoted ? "\"" : " ") ?? rest.endIndex
      let name = String(rest[..<end])
      if !name.isEmpty { words.append(Word(name: name, isMinus: isMinus)) }
      rest = rest[end...]
      if isQuoted, !rest.isEmpty { rest.removeFirst() }
    }
    return words
  }

  /// A name as it stands in a line.
  static func word(_ name: String) -> String {
    name.contains(" ") || name.hasPrefix("-") ? "\"\(name)\"" : name
  }
}
