internal import MocoaLanguage

/// Compiles the text of a line template.
///
/// A mistake in a field is noted, and reading goes on behind the field: all mistakes are told at once.
struct TemplateParser {
  var scanner: TemplateScanner
  private(set) var faults: [TemplateFault] = []
  private let text: String

  /// So many mistakes are noted in one template.
  private static let faultLimit = 20

  /// Longer templates are refused: nobody writes them, and every row would pay for them.
  static let longest = 10_000

  init(_ text: String) {
    self.text = text
    scanner = TemplateScanner(text.utf8.count <= Self.longest ? text : "")
    if text.utf8.count > Self.longest {
      note(.init(0, phrase("the template is longer than 10,000 bytes")))
    }
  }

  mutating func note(_ fault: TemplateFault) {
    if faults.count < Self.faultLimit { faults.append(fault) }
  }

  /// Reads a whole line.
  mutating func line() -> LineTemplate {
    var sides = [PartCollector(), PartCollector()]
    var side = 0
    while let current = scanner.current {
      let start = scanner.position
      switch current {
      case "{" where scanner.next == "{", "}" where scanner.next == "}":
        sides[side].add(current)
        scanner.position += 2
      case "{":
        scanner.position += 1
        if let field = field() { sides[side].add(field) }
      case "}":
        note(.init(start, phrase("a } that closes nothing (write }} for the sign itself)")))
        scanner.position += 1
      case ">" where scanner.next == ">":
        if side == 1 { note(.init(start, phrase("a second >>: a line has one right end"))) }
        side = 1
        scanner.position += 2
      default:
        sides[side].add(current)
        scanner.position += 1
      }
    }
    return LineTemplate(
      text: text, leading: sides[0].finish(isTrailing: false),
      trailing: sides[1].finish(isTrailing: true))
  }

  /// Reads what stands behind a brace, up to the closing one.
  ///
  /// - Returns: nil where there is a mistake in it, which is noted.
  private mutating func field() -> TemplateField? {
    let start = scanner.position
    do throws(TemplateFault) {
      return try readField()
    } catch {
      note(error)
      skipField(from: start)
      return nil
    }
  }

  /// Goes on behind the brace that closes the field, as far as that can be told.
  private mutating func skipField(from start: Int) {
    scanner.position = start
    while let current = scanner.current, current != "}" {
      scanner.position += 1
      if current == "\"" || current == "`" {
        let inside = scanner.position
        if scanner.quoted(by: current) == nil { scanner.position = inside }
      }
    }
    _ = scanner.accept("}")
  }
}

/// Collects the parts of one side of a line: two or more blanks in its text set one apart from the
/// next.
private struct PartCollector {
  private var parts: [LineTemplate.Part] = [.init()]
  private var text = ""

  mutating func add(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
  }

  mutating func add(_ field: TemplateField) {
    endText()
    parts[parts.count - 1].pieces.append(.field(field))
  }

  mutating func finish(isTrailing: Bool) -> [LineTemplate.Part] {
    // Blanks at the end, and those that set `>>` apart, are not to be seen.
    while text.utf8.last == 0x20 { text.unicodeScalars.removeLast() }
    endText()
    if isTrailing, case .text(let first)? = parts[0].pieces.first {
      let bare = String(first.drop { $0 == " " })
      parts[0].pieces[0] = .text(bare)
      if bare.isEmpty { parts[0].pieces.removeFirst() }
    }
    return parts.filter { !$0.pieces.isEmpty }
  }

  /// Splits the text that was read, and adds it.
  private mutating func endText() {
    defer { text = "" }
    var piece = ""
    var blanks = 0
    for scalar in text.unicodeScalars {
      if scalar == " " {
        blanks += 1
        continue
      }
      endBlanks(&piece, blanks)
      blanks = 0
      piece.unicodeScalars.append(scalar)
    }
    endBlanks(&piece, blanks)
    if !piece.isEmpty { parts[parts.count - 1].pieces.append(.text(piece)) }
  }

  /// Adds blanks: two of them end a part, unless nothing stands before them.
  private mutating func endBlanks(_ piece: inout String, _ blanks: Int) {
    guard blanks > 0 else { return }
    let isFirst = piece.isEmpty && parts[parts.count - 1].pieces.isEmpty
    guard blanks >= 2, !isFirst else {
      piece += String(repeating: " ", count: blanks)
      return
    }
    if !piece.isEmpty { parts[parts.count - 1].pieces.append(.text(piece)) }
    piece = String(repeating: " ", count: blanks - 2)
    parts.append(.init())
  }
}
