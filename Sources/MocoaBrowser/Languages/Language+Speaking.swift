internal import Glibc
internal import MocoaData
internal import MocoaLanguage
internal import MocoaModel

extension Language {
  /// The language that the environment asks for.
  static var ofUser: Language { Language { getenv($0).map { String(cString: $0) } } }

  /// Has all that is said from now on said in the language.
  func speak() { Phrasebook.use(phrasebook) }

  /// What is looked up for it; nil for English, which is written where it is said.
  private var phrasebook: Phrasebook? {
    switch self {
    case .english: nil
    case .chinese: Phrasebook(Self.entries(of: Resources.chinese))
    }
  }

  /// The entries of a file in `Resources/Languages`; none where it is damaged.
  static func entries(of bytes: [UInt8]) -> [String: String] {
    guard case .object(let fields)? = try? JSON.parse(bytes) else { return [:] }
    let entries = fields.compactMap { field in
      if case .text(let words) = field.value { (field.name, words) } else { nil }
    }
    return Dictionary(entries) { first, _ in first }
  }
}
