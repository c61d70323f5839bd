internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The text of the help panel, generated from key bindings.
@MainActor
enum HelpReport {
  /// The minimum number of columns of a panel in which the keys and their help are on one line.
  static let narrow = 40

  /// The minimum number of columns of a panel with two columns of keys.
  private static let wide = 76

  /// The number of terminal columns for the keys, and for those in a panel with two columns.
  private static let (keyColumns, narrowKeyColumns) = (16, 13)

  /// A key with its help.
  struct Entry {
    let keys: String
    let help: String

    init(keys: String, help: String) { (self.keys, self.help) = (keys, help) }

    /// Creates the entry of a key binding, or returns `nil` if it has no help.
    init?(_ binding: KeyBindings.Binding) {
      guard let help = binding.help else { return nil }
      self.init(
        keys: binding.keys.map(\.description).joined(separator: " "), help: localized(key: help))
    }
  }

  /// Entries with a title.
  struct Section {
    let title: String
    let entries: [Entry]

    init(title: String, entries: [Entry]) { (self.title, self.entries) = (title, entries) }

    /// Creates the section of a group of key bindings.
    init(_ group: KeyBindings.Group) {
      self.init(title: localized(key: group.title), entries: group.bindings.compactMap(Entry.init))
    }
  }

  /// Returns the help for key bindings.
  ///
  /// - Parameters:
  ///   - sections: The sections to list. Empty sections are omitted.
  ///   - hasPrompt: A Boolean value that indicates whether the text lists the command words of the
  ///     prompt.
  ///   - columns: The number of columns of the panel.
  static func lines(
    _ sections: [Section], hasPrompt: Bool, columns: Int
  ) -> [TextContent.Line] {
    var lines: [TextContent.Line] = []
    for section in sections where !section.entries.isEmpty {
      let rule = max(0, columns - 4 - Canvas.columns(of: section.title, atMost: columns))
      lines.append(
        .init([
          .init(section.title, .heading), .init(String(repeating: "─", count: rule), .rule),
        ]))
      lines += Self.lines(of: section.entries, columns: columns)
    }
    guard hasPrompt else { return lines }
    let words = Command.words.map(\.name)
    lines.append(.init([]))
    lines.append(
      .init([
        .init(padded(":", to: keyColumns), .title),
        .init(
          localized("takes a URL (mocoa://…), or one of: \(words.joined(separator: ", "))"), .detail
        ),
      ]))
    lines.append(
      .init([
        .init(padded("", to: keyColumns), .title),
        .init(localized("Tab completes, ↑↓ history"), .detail),
      ]))
    return lines
  }

  private static func lines(of entries: [Entry], columns: Int) -> [TextContent.Line] {
    if columns < narrow {
      return entries.flatMap { entry in
        [
          TextContent.Line([.init(entry.keys, .title)]),
          TextContent.Line([.init(" " + entry.help, .detail)]),
        ]
      }
    }
    // Two adjacent entries share a row if they fit.
    // The margins have two terminal columns, and each of the three gaps.
    let helpColumns = columns < wide ? 0 : (columns - 2 - 2 * narrowKeyColumns - 6) / 2
    func fits(_ entry: Entry) -> Bool {
      Canvas.columns(of: entry.keys, atMost: columns) < narrowKeyColumns
        && Canvas.columns(of: entry.help, atMost: columns) <= helpColumns
    }
    var lines: [TextContent.Line] = []
    var rest = entries[...]
    while let entry = rest.popFirst() {
      let keyColumns = columns < wide ? Self.keyColumns : narrowKeyColumns
      guard fits(entry), let next = rest.first, fits(next) else {
        lines.append(.init(spans(of: entry, keyColumns)))
        continue
      }
      rest.removeFirst()
      lines.append(.init(spans(of: entry, keyColumns, helpColumns) + spans(of: next, keyColumns)))
    }
    return lines
  }

  private static func spans(
    of entry: Entry, _ keyColumns: Int, _ helpColumns: Int = 0
  ) -> [TextContent.Span] {
    [
      .init(padded(entry.keys, to: keyColumns), .title),
      .init(padded(entry.help, to: helpColumns), .detail),
    ]
  }
}

/// Returns the text with blanks at its end, so that it has a number of columns.
@MainActor
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - Canvas.columns(of: text, atMost: columns)))
}
