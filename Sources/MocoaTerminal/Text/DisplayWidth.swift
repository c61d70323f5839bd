/// The number of columns that a terminal uses for a character.
///
/// Terminals and the C library advance by this number, so a program with other widths has
/// misaligned columns. The widths are those of glibc's `wcwidth`, which ncurses uses: East Asian
/// Ambiguous and private use scalars have one column. A scalar that this glibc does not know is
/// drawn as U+FFFD with one column, because its width in a terminal is unknown.
public enum DisplayWidth {
  /// Returns the columns of one scalar as counted by the C library, or `nil` if the library does
  /// not know it.
  ///
  /// Control characters and unassigned scalars are unknown. The method measures single scalars. For
  /// the columns of a text on a surface, use `Canvas.columns(of:atMost:)`.
  ///
  /// - Returns: 0, 1, 2 or `nil`.
  /// - Complexity: O(log n) in a table of 2,000 runs; O(1) for Latin, Han and Hangul.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    columns(of: scalar.value)
  }

  /// Returns the columns that a `Canvas` uses for a character.
  ///
  /// The result is greater than 2 if the character is drawn as several glyphs, as a flag is drawn
  /// as two letters.
  public static func columns(of character: Character) -> Int {
    Canvas.columns(of: String(character), atMost: .max)
  }

  static func columns(of scalar: UInt32) -> Int? {
    switch scalar {
    case 0x20..<0x7F, 0xA0..<0x300: 1
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    default: tableColumns(of: scalar)
    }
  }

  /// Returns the number of columns of a scalar in the table, or `nil` if the table does not contain
  /// it.
  static func tableColumns(of scalar: UInt32) -> Int? {
    let table = table.span
    var low = 0
    var high = table.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] >> 2 <= scalar { low = middle } else { high = middle }
    }
    let columns = Int(table[low] & 3)
    return columns == unknown ? nil : columns
  }

  private static let unknown = 3

  /// The first scalar of each run, shifted left by two, with the columns of the run in the low
  /// bits.
  private static let table: [UInt32] = {
    var table: [UInt32] = []
    table.reserveCapacity(2048)
    var start: UInt32 = 0
    var length: UInt32 = 0
    for byte in runs.utf8 {
      let columns: UInt32
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        length = length << 4 | UInt32(byte - UInt8(ascii: "0"))
        continue
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        length = length << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
        continue
      case UInt8(ascii: "u"): columns = UInt32(unknown)
      case UInt8(ascii: "z"): columns = 0
      case UInt8(ascii: "n"): columns = 1
      case UInt8(ascii: "w"): columns = 2
      default: continue
      }
      table.append(start << 2 | columns)
      start += length
      length = 0
    }
    return table
  }()
}
