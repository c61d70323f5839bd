import Glibc
import MocoaTerminal

/// A page of texts from a file, each in its own slot and followed by a marker.
///
/// A line of the file is a row of the screen. Its texts are separated by commas, and written as
/// hexadecimal scalars, so that a file can contain any text. For example, `61 301,65E5` is `á|`,
/// followed by `日|` 12 columns to the right of it.
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

  /// Draws the rows from an index on.
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
