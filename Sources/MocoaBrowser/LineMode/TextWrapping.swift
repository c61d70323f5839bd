internal import MocoaLocalization
internal import MocoaTerminal

/// Fits text into lines of a limited width.
enum TextWrapping {
  /// Returns a text that is truncated to a width in columns.
  ///
  /// A truncated text ends with `…`. Unsafe characters are replaced.
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

  /// Returns a text as lines of at most a number of columns, which are divided between words if
  /// possible.
  ///
  /// All lines except the first are indented.
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
      // A word that is wider than a line is split at the end of the line.
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
  /// The text without trailing spaces.
  fileprivate var withoutEnd: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}

extension Prompt {
  /// The label of the prompt in line mode, with the name of the command instead of its key.
  var lineModeSign: String {
    switch purpose {
    case .search: "\(Action.search.name ?? ""): "
    case .run: "\(Action.runCommand.name ?? ""): "
    case .pipe: "\(Action.pipeToCommand.name ?? ""): "
    case .confirm: localized("run it? (y runs, e edits, other keys cancel) ")
    case .go, .filter, .sort, .group, .columns, .palette, .write, .overwrite, .pick:
      SanitizedText.line(label)
    }
  }
}
