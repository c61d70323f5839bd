/// The zsh completion script for `mocoa`.
enum ZshCompletion {
  static var text: String {
    #"""
    #compdef mocoa

    # Completion of mocoa for zsh, made by `mocoa generate zsh`.

    # The URLs of all modules that are known here, or of those that are pages.
    _mocoa_modules() {
      local -a urls=(${(f)"$(_call_program modules mocoa modules 2>/dev/null)"})
      if [[ $1 == pages ]]; then
        urls=(${urls:#*://*:*})
        shift
      fi
      compadd "$@" -a urls
    }

    _mocoa_pages() { _mocoa_modules pages "$@" }

    _mocoa_source() {
      _alternative 'files:file:_files' 'pages:page:_mocoa_pages'
    }

    _mocoa_themes() {
      local -a themes=(\#(CompletionWords.themes.joined(separator: " ")))
      themes+=(${XDG_CONFIG_HOME:-$HOME/.config}/mocoa/themes/*.json(N:t:r))
      compadd "$@" -a themes
    }

    _mocoa_words() {
      local -a names=(
    \#(names)
      )
      _describe -t commands command names "$@"
    }

    # The options that go with a word.
    _mocoa_options() {
      options=()
    \#(options)
    }

    _mocoa() {
      local curcontext=$curcontext state line ret=1
      local -a options operands
      local -A opt_args

      _mocoa_options
      _arguments -C -s -S -A '-*' $options '1: :->first' '*:: :->rest' && ret=0
      case $state in
        first)
          _alternative 'commands:command:_mocoa_words' 'files:file:_files' 'pages:page:_mocoa_pages' \
            && ret=0
          ;;
        rest)
          local word=$words[1]
          [[ $word == (\#(Options.Command.words.map(\.rawValue).joined(separator: "|"))) ]] || word=
          _mocoa_options $word
          case $word in
    \#(operands)
            # Options may stand behind a source as well.
            *) operands=() ;;
          esac
          _arguments -s -S $options $operands && ret=0
          ;;
      esac
      return ret
    }

    # The file is this function's body where zsh has found it, or else was read by `source`.
    if [[ $funcstack[1] == _mocoa ]]; then
      _mocoa "$@"
    else
      compdef _mocoa mocoa
    fi

    """#
  }

  /// The commands with their descriptions.
  private static var names: String {
    Options.Command.words.map { command in
      "    " + CompletionWords.quoted("\(escaped(command.rawValue)):\(escaped(command.summary))")
    }.joined(separator: "\n")
  }

  /// The options, with a condition if only some commands accept them.
  private static var options: String {
    Options.table.map { entry in
      let words = entry.commands.map { $0 == .open ? "''" : $0.rawValue }
      let pattern = words.count > 1 ? "(\(words.joined(separator: "|")))" : words.first ?? ""
      let condition = words.isEmpty ? "" : "[[ $1 == \(pattern) ]] && "
      return "  \(condition)options+=(\(specification(of: entry)))"
    }.joined(separator: "\n")
  }

  /// Returns an option as a specification for `_arguments`.
  ///
  /// An option that must not be repeated excludes itself.
  private static func specification(of entry: Options.OptionDefinition) -> String {
    let help = "[" + escaped(entry.help) + "]"
    let value = entry.value.map { ":\(escaped($0)):\(action(entry.takes))" } ?? ""
    let long = "--" + entry.name + (entry.value == nil ? "" : "=")
    guard let letter = entry.letter else {
      // Only this option may be repeated.
      let repeats = entry.name == "manifest" ? "*" : ""
      return CompletionWords.quoted(repeats + long + help + value)
    }
    let short = "-\(letter)" + (entry.value == nil ? "" : "+")
    let others = "(-\(letter) --\(entry.name))"
    return CompletionWords.quoted(others + short + help + value) + " "
      + CompletionWords.quoted(others + long + help + value)
  }

  private static func action(_ value: Options.Value) -> String {
    switch value {
    case .text: " "
    case .file: "_files"
    case .page: "_mocoa_pages"
    case .theme: "_mocoa_themes"
    case .word(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// The completions of the operands of each command.
  private static var operands: String {
    Options.Command.words.map { command in
      let name = command.rawValue
      return switch command.operand {
      case .command:
        "        \(name)) operands=('(-)*::command:_normal') options=(-A '-*' $options) ;;"
      case .source: "        \(name)) operands=('1:source:_mocoa_source') ;;"
      case .files: "        \(name)) operands=('*:file:_files') ;;"
      case .module: "        \(name)) operands=('1:module:_mocoa_modules') ;;"
      case .moduleOrFiles:
        "        \(name)) if (( $words[(I)--check] )); then operands=('*:file:_files'); "
          + "else operands=('1:module:_mocoa_modules'); fi ;;"
      case .word(let words):
        "        \(name)) operands=('1:form:(\(words.joined(separator: " ")))') ;;"
      }
    }.joined(separator: "\n")
  }

  /// Escapes the characters with a meaning in specifications: brackets, colons and backslashes.
  private static func escaped(_ text: String) -> String {
    text.map { #"\[]:"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
