/// The screen of a terminal, limited to the features of xterm that the compared programs use.
///
/// The tests have a real emulator, libvterm. Benchmarks must not need more libraries than the
/// product. All glyphs count as one column wide, which is correct for the files of the benchmark.
struct PeerScreen {
  private let columns: Int
  private let rows: Int
  private var glyphs: [[Unicode.Scalar]]
  private var (row, column) = (0, 0)
  private var saved = (row: 0, column: 0)
  private var region: Range<Int>
  private var last: Unicode.Scalar = " "
  private var state = State.text
  private var rest: [UInt8] = []

  /// The replies of the terminal to the program.
  private(set) var answers: [UInt8] = []

  private enum State { case text, escape, charset, control, string, stringEscape }

  /// Creates a blank screen.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    glyphs = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    region = 0..<rows
  }

  /// A Boolean value that indicates whether every row contains text.
  var isFull: Bool { glyphs.allSatisfy { row in row.contains { $0 != " " } } }

  /// Returns the text of a row without trailing blanks.
  func text(of row: Int) -> String {
    let end = glyphs[row].lastIndex { $0 != " " } ?? -1
    return String(String.UnicodeScalarView(glyphs[row][...end]))
  }

  /// Returns `true` if a row contains a text.
  func shows(_ text: String) -> Bool {
    glyphs.indices.contains { self.text(of: $0).contains(text) }
  }

  /// Returns the first row with a glyph in its first three columns, where programs draw cursors.
  func row(of glyph: Unicode.Scalar) -> Int? { glyphs.firstIndex { $0.prefix(3).contains(glyph) } }

  /// Returns and removes the pending replies.
  mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  /// Processes the output of a program.
  mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { write(byte) }
  }

  private mutating func write(_ byte: UInt8) {
    switch state {
    case .text: writeText(byte)
    case .escape: writeEscape(byte)
    case .charset: state = .text
    case .control where (0x40...0x7E).contains(byte):
      state = .text
      control(byte)
      rest = []
    case .control: rest.append(byte)
    case .string where byte == 0x07: state = .text
    case .string: if byte == 0x1B { state = .stringEscape }
    case .stringEscape: state = .text
    }
  }

  private mutating func writeText(_ byte: UInt8) {
    if byte >= 0x80 || !rest.isEmpty {
      rest.append(byte)
      guard let first = rest.first, rest.count >= max(2, (~first).leadingZeroBitCount) else {
        return
      }
      put(String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? " ")
      rest = []
      return
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x08: column = max(0, min(column, columns - 1) - 1)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A...0x0C: lineFeed()
    case 0x0D: column = 0
    case 0x20...0x7E: put(Unicode.Scalar(byte))
    default: break
    }
  }

  private mutating func writeEscape(_ byte: UInt8) {
    state = .text
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): (row, column) = saved
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "M"): row == region.lowerBound ? scroll(-1) : (row = max(0, row - 1))
    default: break
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    // At the end of a row, the cursor moves to the next row only when more text follows.
    if column >= columns {
      column = 0
      lineFeed()
    }
    glyphs[row][column] = scalar
    column += 1
    last = scalar
  }

  private mutating func lineFeed() {
    if row == region.upperBound - 1 { scroll(1) } else { row = min(rows - 1, row + 1) }
  }

  /// Scrolls the region up by a number of rows, or down if the number is negative.
  private mutating func scroll(_ count: Int, from top: Int? = nil) {
    let area = (top ?? region.lowerBound)..<region.upperBound
    let count = max(-area.count, min(area.count, count))
    let blank = Array(repeating: Unicode.Scalar(" "), count: columns)
    let kept = count > 0 ? glyphs[area].dropFirst(count) : glyphs[area].dropLast(-count)
    glyphs.replaceSubrange(area, with: kept)
    let place = count > 0 ? area.upperBound - count : area.lowerBound
    glyphs.insert(contentsOf: Array(repeating: blank, count: abs(count)), at: place)
  }

  private mutating func control(_ final: UInt8) {
    let isPrivate = rest.first.map { (0x3C...0x3F).contains($0) } ?? false
    let numbers = String(decoding: rest.drop { $0 >= 0x3C }, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first.flatMap { $0 }
    let second = numbers.dropFirst().first.flatMap { $0 }
    if isPrivate {
      if [47, 1047, 1049].contains(first), final == UInt8(ascii: "h") { erase(0..<rows) }
      return
    }
    let count = max(1, first ?? 1)
    switch Character(Unicode.Scalar(final)) {
    case "A": row = max(0, row - count)
    case "B", "e": row = min(rows - 1, row + count)
    case "C", "a": column = min(columns - 1, column + count)
    case "D": column = max(0, min(column, columns - 1) - count)
    case "E": (row, column) = (min(rows - 1, row + count), 0)
    case "F": (row, column) = (max(0, row - count), 0)
    case "G", "`": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H", "f": (row, column) = (min(rows, count) - 1, min(columns, max(1, second ?? 1)) - 1)
    case "J": eraseScreen(first ?? 0)
    case "K": eraseRow(first ?? 0)
    case "L": scroll(-count, from: row)
    case "M": scroll(count, from: row)
    case "S": scroll(count)
    case "T": scroll(-count)
    case "X": blank(column..<min(columns, column + count))
    case "P": shift(-count)
    case "@": shift(count)
    case "b": for _ in 0..<count { put(last) }
    case "s": saved = (row, column)
    case "u": (row, column) = saved
    case "r":
      region = max(0, count - 1)..<max(count, min(rows, second ?? rows))
      (row, column) = (0, 0)
    case "n" where first == 6: answers += Array("\u{1B}[\(row + 1);\(column + 1)R".utf8)
    // The reply of a terminal without extensions.
    case "c": answers += Array("\u{1B}[?62;c".utf8)
    default: break
    }
  }

  private mutating func erase(_ area: Range<Int>) {
    for row in area { glyphs[row] = Array(repeating: " ", count: columns) }
  }

  private mutating func eraseScreen(_ which: Int) {
    if which == 0 { erase(min(rows, row + 1)..<rows) }
    if which == 1 { erase(0..<row) }
    which < 2 ? eraseRow(which) : erase(0..<rows)
  }

  private mutating func eraseRow(_ which: Int) {
    let here = min(column, columns - 1)
    blank(which == 0 ? here..<columns : which == 1 ? 0..<here + 1 : 0..<columns)
  }

  private mutating func blank(_ area: Range<Int>) {
    for column in area { glyphs[row][column] = " " }
  }

  /// Moves the text at and after the cursor to the right, or to the left if the count is negative.
  private mutating func shift(_ count: Int) {
    let here = min(column, columns - 1)
    let steps = min(columns - here, abs(count))
    let blanks = Array(repeating: Unicode.Scalar(" "), count: steps)
    if count > 0 {
      glyphs[row].removeLast(steps)
      glyphs[row].insert(contentsOf: blanks, at: here)
    } else {
      glyphs[row].removeSubrange(here..<here + steps)
      glyphs[row] += blanks
    }
  }
}
