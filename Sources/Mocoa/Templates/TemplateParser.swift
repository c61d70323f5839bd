internal import MocoaLocalization

/// Compiles the text of a line template.
///
/// After an error in a field, the parser records it and continues after the field, so that all
/// errors are reported at once.
struct TemplateParser {
  var scanner: TemplateScanner
  private(set) var errors: [TemplateError] = []
  private let text: String

  /// The maximum number of errors that are recorded for one template.
  private static let errorLimit = 20

  /// The maximum length of a template in bytes.
  ///
  /// Longer templates would slow down every row.
  static let maxLength = 10_000

  init(_ text: String) {
    self.text = text
    scanner = TemplateScanner(text.utf8.count <= Self.maxLength ? text : "")
    if text.utf8.count > Self.maxLength {
      report(.init(0, localized("the template is longer than 10,000 bytes")))
    }
  }

  mutating func report(_ fault: TemplateError) {
    if errors.count < Self.errorLimit { errors.append(fault) }
  }

  /// Reads a complete line.
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
        report(.init(start, localized("unmatched } (write }} for a literal brace)")))
        scanner.position += 1
      case ">" where scanner.next == ">":
        if side == 1 { report(.init(start, localized("duplicate >> (a line has one right end)"))) }
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

  /// Reads a field after its opening brace, up to the closing one.
  ///
  /// - Returns: The field, or `nil` if it contains an error, which is recorded.
  private mutating func field() -> TemplateField? {
    let start = scanner.position
    do throws(TemplateError) {
      return try readField()
    } catch {
      report(error)
      skipField(from: start)
      return nil
    }
  }

  /// Skips to the position after the closing brace of a field, ignoring braces in quoted text.
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

/// Collects the parts of the leading or the trailing side of a line.
///
/// Two or more spaces in the text separate two parts.
private struct PartCollector {
  private var parts: [LineTemplate.Part] = [.init()]
  private var text = ""

  mutating func add(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
  }

  mutating func add(_ field: TemplateField) {
    endText()
    parts[parts.count - 1].segments.append(.field(field))
  }

  mutating func finish(isTrailing: Bool) -> [LineTemplate.Part] {
    // Spaces at the end of a side, and around `>>`, are removed.
    while text.utf8.last == 0x20 { text.unicodeScalars.removeLast() }
    endText()
    if isTrailing, case .text(let first)? = parts[0].segments.first {
      let bare = String(first.drop { $0 == " " })
      parts[0].segments[0] = .text(bare)
      if bare.isEmpty { parts[0].segments.removeFirst() }
    }
    return parts.filter { !$0.segments.isEmpty }
  }

  /// Divides the text that was collected last into parts, and adds them.
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
    if !piece.isEmpty { parts[parts.count - 1].segments.append(.text(piece)) }
  }

  /// Adds spaces to a part.
  ///
  /// Two spaces end the part, unless it is empty.
  private mutating func endBlanks(_ piece: inout String, _ blanks: Int) {
    guard blanks > 0 else { return }
    let isFirst = piece.isEmpty && parts[parts.count - 1].segments.isEmpty
    guard blanks >= 2, !isFirst else {
      piece += String(repeating: " ", count: blanks)
      return
    }
    if !piece.isEmpty { parts[parts.count - 1].segments.append(.text(piece)) }
    piece = String(repeating: " ", count: blanks - 2)
    parts.append(.init())
  }
}
