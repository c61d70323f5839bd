/// The words of shell commands that destroy data or end programs.
///
/// A command is not interpreted: its text is searched for the words, wherever they are. So a harmless
/// command may be found to have one, and a command that composes a word from parts is not found.
package enum DangerousWords {
  private static let words: Set = [
    "rm", "rmdir", "unlink", "shred", "dd", "mkfs", "kill", "pkill", "killall", "delete", "destroy",
    "drop", "prune", "purge", "remove", "uninstall", "reset", "stop", "shutdown", "reboot",
    "truncate", "revoke",
  ]

  /// The programs that run their arguments, or what these contain, as commands or statements.
  private static let interpreters: Set = [
    ".", "ash", "at", "awk", "bash", "batch", "csh", "dash", "doas", "docker", "env", "eval",
    "exec",
    "find", "fish", "gawk", "ksh", "kubectl", "lua", "mawk", "mksh", "mongosh", "mysql", "nice",
    "node", "nohup", "nsenter", "parallel", "perl", "php", "podman", "psql", "python", "python3",
    "redis-cli", "ruby", "screen", "setsid", "sh", "source", "sqlite3", "ssh", "su", "sudo",
    "tclsh",
    "tcsh", "timeout", "tmux", "unshare", "watch", "xargs", "yash", "zsh",
  ]

  /// Returns the first dangerous word of a command; nil if it has none.
  ///
  /// The words of the typed text count wherever they are, also in quotes. The values of items count as
  /// whole words, and word by word if the typed text names a program that may run them.
  ///
  /// - Parameters:
  ///   - command: the command for a shell, with the values of items.
  ///   - typed: the text that it was made of.
  /// - Complexity: O(length of both).
  package static func first(in command: String, typed: String) -> String? {
    let runsText = tokens(typed).contains { interpreters.contains($0) || $0.hasPrefix("python") }
    if let word = word(in: typed, isCode: runsText) ?? forcedPush(typed) { return word }
    if command == typed { return nil }
    if runsText { return word(in: command, isCode: true) }
    return quotedWords(command).lazy.compactMap { wholeWord(programName($0)) }.first
  }

  private static func word(in text: String, isCode: Bool) -> String? {
    tokens(text, isCode: isCode).lazy.compactMap(dangerousPart).first
  }

  private static let separators = Set(";&|()<>{}$`=,:@/!#*?[]~^%+\0".unicodeScalars)

  /// Returns the words of a text without quotes, at the characters that separate words for a shell or in
  /// an argument.
  ///
  /// - Parameter isCode: whether dots separate words, too, as in `os.remove`.
  private static func tokens(_ text: String, isCode: Bool = false) -> [String] {
    let bare = text.unicodeScalars.filter { $0 != "'" && $0 != "\"" && $0 != "\\" }
    return String(String.UnicodeScalarView(bare)).lowercased().unicodeScalars
      .split { scalar in
        scalar.properties.isWhitespace || separators.contains(scalar) || isCode && scalar == "."
      }
      .map { word in String(word.drop { $0 == "-" }) }
  }

  /// Returns the word of a token that is dangerous: all of it, as in `--delete`, a part of it, as in
  /// `delete-stack`, or what precedes a dot, as in `mkfs.ext4`.
  private static func dangerousPart(of token: String) -> String? {
    if let word = wholeWord(token) { return word }
    return token.split(separator: "-").lazy.compactMap { wholeWord(String($0)) }.first
  }

  private static func wholeWord(_ word: String) -> String? {
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

  /// Returns the words as a shell separates them, without their quotes; operators separate, too.
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
