internal import CVTerm

/// A terminal emulator that shows the output of a program as a user would see it.
public final class Emulator {
  /// The content of one cell of the screen.
  public struct Cell: Equatable, Sendable {
    /// The text.
    ///
    /// It is empty in a cell that was never written, and in the second column of a wide character.
    public var text: String
    /// The width in columns.
    public var width: Int
    /// A Boolean value that indicates whether the text is bold.
    public var isBold: Bool
    /// A Boolean value that indicates whether the text is underlined.
    public var isUnderlined: Bool
    /// A Boolean value that indicates whether the text is italic.
    public var isItalic: Bool
    /// A Boolean value that indicates whether foreground and background are exchanged.
    public var isReversed: Bool
    /// The palette index of the text color, or nil for the default.
    public var foreground: Int?
    /// The palette index of the background color, or nil for the default.
    public var background: Int?
  }

  /// The numbers of the private modes that are on.
  ///
  /// Initially, mode 7, which wraps lines, and mode 25, which shows the cursor, are on. The number
  /// 66 represents the application keypad.
  public var modes: Set<Int> { scanner.modes }

  /// The number of times that the whole screen was cleared.
  public var clears: Int { scanner.clears }

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private var scanner = SequenceScanner()
  private(set) var columns: Int
  private(set) var rowCount: Int

  /// Creates an empty screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    rowCount = rows
    terminal = vterm_new(Int32(rows), Int32(columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  /// Processes bytes, and returns the replies of the terminal.
  public func write(_ bytes: [UInt8]) -> [UInt8] {
    for byte in bytes {
      // libvterm 0.1 does not support REP, which repeats the preceding character.
      let repeated = scanner.take(byte)
      send([byte])
      if !repeated.isEmpty { send(repeated) }
    }
    var answer = [CChar](repeating: 0, count: 4096)
    let count = vterm_output_read(terminal, &answer, answer.count)
    return answer.prefix(count).map { UInt8(bitPattern: $0) }
  }

  private func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      _ = vterm_input_write(terminal, start.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// Changes the size of the screen.
  public func resize(columns: Int, rows: Int) {
    self.columns = columns
    rowCount = rows
    vterm_set_size(terminal, Int32(rows), Int32(columns))
  }

  /// The cell in a column and a row.
  public subscript(column: Int, row: Int) -> Cell {
    let cell = mocoa_vterm_read(screen, Int32(column), Int32(row))
    var scalars = cell.scalars
    let text = withUnsafeBytes(of: &scalars) { bytes in
      // The second column of a wide character holds -1.
      bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 && $0 != .max }
        .compactMap(Unicode.Scalar.init).map(String.init).joined()
    }
    return Cell(
      text: text, width: Int(cell.width), isBold: cell.bold, isUnderlined: cell.underline,
      isItalic: cell.italic, isReversed: cell.reverse,
      foreground: cell.foreground == -1 ? nil : Int(cell.foreground),
      background: cell.background == -1 ? nil : Int(cell.background))
  }

  /// Returns the text of a row without trailing blanks.
  public func row(_ row: Int) -> String {
    var text = ""
    var column = 0
    while column < columns {
      let cell = self[column, row]
      text += cell.text.isEmpty ? " " : cell.text
      column += max(1, cell.width)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all rows.
  public var rows: [String] { (0..<rowCount).map(row) }

  /// The position of the cursor.
  public var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.col), Int(position.row))
  }
}
