package import MocoaModel

/// A command for a shell in which `{field}` stands for what the chosen items have there.
///
/// Several items are several words, each quoted, so that nothing in data is more than a word. Braces that
/// are the shell's own, as in `${HOME}`, `{a,b}` or `awk '{print $1}'`, stay; `{{` and `}}` are braces.
package struct ShellTemplate: Sendable, Equatable {
  private let pieces: [FormatTemplate.Piece]

  /// Reads a command.
  package init(_ text: String) {
    var pieces = FormatTemplate.Pieces()
    let characters = Array(text.unicodeScalars)
    var place = 0
    while place < characters.count {
      let scalar = characters[place]
      let isDouble = place + 1 < characters.count && characters[place + 1] == scalar
      if (scalar == "{" || scalar == "}") && isDouble {
        pieces.append(scalar)
        place += 2
      } else if scalar == "{", place == 0 || characters[place - 1] != "$",
        let end = characters[(place + 1)...].firstIndex(where: { !Self.names($0) }),
        characters[end] == "}"
      {
        pieces.append(field: characters[(place + 1)..<end])
        place = end + 1
      } else {
        pieces.append(scalar)
        place += 1
      }
    }
    self.pieces = pieces.finished
  }

  /// Whether something can be in the name of a field here.
  private static func names(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "-" || scalar == "." || scalar == ":" || scalar == "/" || scalar == "#"
  }

  /// The command for some items.
  package func command(for items: ChosenItems) -> String {
    var command: [UInt8] = []
    for piece in pieces {
      if case .text(let text) = piece {
        command += text
        continue
      }
      var isFirst = true
      items.forEach { item in
        if !isFirst { command.append(UInt8(ascii: " ")) }
        command += Self.quoted(FormatTemplate.bytes(of: piece, item))
        isFirst = false
        return true
      }
    }
    return String(decoding: command, as: UTF8.self)
  }

  /// Whether it says where items go.
  package var namesItems: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// A word for a shell; without NUL, which no word can have.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var word = [UInt8(ascii: "'")]
    for byte in bytes where byte != 0 {
      if byte == UInt8(ascii: "'") { word += "'\\'".utf8 }
      word.append(byte)
    }
    return word + [UInt8(ascii: "'")]
  }
}
