/// The names of fields in a line, each a word: `year "full name" -title`, with blanks or commas
/// between.
///
/// What has one of these or a quote in it stands in quotes, in which a quote stands twice.
enum FieldWords {
  private static func isBetween(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "," }

  /// A name, and whether a minus stands in front of it.
  struct Word: Equatable {
    var name: String
    var isMinus = false

    /// Whether it is `*`, which no quotes make a name, and so means all fields.
    var isAll = false

    /// Whether it is `desc` or `asc`, which no quotes make a name: behind a field that sorts, the
    /// order.
    var isOrder = false
  }

  private static let orders = ["desc", "asc"]

  /// The names in a line, in their order; a quote that is not closed reaches to the end.
  static func words(_ line: String) -> [Word] {
    var words: [Word] = []
    var rest = line.unicodeScalars[...]
    while let first = rest.first {
      if isBetween(first) {
        rest.removeFirst()
        continue
      }
      // A minus alone is a name.
      let isMinus = first == "-" && (rest.dropFirst().first.map { !isBetween($0) } ?? false)
      if isMinus { rest.removeFirst() }
      let isQuoted = rest.first == "\""
      let name = isQuoted ? quoted(&rest) : bare(&rest)
      if !name.isEmpty {
        words.append(
          Word(
            name: name, isMinus: isMinus, isAll: name == "*" && !isQuoted,
            isOrder: orders.contains(name) && !isQuoted && !isMinus))
      }
    }
    return words
  }

  private static func bare(_ rest: inout Substring.UnicodeScalarView) -> String {
    let end = rest.firstIndex(where: isBetween) ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }

  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
    var name = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        guard rest.first == "\"" else { break }
        rest.removeFirst()
      }
      name.append(scalar)
    }
    return String(name)
  }

  /// Where the last word of a line begins, behind its minus; the end of the line, where it ends with
  /// a blank or a comma.
  static func lastWord(of line: String) -> String.Index {
    let scalars = line.unicodeScalars
    var (start, isQuoted) = (scalars.startIndex, false)
    for index in scalars.indices {
      if scalars[index] == "\"" { isQuoted.toggle() }
      if isBetween(scalars[index]), !isQuoted { start = scalars.index(after: index) }
    }
    if start < scalars.endIndex, scalars[start] == "-" { start = scalars.index(after: start) }
    return start
  }

  /// A name as it stands in a line.
  static func word(_ name: String) -> String {
    let isBare =
      !name.unicodeScalars.contains { isBetween($0) || $0 == "\"" } && !name.hasPrefix("-")
      && name != "*" && !orders.contains(name)
    return isBare ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// Names as they stand in a line.
  static func line(_ names: [String]) -> String { names.map(word).joined(separator: " ") }

  /// What chooses no field at all.
  static let none = "-*"

  /// The fields that a line chooses, each once: those that are named, `*` being all, without those
  /// behind a minus; where only such are named, all others.
  static func chosen(_ line: String, of all: [String]) -> [String] {
    let words = words(line)
    let left = Set(words.filter(\.isMinus).flatMap { $0.isAll ? all : [$0.name] })
    let named = words.filter { !$0.isMinus }.flatMap { $0.isAll ? all : [$0.name] }
    var seen = left
    return (named.isEmpty && !left.isEmpty ? all : named).filter { seen.insert($0).inserted }
  }
}
