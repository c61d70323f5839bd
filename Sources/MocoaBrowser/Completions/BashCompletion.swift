/// The bash completion script for `mocoa`.
enum BashCompletion {
  static var text: String { [head, values, main].joined(separator: "\n") }

  /// Returns words as one quoted bash word with a line for each of them.
  private static func lines(_ words: [String]) -> String {
    "$'" + words.joined(separator: "\\n") + "'"
  }

  /// The functions that parse the command line and find candidates.
  private static let head = #"""
    # Completion of mocoa for bash, made by `mocoa generate bash`.

    # Sets `words` to the words before the cursor's, `places` to where each begins in COMP_WORDS, the
    # cursor's at last, `cur` to that as far as the cursor, and `typed` to the part of it that bash takes
    # for words of their own: to bash, unlike here, = and : end words.
    _mocoa_words() {
      local rest=${COMP_LINE:0:COMP_POINT} blank word last= i
      words=() places=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        blank=${rest%%[![:space:]]*}
        rest=${rest#"$blank"}
        word=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then word=$rest; fi
        rest=${rest#"$word"}
        if [[ -z $blank && ( $word == [=:]* || $last == *[=:] ) ]] && ((i > 1)); then
          words[${#words[@]} - 1]+=$word
        else
          words+=("$word") places+=("$i")
        fi
        last=$word
      done
      cur=${words[${#words[@]} - 1]}
      unset "words[${#words[@]}-1]"
      local breaks=
      if [[ $COMP_WORDBREAKS == *=* ]]; then breaks+='='; fi
      if [[ $COMP_WORDBREAKS == *:* ]]; then breaks+=':'; fi
      typed=
      if [[ -n $breaks && $cur == *[$breaks]* ]]; then typed=${cur%"${cur##*[$breaks]}"}; fi
    }

    # Offers those words, of some that stand one a line, that begin like what is typed; $2 is the option
    # that stands in the same word.
    _mocoa_offer() {
      local word
      while IFS= read -r word; do
        word=$2$word
        if [[ -n ${word#"$2"} && $word == "$cur"* ]]; then COMPREPLY+=("${word#"$typed"}"); fi
      done <<<"$1"
    }

    # Leaves it at what is offered: files are not asked for.
    _mocoa_no_files() { compopt +o default +o bashdefault 2>/dev/null; }

    # Offers files. Where nothing else is offered bash finds them itself, which it does best.
    _mocoa_files() {
      if [[ -z $1 && ${#COMPREPLY[@]} -eq 0 ]]; then return; fi
      local file
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do
        file=$1$file
        COMPREPLY+=("${file#"$typed"}")
      done < <(compgen -f -- "${cur#"$1"}")
    }

    # The URLs of all modules that are known here, and of those that are pages.
    _mocoa_modules() { command mocoa modules </dev/null 2>/dev/null; }
    _mocoa_pages() { _mocoa_modules | command grep -v '://.*:'; }

    # A file, or where none begins so, a page.
    _mocoa_source() {
      if [[ $cur == mocoa:* ]] ||
        [[ -n $cur && mocoa:// == "$cur"* && -z $(compgen -f -- "$cur") ]]; then
        _mocoa_offer "$(_mocoa_pages)"
      else
        _mocoa_files
      fi
    }

    # What the words from a place on are completed to where they stand alone.
    _mocoa_command() {
      if declare -F _command_offset >/dev/null; then
        _command_offset "$1"
      elif (($1 == COMP_CWORD)); then
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$cur")
      fi
    }

    _mocoa_themes() {
      local file
      for file in "${XDG_CONFIG_HOME:-$HOME/.config}"/mocoa/themes/*.json; do
        file=${file##*/}
        if [[ $file != '*.json' ]]; then printf '%s\n' "${file%.json}"; fi
      done
    }

    """#

  /// The functions that complete option values and the options of each command.
  private static var values: String {
    let values = CompletionWords.valued.compactMap { entry -> String? in
      let offer: String
      switch entry.takes {
      case .text: return nil
      case .file: offer = #"_mocoa_files "$2"; return"#
      case .page: offer = #"_mocoa_offer "$(_mocoa_pages)" "$2""#
      case .theme:
        offer = #"_mocoa_offer \#(lines(CompletionWords.themes))$'\n'"$(_mocoa_themes)" "$2""#
      case .word(let words): offer = #"_mocoa_offer \#(lines(words)) "$2""#
      }
      return "    \(CompletionWords.spellings(of: entry).joined(separator: " | "))) \(offer) ;;"
    }
    let options = Options.Command.allCases.map { command in
      let names = Options.table.filter { $0.goes(with: command) }.map { "--" + $0.name }
      return "    \(command == .open ? "''" : command.rawValue)) _mocoa_offer \(lines(names)) ;;"
    }
    return """
      # What the value of an option can be; $2 is the option where it stands in the same word.
      _mocoa_value() {
        case $1 in
      \(values.joined(separator: "\n"))
        esac
        _mocoa_no_files
      }

      # The options that go with a word.
      _mocoa_options() {
        case $1 in
      \(options.joined(separator: "\n"))
        esac
        _mocoa_no_files
      }

      """
  }

  /// The main function, which completes commands and operands.
  private static var main: String {
    let valued = CompletionWords.valued.map { "--" + $0.name }.joined(separator: " | ")
    let names = Options.Command.words.map(\.rawValue)
    let operands = Options.Command.words.compactMap { command -> String? in
      switch command.operand {
      case .source, .command: nil
      case .files: "    \(command.rawValue)) _mocoa_files ;;"
      case .module:
        #"    \#(command.rawValue)) _mocoa_offer "$(_mocoa_modules)"; _mocoa_no_files ;;"#
      case .moduleOrFiles:
        #"    \#(command.rawValue)) if [[ -n $checks ]]; then _mocoa_files; else "#
          + #"_mocoa_offer "$(_mocoa_modules)"; _mocoa_no_files; fi ;;"#
      case .word(let words):
        "    \(command.rawValue)) _mocoa_offer \(lines(words)); _mocoa_no_files ;;"
      }
    }
    return #"""
      _mocoa() {
        local cur typed word option= command= ended= checks= count=0 i
        local -a words places
        COMPREPLY=()
        _mocoa_words
        for ((i = 1; i < ${#words[@]}; i++)); do
          word=${words[i]}
          if [[ -n $option ]]; then
            option=
          elif [[ -n $ended || $word != -?* ]]; then
            if ((count == 0)) && [[ -z $command$ended ]]; then
              case $word in
                \#(names.joined(separator: " | "))) command=$word; continue ;;
              esac
            fi
            # Behind the first word of a command that is watched all words are its own.
            if [[ $command == watch ]]; then break; fi
            count=$((count + 1))
          elif [[ $word == -- ]]; then
            ended=1
          elif [[ $word == --* ]]; then
            case $word in
              \#(valued)) option=$word ;;
              --check) checks=1 ;;
            esac
          elif [[ $word =~ ^-[\#(CompletionWords.letters(valued: false))]*([\#
      \#(CompletionWords.letters(valued: true))])$ ]]; then
            option=-${BASH_REMATCH[1]}
          fi
        done

        if [[ -n $option ]]; then
          _mocoa_value "$option"
        elif ((i < ${#words[@]})) || [[ $command == watch && ( -n $ended || $cur != -* ) ]]; then
          _mocoa_command "${places[i]}"
        elif [[ -z $ended && $cur == --*=* ]]; then
          _mocoa_value "${cur%%=*}" "${cur%%=*}="
        elif [[ -z $ended && $cur == -* ]]; then
          _mocoa_options "$command"
        else
          case $command in
      \#(operands.joined(separator: "\n"))
            *)
              if ((count == 0)) && [[ -z $command$ended ]]; then
                _mocoa_offer \#(lines(names))
              fi
              _mocoa_source
              ;;
          esac
        fi
      }

      complete -o bashdefault -o default -F _mocoa mocoa

      """#
  }
}
