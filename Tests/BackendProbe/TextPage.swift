import Glibc
import MocoaTerminal

/// Texts of a file, each in a slot of its own and with a marker behind it.
///
/// A line of the file is a row of the screen. Its texts are separated by commas and written as
/// scalars in hexadecimal, so that a file can hold any: `61 301,65E5` is `á|`, and `日|` 12 columns
/// on.
struct TextPage {
  static let slotColumns = 12

  private let rows: [[String]]

  init(path: String) {
    var rows: [[String]] = []
    if let file = fopen(path, "r") {
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      while getline(&line, &capacity, file) > 0, let line {
        rows.append(String(cString: line).split(separator: ",").map(Self.text))
      }
      free(line)
      fclose(file)
    }
    self.rows = rows
  }

  private static func text(_ numbers: Substring) -> String {
    var text = ""
    for number in numbers.split(whereSeparator: \.isWhitespace) {
      if let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Draws the rows from one on.
  func draw(from first: Int, into frame: inout Surface) {
    frame.draw { canvas in
      for (row, texts) in rows.dropFirst(first).prefix(canvas.size.rows - 1).enumerated() {
        for (slot, text) in texts.enumerated() {
          let start = Point(column: slot * Self.slotColumns, row: row)
          let columns = canvas.write(text, at: start)
          canvas.write("|", at: Point(column: start.column + columns, row: row))
        }
      }
    }
  }
}
