/// A terminal that counts columns in either of the two ways: by grapheme clusters, as kitty, WezTerm
/// and Ghostty do in mode 2027, or by scalars, as most others do.
///
/// What stands straight in both stands straight. The other emulator, `Emulator`, counts scalars
/// too, but by tables so old that it gives a column to many a mark. This one knows what curses sends
/// for `xterm-256color`; how text looks it does not.
///
/// It joins clusters as hard as any terminal does: a scalar is added to the cluster to the left of
/// the cursor wherever the rules allow it, also after the cursor has been moved there.
public final class CountingEmulator {
  /// What has columns.
  public enum Counting: Sendable {
    case clusters, scalars
  }

  /// What stands at one position.
  struct Cell: Equatable {
    /// The cluster; empty in a position never written, and in the second column of a wide one.
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

  /// Whether the last column was written, so that the next cluster goes to the next row.
  var isBeyondEdge = false

  /// The rows that scroll.
  var region: ClosedRange<Int>

  var wraps = true
  var inserts = false
  var saved = (column: 0, row: 0)

  /// The screen that is not shown: the other of the usual one and the alternate one.
  var hidden: [[Cell]]?

  /// The last cluster shown, which REP repeats.
  var last = ""

  /// Sequences that would change what is seen, and that this emulator does not know.
  public internal(set) var unknown: [String] = []

  private var parser = ControlParser()

  /// An empty screen.
  public init(columns: Int, rows: Int, counting: Counting = .clusters) {
    self.counting = counting
    self.columns = columns
    lines = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    region = 0...(rows - 1)
  }

  var rowCount: Int { lines.count }

  /// Shows bytes.
  public func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let event = parser.take(byte) { perform(event) }
    }
  }

  /// Shows text.
  public func write(_ text: String) {
    write(text.utf8)
  }

  /// Gives the screen another size; what is cut off is lost.
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

  /// The cluster at a position; empty where there is none, or only the second half of one.
  public func text(_ column: Int, _ row: Int) -> String {
    lines[row][column].text
  }

  /// The text of a row, without the blanks at its end.
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
    // What has no columns stands on what is to its left, and nothing is.
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

  /// Where the cluster to the left of the cursor begins, if there is one.
  private var previous: Int? {
    var column = isBeyondEdge ? cursor.column : cursor.column - 1
    let line = lines[cursor.row]
    if column >= 0, line[column].width == 0 { column -= 1 }
    return column >= 0 && !line[column].text.isEmpty ? column : nil
  }

  /// Puts a cluster that has grown where it was; what follows it is not moved, but the cursor is.
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

  /// Makes blanks of the halves of clusters whose other half is gone.
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
