/// How many columns a terminal gives to a character.
///
/// Terminals and the C library move on by this number, so a program that counts differently has
/// crooked columns. The numbers are those of glibc's `wcwidth`, which ncurses places glyphs by:
/// East Asian Ambiguous and private use are one column. A scalar that this glibc does not know is
/// drawn as U+FFFD, one column, because nobody can say how wide a terminal would make it.
public enum DisplayWidth {
  /// The columns of one scalar as the C library counts: 0, 1 or 2; nil where it does not know it.
  ///
  /// Control characters and unassigned scalars are not known. This is a measure of single scalars;
  /// what a text takes on a surface is `Canvas.columns(of:atMost:)`. O(log n) in a table of 2,000
  /// runs; O(1) for Latin, Han and Hangul.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    columns(of: scalar.value)
  }

  /// The columns that a character takes on a surface: what `Canvas` draws for it.
  ///
  /// More than 2 where a character is shown as several glyphs, as a flag is by its two letters.
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

  /// The columns by the table alone.
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

  /// The first scalar of each run, shifted left by two, with the columns of the run in the low bits.
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
