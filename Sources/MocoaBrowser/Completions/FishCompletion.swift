/// The fish completion script for `mocoa`.
enum FishCompletion {
  static var text: String {
    let valued = CompletionWords.valued.flatMap(CompletionWords.spellings).joined(separator: " ")
    return #"""
      # Completion of mocoa for fish, made by `mocoa generate fish`.

      # Prints the words of the command line that are no options, from the first one on; behind `--`, and
      # behind the first word of a command that is watched, all are.
      function __mocoa_operands
          set -l words (commandline -opc)
          set -l operands
          set -l is_value
          set -l is_ended
          for word in $words[2..-1]
              if test -n "$is_value"
                  set is_value
              else if test -n "$is_ended"; or not string match -qr -- '^-.' $word
                  set -a operands $word
                  if test (count $operands) -eq 2; and test $operands[1] = watch
                      set is_ended 1
                  end
              else if test $word = --
                  set is_ended 1
                  set -q operands[1]; or set operands --
              else if contains -- $word \#(valued); \#

                  or string match -qr -- '^-[\#(letters(false))]*[\#(letters(true))]$' $word
                  set is_value 1
              end
          end
          string join \n -- $operands
      end

      # Whether one of some words asks for something; '' where none does.
      function __mocoa_has
          set -l operands (__mocoa_operands)
          set -l word
          if contains -- "$operands[1]" \#(names.joined(separator: " "))
              set word $operands[1]
          end
          contains -- "$word" $argv
      end

      # Whether there is no word yet.
      function __mocoa_is_first
          test -z "$(__mocoa_operands | string collect)"
      end

      # Whether what is typed belongs to the command that is watched.
      function __mocoa_is_watching
          __mocoa_has watch; or return
          set -l words (commandline -opc)
          set -l operands (__mocoa_operands)
          set -q operands[2]; or contains -- -- $words; or not string match -q -- '-*' (commandline -ct)
      end

      # Completes the command that is watched as if it stood alone.
      function __mocoa_command
          set -l operands (__mocoa_operands)
          set -l words $operands[2..-1] (commandline -ct)
          complete -C (string join ' ' -- (string escape -- $words[1..-2]) $words[-1])
      end

      # The URLs of all modules that are known here, and of those that are pages.
      function __mocoa_modules
          command mocoa modules </dev/null 2>/dev/null
      end

      function __mocoa_pages
          __mocoa_modules | string match -v '*://*:*'
      end

      # Whether a page may be opened, and something else than a file has been begun.
      function __mocoa_is_page
          __mocoa_has '' scaffold; and string match -qr '^m' -- (commandline -ct)
      end

      function __mocoa_themes
          printf '%s\n' \#(CompletionWords.themes.joined(separator: " "))
          set -l folder $HOME/.config
          set -q XDG_CONFIG_HOME[1]; and set folder $XDG_CONFIG_HOME
          for file in $folder/mocoa/themes/*.json
              string replace -r '.*/(.*)\.json$' '$1' -- $file
          end
      end

      complete -c mocoa -n __mocoa_is_watching -f -a '(__mocoa_command)'
      complete -c mocoa -n __mocoa_is_page -a '(__mocoa_pages)' -d page
      \#(words)
      \#(operands)
      \#(options)

      """#
  }

  private static let names = Options.Command.words.map(\.rawValue)

  private static func letters(_ valued: Bool) -> String { CompletionWords.letters(valued: valued) }

  private static var words: String {
    Options.Command.words.map { command in
      "complete -c mocoa -n __mocoa_is_first -a \(command.rawValue) -d \(quoted(command.summary))"
    }.joined(separator: "\n")
  }

  /// The completions of operands that are not sources.
  private static var operands: String {
    Options.Command.words.compactMap { command in
      let head = "complete -c mocoa -n '__mocoa_has \(command.rawValue)' "
      return switch command.operand {
      case .source, .command, .files: nil
      case .module: head + "-f -a '(__mocoa_modules)' -d module"
      case .moduleOrFiles:
        "complete -c mocoa -n '__mocoa_has \(command.rawValue); and not contains -- --check "
          + "(commandline -opc)' -f -a '(__mocoa_modules)' -d module"
      case .word(let words): head + "-f -a \(quoted(words.joined(separator: " ")))"
      }
    }.joined(separator: "\n")
  }

  private static var options: String {
    Options.table.map { entry in
      let names = Options.Command.allCases.filter { entry.goes(with: $0) }.map { command in
        command == .open ? "''" : command.rawValue
      }
      let condition =
        entry.commands.isEmpty
        ? "not __mocoa_is_watching"
        : "__mocoa_has \(names.joined(separator: " ")); and not __mocoa_is_watching"
      let letter = entry.letter.map { " -s \($0)" } ?? ""
      let value =
        switch entry.takes {
        case _ where entry.value == nil: ""
        case .text: " -x"
        case .file: " -r -F"
        case .page: " -x -a '(__mocoa_pages)'"
        case .theme: " -x -a '(__mocoa_themes)'"
        case .word(let words): " -x -a \(quoted(words.joined(separator: " ")))"
        }
      return "complete -c mocoa -n \"\(condition)\"\(letter) -l \(entry.name)\(value)"
        + " -d \(quoted(entry.help))"
    }.joined(separator: "\n")
  }

  /// Returns text as one quoted fish word.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { #"\'"#.contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
