internal import CNcurses
import MocoaTerminal

/// Hyperlinks (OSC 8), which curses does not support.
///
/// Curses sends a frame as usual, and leaves the cursor at a known point without a style. Then the
/// backend writes the glyphs of each damaged link again in the same style, with the link around
/// them, and moves the cursor back. The state that curses assumes therefore stays correct. If a
/// link ends, or changes under the same glyphs, curses would not send them again, so its copy of
/// the row is invalidated.
///
/// Saving the cursor in the terminal (DECSC) would be shorter, but some terminals use the same
/// storage for the cursor of the main screen.
extension NcursesBackend {
  /// Returns the bytes that add the links to a frame that curses has sent.
  func linkBytes(_ frame: Surface, _ damage: [Damage]) -> [UInt8] {
    guard capabilities.ignoresUnknownSequences else { return [] }
    var bytes: [UInt8] = []
    var columns: [Int: [Range<Int>]] = [:]
    for run in damage where (0..<min(frame.size.rows, size.rows)).contains(run.row) {
      columns[run.row, default: []].append(run.columns)
    }
    for (row, damaged) in columns.sorted(by: { $0.key < $1.key }) {
      let before = links[row] ?? []
      let now = URLDetector.links(in: frame, row: row)
        .filter { $0.columns.upperBound < size.columns }
      links[row] = now.isEmpty ? nil : now
      let isLost = before.contains { !now.contains($0) }
      if isLost { wredrawln(mocoa_stdscr(), Int32(row), 1) }
      for link in now
      where isLost || !before.contains(link) || damaged.contains(where: link.columns.overlaps) {
        bytes += self.bytes(of: link, frame, row)
      }
    }
    return bytes
  }

  /// The bytes that add all links, for a frame that is sent completely.
  var allLinkBytes: [UInt8] {
    guard let linkedFrame else { return [] }
    return links.keys.sorted().filter { $0 < linkedFrame.size.rows }.flatMap { row in
      (links[row] ?? []).flatMap { bytes(of: $0, linkedFrame, row) }
    }
  }

  /// Makes curses leave the cursor at a known point, to which `backToCurses` moves it.
  func saveCursesCursor() {
    guard cursor == nil else { return }
    leaveok(mocoa_stdscr(), false)
    wmove(mocoa_stdscr(), 0, 0)
  }

  /// The bytes that move the cursor to the point where curses left it.
  var backToCurses: [UInt8] {
    let row = min(max(0, cursor?.row ?? 0), size.rows - 1)
    let column = min(max(0, cursor?.column ?? 0), size.columns - 1)
    return Array("\u{1B}[m\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// Allows curses to leave a hidden cursor at any point again.
  func restoreCursesCursor() {
    if cursor == nil { leaveok(mocoa_stdscr(), true) }
  }

  private func bytes(of link: ScreenURL, _ frame: Surface, _ row: Int) -> [UInt8] {
    var text = "\u{1B}[\(row + 1);\(link.columns.lowerBound + 1)H\u{1B}]8;;"
    text += String(decoding: link.target, as: UTF8.self) + "\u{1B}\\"
    var style: Style?
    for column in link.columns {
      let glyph = frame[column, row]
      if glyph.style != style {
        style = glyph.style
        text += selection(of: glyph.style)
      }
      text += glyph.text
    }
    return Array((text + "\u{1B}]8;;\u{1B}\\").utf8)
  }

  /// Returns the bytes that set a style with the same colors that curses uses on this terminal.
  private func selection(of style: Style) -> String {
    var codes = ["0"]
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, code) in attributes where style.attributes.contains(attribute) {
      codes.append(code)
    }
    let colors = pairs.colors(of: style)
    if let color = colors.foreground { codes.append(Self.code(color, 30, bright: 90, "38")) }
    if let color = colors.background { codes.append(Self.code(color, 40, bright: 100, "48")) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Color, _ basic: Int, bright: Int, _ other: String) -> String {
    switch color {
    case .palette(let index) where index < 8: "\(basic + Int(index))"
    case .palette(let index) where index < 16: "\(bright + Int(index) - 8)"
    case .palette(let index): "\(other);5;\(index)"
    case .rgb(let red, let green, let blue): "\(other);2;\(red);\(green);\(blue)"
    }
  }
}
