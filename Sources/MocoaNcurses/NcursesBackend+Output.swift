internal import CNcurses
import Glibc
public import MocoaTerminal

extension NcursesBackend {
  /// Shows a frame with one `doupdate()`.
  ///
  /// Only the damaged runs of the frame are read. Glyphs outside of the terminal are omitted. Lines
  /// never wrap, so the lower right corner can be written too.
  public func present(_ frame: Surface, damage: [Damage], cursor: Point?) {
    guard isOpen, !isSuspended, !damage.isEmpty || cursor != self.cursor else { return }
    TerminalGuard.installSignalStack()
    if !write(frame, damage) {
      removeColorPairs()
      let fullDamage = (0..<frame.size.rows).map {
        Damage(row: $0, columns: 0..<frame.size.columns)
      }
      // Colors that still do not fit become the terminal's default.
      write(frame, fullDamage, whenFull: .pair(0))
    }
    let links = linkBytes(frame, damage)
    linkedFrame = frame
    update(isFrame: !damage.isEmpty, with: links) { showCursor(at: cursor) }
  }

  /// Sends the last frame completely, starting with an empty screen.
  public func repaint() {
    guard isOpen, !isSuspended else { return }
    update(with: allLinkBytes) { clearok(mocoa_curscr(), true) }
  }

  /// Sends the pending changes of the curses screen to the terminal with one write.
  ///
  /// If the terminal supports synchronized output, a frame becomes visible only when it is
  /// complete.
  ///
  /// - Parameters:
  ///   - isFrame: A Boolean value that indicates whether the changes are a new frame.
  ///   - links: The bytes to write after the output of curses.
  ///   - prepare: A closure that changes the curses screen before the update.
  private func update(
    isFrame: Bool = true, with links: [UInt8] = [], _ prepare: () -> Void
  ) {
    func send() {
      prepare()
      if !links.isEmpty { saveCursesCursor() }
      wnoutrefresh(mocoa_stdscr())
      doupdate()
      if !links.isEmpty { restoreCursesCursor() }
    }
    // When resumed, curses sets the modes of the terminal, so its output must be connected to it.
    guard let frames, !isendwin() else {
      send()
      if !links.isEmpty { writeAll(links + backToCurses, to: descriptor) }
      // The direct output has color numbers that were not replaced. Send it again.
      if numbers.hasApproximations, frames != nil { repaint() }
      return
    }
    let collected = frames.collect(from: mocoa_output(&device), of: descriptor, send)
    guard let collected, !collected.isEmpty || !links.isEmpty else { return }
    var bytes = numbers.rewrite(collected)
    if !links.isEmpty { bytes += links + backToCurses }
    let isMarked = isFrame && modes.contains(.synchronized)
    let output = isMarked ? PrivateModes.frameStart + bytes + PrivateModes.frameEnd : bytes
    writeAll(output, to: descriptor)
  }

  /// Shows the cursor at a point, or hides it.
  private func showCursor(at point: Point?) {
    if let point {
      wmove(
        mocoa_stdscr(), Int32(min(max(0, point.row), size.rows - 1)),
        Int32(min(max(0, point.column), size.columns - 1)))
    }
    if (point == nil) != (cursor == nil) {
      // A hidden cursor can be at any point.
      leaveok(mocoa_stdscr(), point == nil)
      curs_set(point == nil ? 0 : 1)
    }
    cursor = point
  }

  /// Writes runs of a frame into the window of curses.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - damage: The runs to write.
  ///   - whenFull: The pair for colors if no color pair is left, or `.exhausted` to stop in this
  ///     case.
  /// - Returns: `false` if no color pair is left and `whenFull` is not a pair.
  @discardableResult
  private func write(
    _ frame: Surface, _ damage: [Damage], whenFull: ColorPairs.Allocation = .exhausted
  ) -> Bool {
    // A local variable, because every access to a class property is checked, for each cell.
    var cells = takeCells()
    defer { self.cells = cells }
    let rows = min(frame.size.rows, size.rows)
    let columns = min(frame.size.columns, size.columns)
    for run in damage where (0..<rows).contains(run.row) {
      var first = max(0, run.columns.lowerBound)
      let end = min(run.columns.upperBound, columns)
      guard first < end else { continue }
      while first > 0, frame[first, run.row].width == 0 { first -= 1 }
      let run = (row: run.row, columns: first..<end, last: columns)
      guard collect(frame, run, into: &cells, whenFull) else { return false }
      mvwadd_wchnstr(
        mocoa_stdscr(), Int32(run.row), Int32(first), cells, Int32(cells.count))
    }
    return true
  }

