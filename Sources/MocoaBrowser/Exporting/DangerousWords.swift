/// A search for words in shell commands that destroy or overwrite data, or end programs.
///
/// The search does not interpret the command. It finds these words in any context, and also
/// redirections to files. A word may therefore be found in a harmless command, and a word that a
/// command composes from parts is not found.
package enum DangerousWords {
  private static let words: Set = [
    "mv", "cp", "chmod", "chown", "tee", "rm", "rmdir", "unlink", "shred", "dd", "mkfs", "kill",
    "pkill", "killall", "delete", "destroy",
    "drop", "prune", "purge", "remove", "uninstall", "reset", "stop", "shutdown", "reboot",
    "truncate", "revoke",
  ]

  /// The programs that run their arguments, or the contents of files in their arguments, as
  /// commands or statements.
  private static let interpreters: Set = [
    ".", "ash", "at", "awk", "bash", "batch", "csh", "dash", "doas", "docker", "duckdb", "env",
    "eval",
    "exec",
    "find", "fish", "flock", "gawk", "ksh", "kubectl", "lua", "mariadb", "mawk", "mksh", "mongosh",
    "mysql", "nice",
    "node", "nohup", "nsenter", "parallel", "perl", "php", "podman", "psql", "python", "python3",
    "redis-cli", "ruby", "screen", "setsid", "sh", "source", "sqlite3", "ssh", "su", "sudo",
    "tclsh",
    "tcsh", "timeout", "tmux", "unshare", "watch", "xargs", "yash", "zsh",
  ]

  /// The programs that interpret redirections in their arguments.
  private static let shells: Set = [
    "ash", "bash", "csh", "dash", "eval", "fish", "flock", "ksh", "mksh", "sh", "ssh", "su", "tcsh",
    "yash", "zsh",
  ]

  /// Returns the first dangerous word of a command, or `>` or `>>` if the command writes to a file.
  ///
  /// In the text that the user typed, each word counts, even inside quotes. If this text names a
  /// program that may run an inserted value, each word of the value counts. Otherwise, the value
  /// counts only as a single word.
  ///
  /// - Parameters:
  ///   - command: The shell command after the values of items were inserted.
  ///   - typed: The command as the user typed it, with placeholders for values.
  /// - Returns: `nil` if the command contains neither.
  /// - Complexity: O(length of both texts).
  package static func first(in command: String, typed: String) -> String? {
    let programs = tokens(typed)
    let runsText = programs.contains { interpreters.contains($0) || $0.hasPrefix("python") }
    let redirects = programs.contains(where: shells.contains)
    if let word = word(in: typed, isCode: runsText) ?? forcedPush(typed)
      ?? redirection(in: typed, isQuoted: redirects)
    {
      return word
    }
    if command == typed { return nil }
    if runsText, let word = word(in: command, isCode: true) { return word }
    if redirects { return redirection(in: command, isQuoted: true) }
    return quotedWords(command).lazy.compactMap { dangerousWord(programName($0)) }.first
  }

  /// Returns the first redirection to a file, other than `/dev/null`.
  ///
  /// By default, a redirection inside quotes does not count. It counts after a construct that makes
  /// the end of later quotes uncertain: a command substitution in quotes, a here-document, `\'` or
  /// `$'`.
  ///
  /// - Parameter isQuoted: A Boolean value that indicates whether all redirections inside quotes
  ///   count.
  private static func redirection(in text: String, isQuoted: Bool) -> String? {
    let scalars = Array(text.unicodeScalars)
    func scalar(_ index: Int) -> Unicode.Scalar? {
      scalars.indices.contains(index) ? scalars[index] : nil
    }
    var countsQuoted = isQuoted
    var quote: Unicode.Scalar?
    var isComment = false
    var index = 0
    while index < scalars.count {
      defer { index += 1 }
      switch scalars[index] {
      case "\n": isComment = false
      case "\\" where quote != "'": index += 1
      case "\\" where scalar(index + 1) == "'": countsQuoted = true
      case "#" where quote == nil && beginsWord(after: scalar(index - 1)): isComment = true
      case "'" where !isComment, "\"" where !isComment:
        if quote == nil {
          quote = scalars[index]
          if scalar(index - 1) == "$" { countsQuoted = true }
        } else if quote == scalars[index] {
          quote = nil
        }
      case "`" where quote == "\"": countsQuoted = true
      case "$" where quote == "\"" && scalar(index + 1) == "(": countsQuoted = true
      case "<" where quote == nil && scalar(index + 1) == "<": countsQuoted = true
      case ">" where quote == nil || countsQuoted:
        let isAppended = scalar(index + 1) == ">"
        let start = index + (isAppended ? 2 : 1)
        if !isAppended, scalar(start) == "&", isDescriptor(scalar(start + 1)) { continue }
        let remaining = scalars[start...].drop { $0 == "|" || $0 == "&" || $0 == " " }
        let target = remaining.prefix {
          !$0.properties.isWhitespace && !";&|()'\"`".unicodeScalars.contains($0)
        }
        if remaining.first != "(", String(String.UnicodeScalarView(target)) != "/dev/null" {
          return isAppended ? ">>" : ">"
        }
        if isAppended { index += 1 }
      default: break
      }
    }
    return nil
  }

  /// Returns `true` if a word of a command may begin after a character.
  ///
  /// - Parameter scalar: The character, or `nil` at the start of the text.
  private static func beginsWord(after scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.properties.isWhitespace || ";&|()`".unicodeScalars.contains($0) } ?? true
  }

  /// Returns `true` if `>&` followed by a character redirects to a file descriptor, not to a file.
  private static func isDescriptor(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { ("0"..."9").contains($0) || $0 == "-" } ?? false
  }

  private static func word(in text: String, isCode: Bool) -> String? {
    tokens(text, isCode: isCode).lazy.compactMap(dangerousPart).first
  }

  private static let separators = Set(";&|()<>{}$`=,:@/!#*?[]~^%+\0".unicodeScalars)

  /// Returns the words of a text in lowercase, without quotes and leading dashes.
  ///
  /// The words are separated by whitespace, and by characters that separate words in a shell or
  /// parts of an argument.
  ///
  /// - Parameter isCode: A Boolean value that indicates whether dots also separate words, as in
  ///   `os.remove`.
  private static func tokens(_ text: String, isCode: Bool = false) -> [String] {
    let bare = text.unicodeScalars.filter { $0 != "'" && $0 != "\"" && $0 != "\\" }
    return String(String.UnicodeScalarView(bare)).lowercased().unicodeScalars
      .split { scalar in
        scalar.properties.isWhitespace || separators.contains(scalar) || isCode && scalar == "."
      }
      .map { word in String(word.drop { $0 == "-" }) }
  }

  /// Returns the dangerous word of a token.
  ///
  /// The word is the complete token, as in `--delete`, a part of it, as in `delete-stack`, or the
  /// part before a dot, as in `mkfs.ext4`.
  private static func dangerousPart(of token: String) -> String? {
    if let word = dangerousWord(token) { return word }
    return token.split(separator: "-").lazy.compactMap { dangerousWord(String($0)) }.first
  }

  private static func dangerousWord(_ word: String) -> String? {
    if words.contains(word) { return word }
    return word.hasPrefix("mkfs.") ? "mkfs" : nil
  }

  /// Returns `push --force` or `push -f` if a command has these words, in this order.
  private static func forcedPush(_ text: String) -> String? {
    let words = quotedWords(text)
    guard let push = words.firstIndex(where: { programName($0) == "push" }) else { return nil }
    for word in words[push...] {
      if word.hasPrefix("--force") { return "push --force" }
      if word.hasPrefix("-"), !word.hasPrefix("--"), word.contains("f") { return "push -f" }
    }
    return nil
  }

  /// Returns the last part of a path, in lower case, without leading dashes.
  private static func programName(_ word: String) -> String {
    let name = word.split(separator: "/").last.map(String.init) ?? ""
    return String(name.lowercased().drop { $0 == "-" })
  }

  /// Returns the words of a text as a shell separates them, without their quotes.
  ///
  /// Operators, such as `;` and `|`, also separate words.
  private static func quotedWords(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaping = false
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if isEscaping {
        isEscaping = false
        word.append(scalar)
      } else if scalar == "\\", quote != "'" {
        isEscaping = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else if quote == nil,
        scalar.properties.isWhitespace || ";&|()<>`".unicodeScalars.contains(scalar)
      {
        end()
      } else {
        word.append(scalar)
      }
    }
    end()
    return words
  }
}
