/// A localizable message.
///
/// Write the English text at the call site. The key in the message catalog has `%@` for each
/// interpolated value: `localized("wrote \(count) to \(path)")` has the key `wrote %@ to %@`.
package struct LocalizedMessage: ExpressibleByStringInterpolation, Sendable {
  /// The localized text.
  let text: String

  package init(stringLiteral words: String) {
    text = MessageCatalog.current?.text(of: words) ?? words
  }

  package init(stringInterpolation words: StringInterpolation) {
    text = words.text
  }

  /// The literals and interpolated values of a message during its creation.
  package struct StringInterpolation: StringInterpolationProtocol {
    private var english: String

    /// The catalog, the key and the arguments of the translation.
    ///
    /// `nil` for English, which needs no catalog.
    private var wanted: (phrasebook: MessageCatalog, key: String, arguments: [String])?

    package init(literalCapacity: Int, interpolationCount: Int) {
      english = ""
      english.reserveCapacity(literalCapacity + interpolationCount * 8)
      wanted = MessageCatalog.current.map { ($0, "", []) }
    }

    package mutating func appendLiteral(_ words: String) {
      english += words
      wanted?.key += words
    }

    /// Appends an interpolated value.
    package mutating func appendInterpolation(_ value: String) {
      english += value
      wanted?.key += "%@"
      wanted?.arguments.append(value)
    }

    /// Appends an interpolated value.
    package mutating func appendInterpolation(_ value: some Any) {
      appendInterpolation("\(value)")
    }

    /// Appends a count with a noun, as in `1 item` or `2 items`.
    ///
    /// The key is `%@ items` for both.
    package mutating func appendInterpolation(_ count: Int, one: String, other many: String) {
      english += "\(count) \(count == 1 ? one : many)"
      wanted?.key += "%@ \(many)"
      wanted?.arguments.append("\(count)")
    }

    var text: String {
      wanted.flatMap { $0.phrasebook.text(of: $0.key, $0.arguments) } ?? english
    }
  }
}

/// Returns the text of a message in the language of the program.
package func localized(_ phrase: LocalizedMessage) -> String { phrase.text }

/// Returns the text of a message with an English key, in the language of the program.
package func localized(key english: String) -> String {
  MessageCatalog.current?.text(of: english) ?? english
}
