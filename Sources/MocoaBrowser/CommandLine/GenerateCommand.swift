internal import MocoaLocalization

/// The `mocoa generate` command, which prints the manual page, a completion script, or key bindings
/// for a shell.
///
/// The page and the scripts are generated from the tables of the program, so they always match it.
struct GenerateCommand {
  /// A text that the command can generate.
  enum Output: String, CaseIterable {
    case man, bash, zsh, fish
    case bashWidgets = "bash-widgets"
    case zshWidgets = "zsh-widgets"
    case fishWidgets = "fish-widgets"

    /// The generated text.
    var text: String {
      switch self {
      case .man: ManualPage.text
      case .bash: BashCompletion.text
      case .zsh: ZshCompletion.text
      case .fish: FishCompletion.text
      case .bashWidgets: BashWidgets.text
      case .zshWidgets: ZshWidgets.text
      case .fishWidgets: FishWidgets.text
      }
    }
  }

  /// The names of the man page and the completions, separated by commas.
  static let documents = [Output.man, .bash, .zsh, .fish].map(\.rawValue).joined(separator: ", ")

  /// Returns the names of all texts, joined with commas and the word `or`.
  static func choice(_ or: String = localized(" or ")) -> String {
    let names = Output.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + or + (names.last ?? "")
  }

  /// An error of the command.
  enum UsageError: Error, Equatable, CustomStringConvertible {
    case missingOutputType
    case unknown(String)

    var description: String {
      switch self {
      case .missingOutputType: localized("missing output type (\(GenerateCommand.choice()))")
      case .unknown(let word): localized("generate: \"\(word)\" is not \(GenerateCommand.choice())")
      }
    }
  }

  /// Returns the generated text for the output type with a name.
  static func text(_ word: String?) throws(UsageError) -> String {
    guard let word else { throw .missingOutputType }
    guard let form = Output(rawValue: word) else { throw .unknown(word) }
    // The text is generated at build time for users of all languages.
    return MessageCatalog.withEnglish { form.text }
  }
}
