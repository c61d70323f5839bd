internal import MocoaLanguage
internal import MocoaTerminal

/// Text in lines of a width.
enum LineText {
  /// A text in so many columns, with `…` at its end where it is longer; nothing in it acts on a terminal.
  static func cut(_ text: String, columns: Int) -> String {
    guard Canvas.columns(of: text, atMost: columns + 1) > columns else {
      return SanitizedText.line(text)
    }
    var surface = Surface(size: Size(columns: columns, rows: 1))
    surface.draw {
      $0.write(text, at: Point(column: 0, row: 0), limit: columns, truncation: .ellipsis)
    }
    return surface.description
  }

  /// A text in lines of at most so many columns, broken between words where it has any; all but the
  /// first are indented.
  static func wrapped(_ text: String, columns: Int, indent: Int = 2) -> [String] {
    var lines: [String] = []
    var (line, used) = ("", 0)
    func end() {
      lines.append(line.withoutEnd)
      (line, used) = (String(repeating: " ", count: indent), indent)
    }
    let words = SanitizedText.line(text).split(separator: " ", omittingEmptySubsequences: false)
    for (place, word) in words.enumerated() {
      var word = word
      if place > 0, used + 1 + Canvas.columns(of: word, atMost: columns) <= columns {
        (line, used) = (line + " ", used + 1)
      } else if place > 0 {
        end()
      }
      // A word that is wider than a line is broken where the line ends.
      while Canvas.columns(of: word, atMost: columns) > columns - used {
        let piece = prefix(of: word, columns: columns - used)
        if piece.isEmpty, used <= indent { break }
        line += piece
        word = word.dropFirst(piece.count)
        end()
      }
      line += word
      used += Canvas.columns(of: word, atMost: columns)
    }
    return lines + [line]
  }

  private static func prefix(of word: Substring, columns: Int) -> Substring {
    var used = 0
    let end = word.indices.first { place in
      used += Canvas.columns(of: word[place...place], atMost: columns + 1)
      return used > columns
    }
    return word[..<(end ?? word.endIndex)]
  }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var withoutEnd: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}

extension Prompt {
  /// The text before the input in line mode: the name of a command in place of its key.
  var lineModeSign: String {
    switch purpose {
    case .search: "\(Action.search.name ?? ""): "
    case .run: "\(Action.runCommand.name ?? ""): "
    case .pipe: "\(Action.pipeToCommand.name ?? ""): "
    case .confirm: phrase("run it? (y runs, e edits, all else does not) ")
    case .go, .filter, .sort, .group, .columns, .palette, .write, .overwrite:
      SanitizedText.line(sign)
    }
  }
}
