/// A page for man(1), written part by part: the requests are roff's `man` macros.
struct Roff {
  private(set) var lines: [String] = []

  /// - Parameters:
  ///   - title: what the page is called, in capitals.
  ///   - source: the program, with its version.
  init(title: String, section: Int, source: String) {
    // No date: the page of a version is the same whenever it is made. No hyphenation, and no blanks
    // put in to fill lines: words and blanks may be what is to be typed.
    lines = [
      ".TH \(Self.quoted(title)) \(section) \"\" \(Self.quoted(source)) \"User Commands\"", ".nh",
      ".ad l",
    ]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The name of the page and what that is, in the form that other programs read.
  mutating func heading(_ name: String, _ words: String) {
    section("NAME")
    lines.append("\(Self.escaped(name)) \\- \(Self.escaped(words))")
  }

  mutating func section(_ title: String) { lines.append(".SH \(Self.quoted(title))") }

  mutating func subsection(_ title: String) { lines.append(".SS \(Self.quoted(title))") }

  /// A paragraph of prose; what stands between backticks is bold.
  mutating func paragraph(_ text: String) { lines += [".PP", Self.prose(text)] }

  /// Something with a name, and what is to be said of it below.
  ///
  /// - Parameter name: with its fonts, as `bold` and `italic` make them.
  mutating func item(_ name: String, _ text: String) {
    lines += [".TP", Self.guarded(name), Self.prose(text)]
  }

  /// Lines that stay as they are.
  mutating func lines(_ texts: [String]) {
    lines += [".PP", ".nf"] + texts.map(Self.guarded) + [".fi"]
  }

  /// Lines to type, each below a word on what it does.
  mutating func example(_ words: String, _ command: String) {
    lines += [".TP", Self.prose(words), Self.guarded(Self.bold(command))]
  }

  /// Other pages.
  mutating func references(_ pages: [(name: String, section: Int)]) {
    lines += [".PP", pages.map { Self.bold($0.name) + "(\($0.section))" }.joined(separator: ", ")]
  }

  // MARK: - Text

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Text whose every character is itself, in whatever font.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      // Bare, these five become typographic signs, which nobody can paste into a shell.
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      // Pages are read in every locale.
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

  /// A line that is no request, whatever it begins with.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
