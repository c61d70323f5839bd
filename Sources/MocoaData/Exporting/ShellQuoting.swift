/// Within what one is in a command for a shell, read up to there.
///
/// It knows as much of the language as is needed to say where a quoted word is a word and no more;
/// where it cannot tell, it says so for the rest of the command.
struct ShellQuoting {
  private enum Context {
    case single, double

    /// `$'…'`
    case escaped

    /// `( … )`, and `$( … )`, in which everything is as outside of all quotes.
    case group

    /// `${ … }`
    case parameter

    /// `$(( … ))`, or `(( … ))`: what is there is calculated, and commands in it run.
    case sum
    case backticks
    case comment
  }

  private var contexts: [Context] = []
  private var isTangled = false

  /// Whether the next character stands for itself.
  private(set) var isEscaping = false

  private var previous: Unicode.Scalar = " "

  /// The letters of the word that is being read.
  private var word = ""

  /// What stands before and behind a word.
  private static let separators = " \t\n;&|()<>".unicodeScalars

  /// Behind these, words are calculated, or are names in which there may be something to calculate, or
  /// parentheses need not be in pairs.
  private static let tanglingWords: Set = [
    "[[", "case", "declare", "eval", "export", "float", "integer", "let", "local", "readonly",
    "typeset", "unset",
  ]

  /// The mark of the quotes; nil outside of any.
  var mark: Unicode.Scalar? {
    switch contexts.last {
    case .single: "'"
    case .double: "\""
    default: nil
    }
  }

  /// Whether a quoted word may be more than a word here.
  var isUnsafe: Bool {
    isTangled
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
        // What stands behind a name there has rules of its own.
        isTangled = true
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
      if Self.tanglingWords.contains(word) { isTangled = true }
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
    // An index of an array is calculated.
    case "[" where isName(previous) || previous == "$": isTangled = true
    default: break
    }
  }

  /// Begins what also begins within double quotes.
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
