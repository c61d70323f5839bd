/// A writer of manual pages for man(1), which uses the `man` macros of roff.
struct Roff {
  private(set) var lines: [String] = []

  /// Creates a manual page.
  ///
  /// - Parameters:
  ///   - title: The title of the page, in capitals.
  ///   - section: The section of the manual.
  ///   - source: The program name and its version.
  init(title: String, section: Int, source: String) {
    // Without a date, each build of a version generates the same page. Hyphenation and
    // justification are off, because they would change words that the user types.
    lines = [
      ".TH \(Self.quoted(title)) \(section) \"\" \(Self.quoted(source)) \"User Commands\"", ".nh",
      ".ad l",
    ]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds the section NAME, in the format that `apropos` and `whatis` read.
  mutating func heading(_ name: String, _ words: String) {
    section("NAME")
    lines.append("\(Self.escaped(name)) \\- \(Self.escaped(words))")
  }

  mutating func section(_ title: String) { lines.append(".SH \(Self.quoted(title))") }

  mutating func subsection(_ title: String) { lines.append(".SS \(Self.quoted(title))") }

  /// Adds a paragraph.
  ///
  /// Text between backticks is bold.
  mutating func paragraph(_ text: String) { lines += [".PP", Self.prose(text)] }

  /// Adds a tagged paragraph.
  ///
  /// - Parameters:
  ///   - name: The tag, with font escapes from ``bold(_:)`` and ``italic(_:)``.
  ///   - text: The description of the tag.
  mutating func item(_ name: String, _ text: String) {
    lines += [".TP", Self.guarded(name), Self.prose(text)]
  }

  /// Adds lines that roff does not fill.
  mutating func lines(_ texts: [String]) {
    lines += [".PP", ".nf"] + texts.map(Self.guarded) + [".fi"]
  }

  /// Adds an example: a description, followed by the command line.
  mutating func example(_ words: String, _ command: String) {
    lines += [".TP", Self.prose(words), Self.guarded(Self.bold(command))]
  }

  /// Adds references to other manual pages.
  mutating func references(_ pages: [(name: String, section: Int)]) {
    lines += [".PP", pages.map { Self.bold($0.name) + "(\($0.section))" }.joined(separator: ", ")]
  }

  // MARK: - Text

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Returns text in which characters are escaped so that roff prints them literally in every font.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      // Unescaped, these characters become typographic signs that cannot be pasted into a shell.
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      // The page must be readable in every locale.
      case "…": "..."
      case "\n": " "
      default: scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
      }
    }.joined()
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  private static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return guarded(
      parts.enumerated().map { position, part in
        position % 2 == 1 ? bold(String(part)) : escaped(String(part))
      }.joined())
  }

  /// Returns a line whose leading period is escaped, so that it is not a roff request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
