internal import MocoaLocalization

/// The `mocoa generate` command, which prints the manual page or a completion script.
///
/// Both are generated from the tables of the program, so they always match it.
struct GenerateCommand {
  /// A text that the command can generate.
  enum Output: String, CaseIterable {
    case man, bash, zsh, fish

    /// The generated text.
    var text: String {
      switch self {
      case .man: ManualPage.text
      case .bash: BashCompletion.text
      case .zsh: ZshCompletion.text
      case .fish: FishCompletion.text
      }
    }
  }

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
