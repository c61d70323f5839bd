internal import MocoaLocalization
internal import MocoaTerminal

/// A form in which the marked items or the current item are copied.
enum CopyForm: String, CaseIterable, Hashable, Sendable {
  case row, value, path, pointer, json, csv, text, key, url

  /// The key of the form in the copy menu.
  var key: Unicode.Scalar {
    switch self {
    case .row: "y"
    case .value: "v"
    case .path: "p"
    case .pointer: "P"
    case .json: "j"
    case .csv: "c"
    case .text: "t"
    case .key: "k"
    case .url: "u"
    }
  }

  /// The name of the command that copies items in the form.
  var commandName: String { self == .url ? "copy-page-url" : "copy-\(rawValue)" }

  /// The help line of the command.
  var help: String {
    switch self {
    case .row: "copy the row as shown"
    case .value: "copy the value of the column or node"
    case .path: "copy the path, such as $.users[0]"
    case .pointer: "copy the path as JSON pointer"
    case .json: "copy as JSON"
    case .csv: "copy as CSV"
    case .text: "copy as text, with tabs between values"
    case .key: "copy the key"
    case .url: "copy the URL of the page"
    }
  }

  /// The word for the form in the copy menu.
  var word: String {
    switch self {
    case .row: localized("row")
    case .value: localized("value")
    case .path: localized("path")
    case .pointer: localized("pointer")
    case .json: "JSON"
    case .csv: "CSV"
    case .text: localized("text")
    case .key: localized("key")
    case .url: "URL"
    }
  }

  /// The copy menu, as the status line shows it.
  static var hints: [KeyHint] {
    [KeyHint("", localized("copy"))]
      + allCases.map { KeyHint(String(Character($0.key)), $0.word, action: .copyForm($0)) }
      + [KeyHint("Esc", localized("cancel"), action: .escape)]
  }
}

extension Browser.Overlay {
  /// A Boolean value that indicates whether the overlay is a menu in the status line.
  var isMenu: Bool { if case .copyMenu = self { true } else { false } }
}
