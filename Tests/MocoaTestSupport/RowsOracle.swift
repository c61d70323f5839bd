/// A simple parser of delimited text, which reads the complete text byte by byte.
public struct RowsOracle {
  /// The cells of each row.
  public private(set) var rows: [[String]] = []

  /// Parses a text.
  public init(_ text: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    var place = 0
    while place < text.count {
      var cells: [[UInt8]] = [[]]
      var start = place
      // The number of carriage returns at the end of the line, outside of quotes.
      var returns = 0
      var isBlank = true
      while place < text.count, text[place] != 0x0A {
        if place == start, text[place] == 0x22, let closing = Self.closing(in: text, place) {
          var inner = place + 1
          while inner < closing {
            cells[cells.count - 1].append(text[inner])
            inner += text[inner] == 0x22 ? 2 : 1
          }
          place = closing + 1
          (isBlank, returns) = (false, 0)
        } else if text[place] == delimiter {
          cells.append([])
          (isBlank, returns) = (false, 0)
          place += 1
          start = place
        } else {
          cells[cells.count - 1].append(text[place])
          returns = text[place] == 0x0D ? returns + 1 : 0
          isBlank = isBlank && returns > 0
          place += 1
        }
      }
      place += 1
      if isBlank { continue }
      cells[cells.count - 1].removeLast(returns)
      rows.append(cells.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func closing(in text: [UInt8], _ quote: Int) -> Int? {
    var place = quote + 1
    while place < text.count {
      if text[place] == 0x22 {
        guard place + 1 < text.count, text[place + 1] == 0x22 else { return place }
        place += 1
      }
      place += 1
    }
    return nil
  }
}