  private func takeCells() -> [cchar_t] {
    defer { cells = [] }
    return cells
  }

  /// Fills `cells` with the glyphs of a run, with one cell for each wide glyph.
  ///
  /// - Returns: `false` if no color pair is left and `whenFull` is not a pair.
  private func collect(
    _ frame: Surface, _ run: (row: Int, columns: Range<Int>, last: Int),
    into cells: inout [cchar_t], _ whenFull: ColorPairs.Allocation
  ) -> Bool {
    let (row, columns, last) = run
    cells.removeAll(keepingCapacity: true)
    var style = Style.plain
    var sample = cchar_t()
    var pen = CursesAttributes()
    var column = columns.lowerBound
    while column < columns.upperBound {
      let glyph = frame[column, row]
      if glyph.style != style || cells.isEmpty {
        guard let pair = number(for: glyph.style, whenFull) else { return false }
        style = glyph.style
        pen = CursesAttributes(attributes: Self.attributes(of: style), pair: pair)
        sample = CursesCell.blank.cell(pen)
      }
      let width = max(1, Int(glyph.width))
      var text = CursesCell(glyph)
      if column + width > last { text = .replacement }
      if text.marks == .zero {
        mocoa_set_scalar(&sample, text.scalar)
        cells.append(sample)
      } else {
        cells.append(text.cell(pen))
      }
      if width == 2, text.width == 1, column + 1 < last {
        cells.append(CursesCell.blank.cell(pen))
      }
      column += width
    }
    return true
  }

  private static func attributes(of style: Style) -> attr_t {
    var attributes = attr_t(0)
    if style.attributes.contains(.bold) { attributes |= mocoa_bold }
    if style.attributes.contains(.dim) { attributes |= mocoa_dim }
    if style.attributes.contains(.underline) { attributes |= mocoa_underline }
    if style.attributes.contains(.reverse) { attributes |= mocoa_reverse }
    if style.attributes.contains(.italic) { attributes |= mocoa_italic }
    return attributes
  }
}

extension NcursesBackend {
  /// Detects the colors that the terminal supports.
  ///
  /// If NO_COLOR is set and not empty, the backend uses no colors.
  func startColors() {
    pairs = ColorPairs(depth: .none, capacity: 0)
    numbers = ColorIndexTable(.palette)
    if ColorEnvironment.disablesColors { return }
    // Requesting a pair without color support crashes ncurses 6.4.
    guard has_colors(), start_color() == OK else { return }
    let count = Int(mocoa_color_count())
    var depth = ColorDepth(colors: count, isDirect: mocoa_flag("RGB") && count > 256)
    if depth == .full {
      numbers = ColorIndexTable(.direct)
    } else if depth == .palette, supportsApproximations {
      depth = .full
      numbers = ColorIndexTable(.aliased)
    }
    hasDefaultColors = use_default_colors() == OK
    pairs = ColorPairs(depth: depth, capacity: min(Int(mocoa_pair_count()), 32_768) - 1)
  }

  /// A Boolean value that indicates whether numbers in the output of curses can be replaced with
  /// RGB colors.
  ///
  /// This requires that the terminal reports true color, that the sequences of curses have the
  /// known format, and that the output passes through the backend.
  private var supportsApproximations: Bool {
    guard frames != nil, mocoa_sets_colors_like_xterm() else { return false }
    return mocoa_flag("RGB") || mocoa_flag("Tc") || ColorEnvironment.declaresTrueColor
  }

  /// Returns the number of the color pair for a style.
  ///
  /// If no pair is left and `whenFull` is a pair, the method returns the number of that pair. If
  /// `whenFull` is not a pair, it returns `nil`.
  private func number(for style: Style, _ whenFull: ColorPairs.Allocation) -> Int32? {
    switch pairs.pair(for: style) {
    case .pair(let number): return number
    case .define(let number, let colors): return define(number, colors, whenFull)
    case .exhausted:
      guard case .pair(let number) = whenFull else { return nil }
      return number
    }
  }

