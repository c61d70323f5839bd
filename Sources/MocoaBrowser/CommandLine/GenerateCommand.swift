internal import MocoaLanguage

/// `mocoa generate`: what goes around the program, made from its own tables, so that it cannot disagree
/// with it.
struct GenerateCommand {
  /// What there is.
  enum Form: String, CaseIterable {
    case man, bash, zsh, fish

    /// The whole text.
    var text: String {
      switch self {
      case .man: ManualPage.text
      case .bash: BashCompletion.text
      case .zsh: ZshCompletion.text
      case .fish: FishCompletion.text
      }
    }
  }

  /// What can be asked for, in words.
  static func choice(_ or: String = phrase(" or ")) -> String {
    let names = Form.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + or + (names.last ?? "")
  }

  /// Why nothing is generated.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case noForm
    case unknown(String)

    var description: String {
      switch self {
      case .noForm: phrase("generate what? (\(GenerateCommand.choice()))")
      case .unknown(let word): phrase("generate: \"\(word)\" is not \(GenerateCommand.choice())")
      }
    }
  }

  /// The text that a word asks for.
  static func text(_ word: String?) throws(Fault) -> String {
    guard let word else { throw .noForm }
    guard let form = Form(rawValue: word) else { throw .unknown(word) }
    // It is made once, for users of every language.
    return Phrasebook.inEnglish { form.text }
  }
}
