internal import MocoaLocalization
package import MocoaModel
internal import MocoaQuery

/// A template for a shell command with values of the target items.
///
/// `{field}` is replaced by the values of a field, and `{}` by the items in the notation of their
/// source. Each value becomes one quoted word, even if the braces are inside quotes, so the shell
/// does not interpret its content. Braces that do not name a field of the items belong to the
/// shell, as in `${HOME}`, `{a,b}` or `awk '{print}'`. Only the first 10,000 items are searched for
/// a field, because no command can have more.
package struct ShellTemplate: Sendable, Equatable {
  /// Braces that are replaced by values, if they name a field of the items.
  fileprivate struct Placeholder: Sendable, Hashable {
    /// The text between the braces.
    let name: String

    /// The character of the quotes that enclose the braces, or `nil` outside of quotes.
    let quote: Unicode.Scalar?

    /// A Boolean value that indicates whether a value cannot be quoted safely at this position.
    let isUnsafe: Bool

    /// The number of the character at which the braces begin, from 1.
    let number: Int
  }

  /// The reason why items cannot be inserted into a command.
  package struct SubstitutionError: Error, Equatable, CustomStringConvertible {
    fileprivate let placeholderNumber: Int
    fileprivate let name: String

    /// The item whose path is invalid UTF-8, or `nil` if the error is that the braces are at an
    /// unsafe position.
    fileprivate var invalidPath: String?

    package var description: String {
      if let invalidPath {
        return localized("\(invalidPath): cannot pass a non-UTF-8 name to a command")
      }
      return
        localized(
          "character \(placeholderNumber): {\(name)} cannot be quoted inside $(( )), ${ }, ` ` or #"
        )
    }
  }

  /// The maximum number of items.
  ///
  /// A command with more items exceeds the limits of any system.
  package static let maxItems = 10_000

  private var template = BraceTemplate<Placeholder>()

  /// Parses a command.
  package init(_ text: String) {
    var quoting = ShellQuoting()
    var scanner = TemplateScanner(text, areBracesDoubled: false)
    while let (token, start) = scanner.token() {
      let scalar = scanner.scalars[start]
      if token == .opening, start == 0 || scanner.scalars[start - 1] != "$", !quoting.isEscaping,
        let name = scanner.field(while: Self.isNameScalar)
      {
        template.append(
          Placeholder(
            name: name, quote: quoting.mark, isUnsafe: quoting.isUnsafe, number: start + 1))
        for scalar in scanner.scalars[start..<scanner.position] { quoting.read(scalar) }
      } else {
        quoting.read(scalar)
        template.append(scalar)
      }
    }
  }

  /// Returns `true` if the name of a field in braces may contain a character.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "-" || scalar == "." || scalar == ":" || scalar == "/" || scalar == "#"
  }

  /// The names between braces, which may be fields of items.
  package var placeholders: Set<String> {
    Set(template.fields.map(\.name))
  }

  /// Returns the names between braces that are fields of some of the items.
  package func fields(of items: ItemSubset) -> Set<String> {
    var search = PlaceholderSearch()
    _ = search.examine(items, for: placeholders)
    return search.fields
  }

  /// Returns the command in which values of some items replace the braces.
  ///
  /// - Parameter fields: The names that are fields, or `nil` to determine them from the items.
  /// - Throws: ``SubstitutionError`` if a value cannot be quoted safely, or if the path of an item
  ///   is not valid UTF-8.
  package func command(
    for items: ItemSubset, fields: Set<String>? = nil
  ) throws(SubstitutionError) -> String {
    let fields = fields ?? self.fields(of: items)
    var command: [UInt8] = []
    for segment in template.segments {
      switch segment {
      case .text(let text): command += text.utf8
      case .field(let placeholder) where !fields.contains(placeholder.name):
        command += "{\(placeholder.name)}".utf8
      case .field(let placeholder):
        if placeholder.isUnsafe {
          throw SubstitutionError(placeholderNumber: placeholder.number, name: placeholder.name)
        }
        if let invalidName = placeholder.invalidName(of: items) {
          throw SubstitutionError(
            placeholderNumber: placeholder.number, name: placeholder.name, invalidPath: invalidName)
        }
        // The quotes end before the words and begin again after them.
        let mark = placeholder.quote.map { Array(String($0).utf8) } ?? []
        command += mark
        command += placeholder.words(of: items)
        command += mark
      }
    }
    return String(decoding: command, as: UTF8.self)
  }

  /// Returns `true` if the command contains braces that are replaced by values of the items.
  package func hasPlaceholders(for items: ItemSubset) -> Bool { !fields(of: items).isEmpty }

  /// A Boolean value that indicates whether the command contains `{}`, which is replaced for items
  /// of any kind.
  package var hasItemPlaceholders: Bool {
    template.fields.contains(where: \.name.isEmpty)
  }

  /// Returns bytes as a quoted word of the shell.
  ///
  /// NUL bytes are removed, because no word can contain them.
  fileprivate static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var word = [UInt8(ascii: "'")]
    for byte in bytes where byte != 0 {
      if byte == UInt8(ascii: "'") { word += "'\\'".utf8 }
      word.append(byte)
    }
    return word + [UInt8(ascii: "'")]
  }
}

