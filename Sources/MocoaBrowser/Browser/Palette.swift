internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The list of the actions that are available, which the user filters by typing words.
struct Palette: Equatable {
  /// An action in the palette.
  struct Entry: Equatable {
    let action: Action
    let help: String

    /// The English help text of the action, which the search also finds.
    let english: String

    /// The command name and the keys of the action.
    let name: String
    let keys: String

    /// The lowercase text that is searched.
    let searched: String

    init(action: Action, english: String, keys: String) {
      let aliases = action.command?.aliases.joined(separator: " ") ?? ""
      (self.action, self.english, self.keys) = (action, english, keys)
      (help, name) = (localized(key: english), action.name ?? "")
      searched = "\(name) \(help) \(english) \(keys) \(aliases)".lowercased()
    }
  }

  private let entries: [Entry]

  /// The entries that contain all typed words.
  ///
  /// Entries whose name begins with the first word precede the others.
  private(set) var found: [Entry]

  /// The index of the selected entry in `found`.
  private(set) var chosen = 0

  /// Creates a palette from key bindings, with one entry for each action that has a help text.
  init(_ bindings: [KeyTable<Action>.Binding]) {
    var (entries, seen): ([Entry], Set<Action>) = ([], [])
    for binding in bindings {
      guard let help = binding.help, seen.insert(binding.action).inserted else { continue }
      entries.append(
        Entry(
          action: binding.action, english: help,
          keys: binding.keys.map(\.description).joined(separator: " ")))
    }
    (self.entries, found) = (entries, entries)
  }

  /// Searches the names, help texts and keys of the entries for words, ignoring case.
  mutating func search(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    let longest = entries.lazy.map(\.searched.utf8.count).max() ?? 0
    // Repeated words and words longer than every searched text need no search.
    let distinct = Set(words)
    var passing = entries
    if distinct.contains(where: { $0.utf8.count > longest }) { passing = [] }
    for word in distinct where !passing.isEmpty {
      passing.removeAll { !$0.searched.contains(word) }
    }
    let isFirst = { (entry: Entry) in words.first.map { entry.name.hasPrefix($0) } ?? false }
    found = passing.filter(isFirst) + passing.filter { !isFirst($0) }
    chosen = 0
  }

  /// Selects another entry, without wrapping around at the ends.
  mutating func move(_ movement: Movement) {
    let page = 10
    let step =
      switch movement {
      case .down: 1
      case .up: -1
      case .pageDown, .halfPageDown: page
      case .pageUp, .halfPageUp: -page
      default: 0
      }
    chosen = max(0, min(found.count - 1, chosen + step))
  }

  /// The action of the selected entry, or `nil` if no entry matches.
  var action: Action? { found.indices.contains(chosen) ? found[chosen].action : nil }

  /// Draws the entries around the selected one.
  @MainActor
  func draw(into canvas: inout Canvas, theme: Theme) {
    let (rows, columns) = (canvas.size.rows, canvas.size.columns)
    let room = max(0, columns - 3)
    let top = max(0, min(chosen - rows / 2, found.count - rows))
    if found.isEmpty {
      canvas.write(
        localized("no match"), at: Point(column: 3, row: 0), style: theme.quiet,
        limit: room)
    }
    for (row, entry) in found[top...].prefix(rows).enumerated() {
      let isChosen = top + row == chosen
      if isChosen {
        canvas.write("▌", at: Point(column: 1, row: row), style: theme[.cursor])
      }
      let keys = min(room / 2, Canvas.columns(of: entry.keys, atMost: room))
      canvas.write(
        entry.help, at: Point(column: 3, row: row), style: theme[isChosen ? .title : .text],
        limit: max(0, room - keys - 3), truncation: .ellipsis)
      canvas.write(
        entry.keys, at: Point(column: columns - 1 - keys, row: row), style: theme[.detail],
        limit: keys, truncation: .ellipsis)
    }
  }
}

extension Browser {
  /// Opens the palette with the actions that are available on this page.
  func openPalette() {
    let keys = pageKeys.bindings + self.keys.global.bindings.filter { $0.action != .palette }
    open(Prompt(.palette(Palette(keys))))
  }

  /// Performs the selected action of a palette.
  func accept(_ palette: Palette) {
    if let action = palette.action { perform(action) }
  }
}
