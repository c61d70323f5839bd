/// Something that is said to a person, in the language of the program.
///
/// It is written in English, where it is said, with what is told in it. Phrasebooks have it by its
/// words, in which `%@` stands for each thing told: `phrase("wrote \(count) to \(path)")` by
/// `wrote %@ to %@`.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// What is said.
  let text: String

  package init(stringLiteral words: String) {
    text = Phrasebook.current?.text(of: words) ?? words
  }

  package init(stringInterpolation words: StringInterpolation) {
    text = words.text
  }

  /// The words of a phrase, while they come.
  package struct StringInterpolation: StringInterpolationProtocol {
    private var english: String

    /// What is looked up; nil for English, which is said as it comes.
    private var wanted: (phrasebook: Phrasebook, key: String, arguments: [String])?

    package init(literalCapacity: Int, interpolationCount: Int) {
      english = ""
      english.reserveCapacity(literalCapacity + interpolationCount * 8)
      wanted = Phrasebook.current.map { ($0, "", []) }
    }

    package mutating func appendLiteral(_ words: String) {
      english += words
      wanted?.key += words
    }

    /// Something that is told.
    package mutating func appendInterpolation(_ value: String) {
      english += value
      wanted?.key += "%@"
      wanted?.arguments.append(value)
    }

    /// Something that is told.
    package mutating func appendInterpolation(_ value: some Any) {
      appendInterpolation("\(value)")
    }

    /// A number of something, as in `1 item` or `2 items`, which phrasebooks have as `%@ items`.
    package mutating func appendInterpolation(_ count: Int, _ one: String, _ many: String) {
      english += "\(count) \(count == 1 ? one : many)"
      wanted?.key += "%@ \(many)"
      wanted?.arguments.append("\(count)")
    }

    var text: String {
      wanted.flatMap { $0.phrasebook.text(of: $0.key, $0.arguments) } ?? english
    }
  }
}

/// What is said, in the language of the program.
package func phrase(_ phrase: Phrase) -> String { phrase.text }

/// What a table says in English, in the language of the program.
package func phrase(for english: String) -> String {
  Phrasebook.current?.text(of: english) ?? english
}
