/// The syntax of a list of field names, such as `year "full name" -title`, separated by blanks or
/// commas.
///
/// A name that contains a separator or a quote is quoted, and a quote in it is doubled.
enum FieldListSyntax {
  private static func isBetween(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "," }

  /// A name in the list, and whether a minus precedes it.
  struct Word: Equatable {
    var name: String
    var isMinus = false

    /// A Boolean value that indicates whether the word is an unquoted `*`, which means all fields.
    var isAll = false

    /// A Boolean value that indicates whether the word is an unquoted `desc` or `asc`.
    ///
    /// It sets the direction of the field that precedes it.
    var isOrder = false
  }

  private static let orders = ["desc", "asc"]

  /// Returns the names in a line, in order.
  ///
  /// A quote that is not closed extends to the end of the line.
  static func words(_ line: String) -> [Word] {
    var words: [Word] = []
    var rest = line.unicodeScalars[...]
    while let first = rest.first {
      if isBetween(first) {
        rest.removeFirst()
        continue
      }
      // A single minus is a name.
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

  /// Returns the index at which the last word of a line starts.
  ///
  /// A minus before the word is skipped. If the line ends with a separator, the result is the end
  /// of the line.
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

  /// Returns a name as a word of a line, quoted if necessary.
  static func word(_ name: String) -> String {
    let isBare =
      !name.unicodeScalars.contains { isBetween($0) || $0 == "\"" } && !name.hasPrefix("-")
      && name != "*" && !orders.contains(name)
    return isBare ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// Returns names as a line.
  static func line(_ names: [String]) -> String { names.map(word).joined(separator: " ") }

  /// The text that selects no fields.
  static let none = "-*"

  /// Returns the fields that a line selects, without duplicates.
  ///
  /// Fields are selected in the order of their names, and `*` selects all fields. A field with a
  /// minus before its name is omitted. If all names have a minus, all other fields are selected.
  static func chosen(_ line: String, of all: [String]) -> [String] {
    let words = words(line)
    let left = Set(words.filter(\.isMinus).flatMap { $0.isAll ? all : [$0.name] })
    let named = words.filter { !$0.isMinus }.flatMap { $0.isAll ? all : [$0.name] }
    var seen = left
    return (named.isEmpty && !left.isEmpty ? all : named).filter { seen.insert($0).inserted }
  }
}