extension ShellTemplate.Placeholder {
  /// Returns the name of the first item whose path is invalid UTF-8.
  ///
  /// The path cannot be inserted as text, because its replacement characters would name another
  /// path.
  func invalidName(of items: ItemSubset) -> String? {
    guard name.isEmpty || name == "path" else { return nil }
    var invalidName: String?
    items.forEach { item in
      invalidName = (item as? any ExportableItem)?.invalidName
      return invalidName == nil
    }
    return invalidName
  }

  /// Returns the values of the items as quoted words.
  func words(of items: ItemSubset) -> [UInt8] {
    var words: [UInt8] = []
    items.forEach { item in
      if !words.isEmpty { words.append(UInt8(ascii: " ")) }
      words += ShellTemplate.quoted(FormatTemplate.bytes(ofField: name, of: item))
      return true
    }
    return words
  }
}

/// A search for the names in braces that are fields of items.
///
/// It can continue over several calls, which must pass the same items. A name counts as a field if
/// one of the first 10,000 items has a value for it, because no command can have more items.
package struct PlaceholderSearch: Sendable {
  /// The names that were passed to `examine(_:for:limit:)` and are known to be fields.
  package private(set) var fields: Set<String> = []

  /// The number of items that were examined for each name that is not known to be a field.
  private var examinedCounts: [String: Int] = [:]

  package init() {}

  /// Examines further items to determine which names are fields.
  ///
  /// The empty name is always a field.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - names: The names.
  ///   - limit: The maximum number of items to examine, in total for all names.
  /// - Returns: `true` if the search is complete for each name: the name is a field, or all items
  ///   were examined for it.
  package mutating func examine(
    _ items: ItemSubset, for names: Set<String>, limit: Int = .max
  ) -> Bool {
    let end = min(items.count, ShellTemplate.maxItems)
    var (left, isComplete) = (limit, true)
    for name in names.sorted() where !fields.contains(name) {
      var (isField, count) = (name.isEmpty, examinedCounts[name] ?? 0)
      if !isField, count < end, left > 0 {
        items.forEach(from: count) { item in
          isField = ItemSerializer.value(at: name, of: item) != nil
          (count, left) = (count + 1, left - 1)
          return !isField && count < end && left > 0
        }
      }
      if isField { fields.insert(name) }
      examinedCounts[name] = count
      if !isField, count < end { isComplete = false }
    }
    return isComplete
  }
}

extension ItemSubset {
  /// Calls a closure with each item from an index on, until the closure returns `false`.
  fileprivate func forEach(from index: Int, _ body: (any CellModel) -> Bool) {
    var skipped = index
    for part in slices {
      for run in part.runs {
        let range = run.range.dropFirst(skipped)
        skipped -= run.range.count - range.count
        for item in range {
          let path = ItemPath(section: run.section, item: item)
          guard body(part.list.element(at: path)) else { return }
        }
      }
    }
  }
}
