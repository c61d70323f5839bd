/// A terminal emulator that counts columns by grapheme clusters or by scalars.
///
/// kitty, WezTerm and Ghostty count clusters in mode 2027. Most other terminals count scalars.
/// Columns that are straight in both ways of counting are straight in every terminal.
///
/// `Emulator` counts scalars as well, but its old tables give a column to many combining marks.
/// This emulator knows the sequences that curses sends for `xterm-256color`, and ignores styles.
///
/// It joins clusters as much as any terminal does. A scalar joins the cluster to the left of the
/// cursor whenever the rules allow it, even after the cursor was moved there.
public final class CountingEmulator {
  /// The unit of text that has columns.
  public enum Counting: Sendable {
    case clusters, scalars
  }

  /// The content of one cell of the screen.
  struct Cell: Equatable {
    /// The cluster.
    ///
    /// It is empty in a cell that was never written, and in the second column of a wide cluster.
    var text = ""

    /// The number of columns; 0 in the second column of a wide cluster.
    var width = 1

    static let blank = Cell()
    static let continuation = Cell(width: 0)
  }

  let counting: Counting
  var lines: [[Cell]]
  var columns: Int
  var cursor = (column: 0, row: 0)

  /// A Boolean value that indicates whether the last column was written.
  ///
  /// The next cluster then goes to the next row.
  var isBeyondEdge = false

  /// The rows of the scroll region.
  var region: ClosedRange<Int>

  var wraps = true
  var inserts = false
  var saved = (column: 0, row: 0)

  /// The normal screen while the alternate screen is shown, or nil.
  var hidden: [[Cell]]?

  /// The last displayed cluster, which REP repeats.
  var last = ""

  /// The unsupported sequences that would change the screen.
  public internal(set) var unknown: [String] = []

  private var parser = ControlParser()

  /// Creates an empty screen.
  public init(columns: Int, rows: Int, counting: Counting = .clusters) {
    self.counting = counting
    self.columns = columns
    lines = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    region = 0...(rows - 1)
  }

  var rowCount: Int { lines.count }

  /// Processes bytes.
  public func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let event = parser.take(byte) { perform(event) }
    }
  }

  /// Processes text.
  public func write(_ text: String) {
    write(text.utf8)
  }

  /// Changes the size of the screen.
  ///
  /// Text outside of the new size is lost.
  public func resize(columns: Int, rows: Int) {
    self.columns = columns
    lines = Self.resized(lines, columns, rows)
    hidden = hidden.map { Self.resized($0, columns, rows) }
    region = 0...(rows - 1)
    isBeyondEdge = false
    move(to: cursor.column, cursor.row)
  }

  private static func resized(_ lines: [[Cell]], _ columns: Int, _ rows: Int) -> [[Cell]] {
    (0..<rows).map { row in
      let line = row < lines.count ? lines[row] : []
      let kept = Array(line.prefix(columns))
      return mended(kept + Array(repeating: .blank, count: columns - kept.count))
    }
  }

  /// Returns the cluster in a column and a row.
  ///
  /// The result is empty in a blank cell, and in the second column of a wide cluster.
  public func text(_ column: Int, _ row: Int) -> String {
    lines[row][column].text
  }

  /// Returns the text of a row without trailing blanks.
  public func row(_ row: Int) -> String {
    var text = ""
    for cell in lines[row] where cell.width > 0 { text += cell.text.isEmpty ? " " : cell.text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all rows.
  public var rows: [String] { (0..<rowCount).map(row) }

  // MARK: - Showing text

  func show(_ scalar: Unicode.Scalar) {
    if let place = previous {
      var joined = lines[cursor.row][place].text
      joined.unicodeScalars.append(scalar)
      switch counting {
      case .clusters where joined.count == 1:
        reshape(place, joined)
        return
      case .scalars where CountedWidth.columns(of: scalar) == 0:
        lines[cursor.row][place].text = joined
        return
      default: break
      }
    }
    show(String(scalar))
  }

  func show(_ cluster: String) {
    // Text without columns joins the cluster to its left, and none exists.
    guard let width = self.width(of: cluster), width > 0 else { return }
    if isBeyondEdge || cursor.column + width > columns { wrap() }
    if inserts { insert(width) }
    place(cluster, width, at: cursor.column)
    advance(past: cursor.column + width)
  }

  private func width(of cluster: String) -> Int? {
    switch counting {
    case .clusters: CountedWidth.columns(of: cluster)
    case .scalars: cluster.unicodeScalars.first.map { CountedWidth.columns(of: $0) }
    }
  }

  /// The column in which the cluster to the left of the cursor begins, or nil without a cluster.
  private var previous: Int? {
    var column = isBeyondEdge ? cursor.column : cursor.column - 1
    let line = lines[cursor.row]
    if column >= 0, line[column].width == 0 { column -= 1 }
    return column >= 0 && !line[column].text.isEmpty ? column : nil
  }

  /// Replaces a cluster that has grown.
  ///
  /// The text after the cluster does not move, but the cursor does.
  private func reshape(_ column: Int, _ cluster: String) {
    let width = max(1, CountedWidth.columns(of: cluster))
    last = cluster
    if width == lines[cursor.row][column].width || column + width > columns {
      lines[cursor.row][column].text = cluster
    } else {
      place(cluster, width, at: column)
      isBeyondEdge = false
      advance(past: column + width)
    }
  }

  private func place(_ cluster: String, _ width: Int, at column: Int) {
    last = cluster
    lines[cursor.row][column] = Cell(text: cluster, width: width)
    if width == 2, column + 1 < columns { lines[cursor.row][column + 1] = .continuation }
    mend(cursor.row)
  }

  private func advance(past column: Int) {
    isBeyondEdge = column >= columns && wraps
    cursor.column = min(column, columns - 1)
  }

  private func wrap() {
    guard wraps else { return cursor.column = max(0, columns - 2) }
    cursor.column = 0
    isBeyondEdge = false
    lineFeed()
  }

  /// Replaces halves of wide clusters with blanks if their other half is missing.
  func mend(_ row: Int) {
    lines[row] = Self.mended(lines[row])
  }

  private static func mended(_ line: [Cell]) -> [Cell] {
    var line = line
    for column in line.indices {
      let isWhole =
        switch line[column].width {
        case 0: column > 0 && line[column - 1].width == 2
        case 2: column + 1 < line.count && line[column + 1].width == 0
        default: true
        }
      if !isWhole { line[column] = .blank }
    }
    return line
  }
}
