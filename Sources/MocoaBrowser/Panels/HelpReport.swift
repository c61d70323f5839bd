internal import MocoaLanguage
internal import Mocoa
internal import MocoaTerminal

/// The help, made from the table of keys.
@MainActor
enum HelpReport {
  /// In a narrow window what a key does stands below it.
  static let narrow = 40

  /// The help on the keys that count.
  static func lines(
    _ bindings: [KeyTable<Action>.Binding], hasPrompt: Bool, columns: Int
  ) -> [TextContent.Line] {
    var lines: [TextContent.Line] = []
    for binding in bindings {
      guard let help = binding.help.map({ phrase(for: $0) }) else { continue }
      let keys = binding.keys.map(\.description).joined(separator: " ")
      if columns < narrow {
        lines += [.init([.init(keys, .title)]), .init([.init(" " + help, .detail)])]
      } else {
        lines.append(.init([.init(padded(keys, to: 16), .title), .init(help, .detail)]))
      }
    }
    guard hasPrompt else { return lines }
    let words = Browser.commands.compactMap(\.command)
    lines.append(.init([]))
    lines.append(
      .init([
        .init(padded(":", to: 16), .title),
        .init(
          phrase("takes a URL (mocoa://…), or one of: \(words.joined(separator: ", "))"), .detail),
      ]))
    lines.append(
      .init([
        .init(padded("", to: 16), .title),
        .init(phrase("Tab completes it, ↑ ↓ call back what was entered before"), .detail),
      ]))
    return lines
  }
}

/// A text with blanks behind it, up to a number of columns.
@MainActor
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: columns - Canvas.columns(of: text, atMost: columns))
}
