internal import CNcurses
import MocoaTerminal

/// Hyperlinks (OSC 8), of which curses knows nothing.
///
/// Curses sends a frame as ever, and leaves the cursor at a known place, in no style. Then the
/// glyphs of each link that was damaged are written over themselves, in the same style, with the
/// link around them, and the cursor is put back: so all that curses believes of the screen stays
/// true. Where a link ends or becomes another one under the same glyphs, which curses would not
/// send again, it is told that the row is lost.
///
/// To have the terminal remember the place (DECSC) would be shorter, but some keep what stood
/// before the other screen in the same memory.
extension NcursesBackend {
  /// What is to be written over a frame that curses has been given.
  func linkBytes(_ frame: Surface, _ damage: [Damage]) -> [UInt8] {
    guard manners.isLikeXterm else { return [] }
    var bytes: [UInt8] = []
    var columns: [Int: [Range<Int>]] = [:]
    for run in damage where (0..<min(frame.size.rows, size.rows)).contains(run.row) {
      columns[run.row, default: []].append(run.columns)
    }
    for (row, damaged) in columns.sorted(by: { $0.key < $1.key }) {
      let before = links[row] ?? []
      let now = LinkScan.links(in: frame, row: row)
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

  /// All links, for a screen that is sent anew.
  var allLinkBytes: [UInt8] {
    guard let linkedFrame else { return [] }
    return links.keys.sorted().filter { $0 < linkedFrame.size.rows }.flatMap { row in
      (links[row] ?? []).flatMap { bytes(of: $0, linkedFrame, row) }
    }
  }

  /// Has curses leave the cursor where `backToCurses` puts it.
  func park() {
    guard cursor == nil else { return }
    leaveok(mocoa_stdscr(), false)
    wmove(mocoa_stdscr(), 0, 0)
  }

  /// What puts the cursor back to where curses left it.
  var backToCurses: [UInt8] {
    let row = min(max(0, cursor?.row ?? 0), size.rows - 1)
    let column = min(max(0, cursor?.column ?? 0), size.columns - 1)
    return Array("\u{1B}[m\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// A hidden cursor may stand anywhere again.
  func unpark() {
    if cursor == nil { leaveok(mocoa_stdscr(), true) }
  }

  private func bytes(of link: ScreenLink, _ frame: Surface, _ row: Int) -> [UInt8] {
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

  /// What sets a style, as curses would with this terminal's colours.
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
