/// The state of the shell's quoting at a position in a command.
///
/// The type parses as much of the shell language as is needed to determine where the shell reads an
/// inserted quoted value as a single word. All other positions are unsafe. If the type cannot parse
/// a construct, all positions after it are unsafe.
struct ShellQuoting {
  private enum Context {
    case single, double

    /// A text in `$'…'`.
    case escaped

    /// A group `( … )` or `$( … )`, in which text is parsed as outside of quotes.
    case group

    /// A parameter expansion `${ … }`.
    case parameter

    /// An arithmetic expression `$(( … ))` or `(( … ))`, which may run commands.
    case sum
    case backticks
    case comment
  }

  private var contexts: [Context] = []
  private var isUnparsable = false

  /// A Boolean value that indicates whether the next character is escaped.
  private(set) var isEscaping = false

  private var previous: Unicode.Scalar = " "

  /// The scanned characters of the current word.
  private var word = ""

  /// The characters that separate words.
  private static let separators = " \t\n;&|()<>".unicodeScalars

  /// The words after which a quoted value is not inserted, because its position is unsafe.
  ///
  /// The shell may evaluate the arguments of these words as expressions, or the arguments may
  /// contain unpaired parentheses.
  private static let unparsableWords: Set = [
    "[[", "case", "declare", "eval", "export", "float", "integer", "let", "local", "readonly",
    "typeset", "unset",
  ]

  /// The quote character of the current quotes, or `nil` outside of quotes.
  var mark: Unicode.Scalar? {
    switch contexts.last {
    case .single: "'"
    case .double: "\""
    default: nil
    }
  }

  /// A Boolean value that indicates whether the shell might read a quoted value at this position as
  /// more than a single word.
  var isUnsafe: Bool {
    isUnparsable
      || contexts.contains { context in
        switch context {
        case .escaped, .parameter, .sum, .backticks, .comment: true
        case .single, .double, .group: false
        }
      }
  }

  mutating func read(_ scalar: Unicode.Scalar) {
    defer { previous = scalar }
    if isEscaping {
      isEscaping = false
      word.unicodeScalars.append(scalar)
      return
    }
    switch contexts.last {
    case .comment: if scalar == "\n" { contexts.removeLast() }
    case .single: if scalar == "'" { contexts.removeLast() }
    case .escaped: readQuoted(scalar, until: "'")
    case .backticks: readQuoted(scalar, until: "`")
    case .double:
      if scalar != "\"", !opens(scalar) { isEscaping = scalar == "\\" }
      if scalar == "\"" { contexts.removeLast() }
    case .parameter:
      if scalar == "}" {
        contexts.removeLast()
      } else if !isName(scalar) {
        // The text after a name follows its own syntax rules.
        isUnparsable = true
      }
    case .sum:
      if scalar == "(" { contexts.append(.sum) }
      if scalar == ")" { contexts.removeLast() }
    case .group, nil: readPlain(scalar)
    }
  }

  private mutating func readQuoted(_ scalar: Unicode.Scalar, until end: Unicode.Scalar) {
    if scalar == end { contexts.removeLast() }
    isEscaping = scalar == "\\"
  }

  private mutating func readPlain(_ scalar: Unicode.Scalar) {
    if Self.separators.contains(scalar) {
      if Self.unparsableWords.contains(word) { isUnparsable = true }
      word = ""
    } else {
      word.unicodeScalars.append(scalar)
    }
    if opens(scalar) { return }
    switch scalar {
    case "\\": isEscaping = true
    case "'": contexts.append(previous == "$" ? .escaped : .single)
    case "\"": contexts.append(.double)
    case "#" where Self.separators.contains(previous): contexts.append(.comment)
    case "(": contexts.append(previous == "(" ? .sum : .group)
    case ")": _ = contexts.popLast()
    // The index of an array is evaluated as an expression.
    case "[" where isName(previous) || previous == "$": isUnparsable = true
    default: break
    }
  }

  /// Begins a quoting context that is also possible inside double quotes, such as `$( … )`.
  ///
  /// - Returns: `true` if the character begins such a context.
  private mutating func opens(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "`": contexts.append(.backticks)
    case "{" where previous == "$": contexts.append(.parameter)
    case "(" where previous == "$": contexts.append(.group)
    // The second parenthesis of `$((`.
    case "(" where previous == "(" && contexts.last == .group: contexts.append(.sum)
    default: return false
    }
    word = ""
    return true
  }

  private func isName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_"
  }
}
