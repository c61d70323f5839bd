internal import Glibc
internal import MocoaTerminal

/// A writer of frames as escape sequences that move the cursor only relative to its present row.
///
/// The writer assumes that the terminal has at least as many rows below the first row of the block
/// as the frame has.
struct InlineFrameWriter {
  /// The row of the cursor in the block.
  private(set) var row = 0

  /// The bytes to send.
  private(set) var bytes: [UInt8] = []

  private let colors: ColorPairs

  /// The escape sequences of styles.
  private var sequences: [Style: [UInt8]] = [:]

  /// The maximum number of elements of `sequences`, because colors may come from data.
  private static let maxSequences = 4096

  /// The style of the next glyph.
  private var style = Style.plain

  init(depth: ColorDepth) { colors = ColorPairs(depth: depth, capacity: 1) }

  /// Returns the bytes to send, and removes them.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func write(_ text: String) { bytes += Array(text.utf8) }

  /// Moves the cursor to a point of the block.
  mutating func move(to point: Point) {
    if point.row > row { write("\u{1B}[\(point.row - row)B") }
    if point.row < row { write("\u{1B}[\(row - point.row)A") }
    row = point.row
    write("\r")
    if point.column > 0 { write("\u{1B}[\(point.column)C") }
  }

  /// Reserves rows for a block below the cursor, whose row becomes the first row of the block.
  mutating func reserve(rows: Int) {
    row = 0
    write("\r" + String(repeating: "\n", count: rows - 1))
    if rows > 1 { write("\u{1B}[\(rows - 1)A") }
  }

  /// Moves the cursor to the first row of the block, and erases the block.
  mutating func erase() {
    select(.plain)
    move(to: Point(column: 0, row: 0))
    write("\u{1B}[J")
  }

  /// Writes the damaged runs of a frame.
  mutating func write(_ frame: Surface, _ damage: [Damage]) {
    for run in damage where (0..<frame.size.rows).contains(run.row) {
      let end = min(run.columns.upperBound, frame.size.columns)
      var column = max(0, run.columns.lowerBound)
      while column > 0, column < end, frame[column, run.row].width == 0 { column -= 1 }
      guard column < end else { continue }
      move(to: Point(column: column, row: run.row))
      let textEnd = end == frame.size.columns ? textEnd(of: frame, run.row, column..<end) : end
      while column < textEnd {
        let glyph = frame[column, run.row]
        let width = max(1, Int(glyph.width))
        select(glyph.style)
        if column + width > frame.size.columns { write(" ") } else { write(glyph.text) }
        // The terminal may draw the glyph in another width.
        if width > 1, column + width < textEnd {
          move(to: Point(column: column + width, row: run.row))
        }
        column += width
      }
      if textEnd < end {
        select(.plain)
        write("\u{1B}[K")
      }
    }
    select(.plain)
  }

  /// Returns the column after the last glyph of a row that is not a blank in the plain style.
  ///
  /// The blanks after it are erased instead of written. A terminal that becomes narrower would wrap
  /// written blanks, and the rows above the block would leave the screen.
  private func textEnd(of frame: Surface, _ row: Int, _ columns: Range<Int>) -> Int {
    var end = columns.upperBound
    while end > columns.lowerBound, case let glyph = frame[end - 1, row], glyph.width == 1,
      glyph.style == .plain, glyph.scalar == 32
    {
      end -= 1
    }
    return end
  }

  private mutating func select(_ new: Style) {
    if new == style { return }
    style = new
    if let sequence = sequences[new] { return bytes += sequence }
    let sequence = Array(sequence(of: new).utf8)
    if sequences.count >= Self.maxSequences { sequences.removeAll() }
    sequences[new] = sequence
    bytes += sequence
  }

  /// Returns the escape sequence that sets a style.
  private func sequence(of style: Style) -> String {
    if style == .plain { return "\u{1B}[m" }
    var codes = ["0"]
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, code) in attributes where style.attributes.contains(attribute) {
      codes.append(code)
    }
    let colors = colors.colors(of: style)
    if let color = colors.foreground { codes.append(color.code(30, bright: 90, "38")) }
    if let color = colors.background { codes.append(color.code(40, bright: 100, "48")) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension Color {
  /// Returns the parameters that select the color.
  ///
  /// - Parameters:
  ///   - basic: The parameter of the first of the basic colors.
  ///   - bright: The parameter of the first of the bright colors.
  ///   - other: The parameter before all other colors.
  func code(_ basic: Int, bright: Int, _ other: String) -> String {
    switch self {
    case .palette(let index) where index < 8: "\(basic + Int(index))"
    case .palette(let index) where index < 16: "\(bright + Int(index) - 8)"
    case .palette(let index): "\(other);5;\(index)"
    case .rgb(let red, let green, let blue): "\(other);2;\(red);\(green);\(blue)"
    }
  }
}