  private func define(
    _ pair: Int32, _ colors: ColorPairs.Colors, _ whenFull: ColorPairs.Allocation
  ) -> Int32? {
    guard let foreground = number(of: colors.foreground, default: 7, whenFull),
      let background = number(of: colors.background, default: 0, whenFull)
    else { return nil }
    if init_extended_pair(pair, foreground, background) == OK { return pair }
    pairs.markUnsupported(colors)
    return 0
  }

  /// Returns the number that represents a color in curses, allocating one if needed.
  ///
  /// If no number is left and `whenFull` is a pair, the method returns the number of the nearest
  /// color. If `whenFull` is not a pair, it returns `nil`.
  private func number(
    of color: Color?, default number: Int32, _ whenFull: ColorPairs.Allocation
  ) -> Int32? {
    guard let color else { return hasDefaultColors ? -1 : number }
    if let number = numbers.number(of: color) { return number }
    guard case .pair = whenFull else { return nil }
    return numbers.nearest(to: color).flatMap { numbers.number(of: $0) }
  }

  /// Removes all pairs, because a frame needs more pairs than are left.
  private func removeColorPairs() {
    pairs.removeAll()
    guard numbers.hasApproximations else { return numbers.removeAll() }
    numbers.removeAll()
    // The numbers on the screen will be aliases of other colors, so all of it must be sent again.
    clearok(mocoa_curscr(), true)
  }
}

/// Hyperlinks (OSC 8), which curses does not support.
///
/// First, curses sends a frame as usual, and leaves the cursor at a known point without a style.
/// Then the backend writes the glyphs of each damaged link again in the same style, with the link
/// around them. Finally it moves the cursor back, so the state that curses assumes stays correct.
/// If a link ends or changes while its glyphs stay the same, curses would not send the glyphs
/// again. In this case the backend invalidates the copy of the row that curses stores.
///
/// Saving the cursor in the terminal (DECSC) would be shorter, but some terminals use the same
/// storage for the cursor of the main screen.
extension NcursesBackend {
  /// Returns the bytes that add the links to a frame that curses has sent.
  private func linkBytes(_ frame: Surface, _ damage: [Damage]) -> [UInt8] {
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
  private var allLinkBytes: [UInt8] {
    guard let linkedFrame else { return [] }
    return links.keys.sorted().filter { $0 < linkedFrame.size.rows }.flatMap { row in
      (links[row] ?? []).flatMap { bytes(of: $0, linkedFrame, row) }
    }
  }

  /// Makes curses leave a hidden cursor at the upper left corner after the next update.
  ///
  /// `backToCurses` moves the cursor to this point again.
  private func saveCursesCursor() {
    guard cursor == nil else { return }
    leaveok(mocoa_stdscr(), false)
    wmove(mocoa_stdscr(), 0, 0)
  }

  /// The bytes that move the cursor to the point where curses left it.
  private var backToCurses: [UInt8] {
    let row = min(max(0, cursor?.row ?? 0), size.rows - 1)
    let column = min(max(0, cursor?.column ?? 0), size.columns - 1)
    return Array("\u{1B}[m\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// Allows curses to leave a hidden cursor at any point again.
  private func restoreCursesCursor() {
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

  /// Returns the escape sequence that sets a style, with the colors that curses uses for it.
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

extension NcursesBackend {
  /// Copies text to the clipboard of the terminal's user with xterm's OSC 52.
  ///
  /// The text is encoded in base64, so that no part of it controls the terminal. Consoles would
  /// print the sequence, so the method does not send it to them.
  ///
  /// - Throws: `ClipboardError.unavailable` for a console, `ClipboardError.tooLong` for long text.
  public func copy(_ text: String) throws(ClipboardError) {
    guard isOpen, !isSuspended, capabilities.ignoresUnknownSequences, descriptor >= 0 else {
      throw .unavailable
    }
    let bytes = Array(text.utf8)
    guard bytes.count <= ClipboardError.byteLimit else { throw .tooLong(bytes.count) }
    writeAll(ClipboardSequence.bytes(copying: bytes), to: descriptor)
  }
}

/// The escape sequence that copies text to the terminal's clipboard.
enum ClipboardSequence {
  static func bytes(copying text: [UInt8]) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(text) + [0x07]
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the base64 encoding of bytes (RFC 4648).
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for index in 0..<4 {
        let digit = Int(bits >> (18 - 6 * UInt32(index)) & 63)
        result.append(index <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
