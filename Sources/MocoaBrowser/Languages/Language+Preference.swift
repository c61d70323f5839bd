internal import Glibc
internal import MocoaLocalization
internal import MocoaJSON
internal import MocoaModel

extension Language {
  /// The language that the environment of the user requests.
  static var preferred: Language { Language { getenv($0).map { String(cString: $0) } } }

  /// Makes this language the language of all messages.
  func activate() { MessageCatalog.activate(messageCatalog) }

  /// The message catalog of the language, or `nil` for English, whose messages are the keys.
  private var messageCatalog: MessageCatalog? {
    switch self {
    case .english: nil
    case .chinese: MessageCatalog(Self.entries(of: Resources.chinese))
    }
  }

  /// Returns the messages in a file of `Resources/Languages`; empty if the file is not valid.
  static func entries(of bytes: [UInt8]) -> [String: String] {
    guard case .object(let fields)? = try? JSONReader.parse(bytes) else { return [:] }
    let entries = fields.compactMap { field in
      if case .string(let words) = field.value { (field.name, words) } else { nil }
    }
    return Dictionary(entries) { first, _ in first }
  }
}
