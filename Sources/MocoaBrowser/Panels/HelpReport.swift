internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The text of the help panel, generated from key bindings.
@MainActor
enum HelpReport {
  /// The minimum number of columns of a panel in which the keys and their help are on one line.
  static let narrow = 40

  /// Returns the help for key bindings.
  ///
  /// - Parameters:
  ///   - bindings: The key bindings to list.
  ///   - hasPrompt: A Boolean value that indicates whether the text lists the command words of the
  ///     prompt.
  ///   - columns: The number of columns of the panel.
  static func lines(
    _ bindings: [KeyTable<Action>.Binding], hasPrompt: Bool, columns: Int
  ) -> [TextContent.Line] {
    var lines: [TextContent.Line] = []
    for binding in bindings {
      guard let help = binding.help.map({ localized(key: $0) }) else { continue }
      let keys = binding.keys.map(\.description).joined(separator: " ")
      if columns < narrow {
        lines += [.init([.init(keys, .title)]), .init([.init(" " + help, .detail)])]
      } else {
        lines.append(.init([.init(padded(keys, to: 16), .title), .init(help, .detail)]))
      }
    }
    guard hasPrompt else { return lines }
    let words = Command.words.map(\.name)
    lines.append(.init([]))
    lines.append(
      .init([
        .init(padded(":", to: 16), .title),
        .init(
          localized("takes a URL (mocoa://…), or one of: \(words.joined(separator: ", "))"), .detail
        ),
      ]))
    lines.append(
      .init([
        .init(padded("", to: 16), .title),
        .init(localized("Tab completes, ↑↓ history"), .detail),
      ]))
    return lines
  }
}

/// Returns the text with blanks at its end, so that it has a number of columns.
@MainActor
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: columns - Canvas.columns(of: text, atMost: columns))
}
