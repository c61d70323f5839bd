internal import MocoaLanguage
internal import Mocoa

/// What is to be opened, as a URL.
@MainActor
struct Source {
  let url: ModuleURL

  /// Why there is nothing to open.
  enum Fault: Error, CustomStringConvertible {
    case url(String, ModuleURL.ParseError)
    case scheme(String)

    var description: String {
      switch self {
      case .url(let text, let error): "\(text): \(error)"
      case .scheme(let text):
        phrase("\(text): nothing opens this kind of URL (mocoa:, http: and https: name modules)")
      }
    }
  }

  /// Schemes whose URLs name modules.
  private static let moduleSchemes = ["mocoa", "http", "https"]

  /// - Parameter home: the page that is opened where nothing is named.
  init(_ options: Options, _ registry: ModuleRegistry, home: String = HomePage.address) throws {
    if let list = options.module {
      do {
        _ = try registry.module(at: ModuleURL(list))
      } catch let error as ModuleURL.ParseError {
        throw Fault.url(list, error)
      }
    }
    if options.command == .watch {
      url = try ModuleURL(WatchPage.address)
      return
    }
    guard let operand = options.operands.first else {
      url =
        try StandardStreams.inputIsData
        ? Self.standardInput(options) : ModuleURL(home)
      return
    }
    if ModuleURL.looksLikeURL(operand) {
      url = try Self.url(operand, options)
    } else {
      url = try RecordsPage.url(ofFile: Self.path(of: operand), options: options)
    }
  }

  private static func standardInput(_ options: Options) throws -> ModuleURL {
    try RecordsPage.url(ofFile: path(of: "-"), options: options)
  }

  /// The path of a file as an operand names it: `-` is standard input.
  static func path(of operand: String) -> String { operand == "-" ? "/dev/stdin" : operand }

  /// The page that a URL names: a module, or a file.
  static func url(_ text: String, _ options: Options = Options()) throws -> ModuleURL {
    let scheme = text[..<(text.firstRange(of: "://")?.lowerBound ?? text.endIndex)].lowercased()
    do {
      if moduleSchemes.contains(scheme) { return try ModuleURL(text) }
      guard scheme == "file" else { throw Fault.scheme(text) }
      return try RecordsPage.url(ofFile: ModuleURL.filePath(text), options: options)
    } catch let error as ModuleURL.ParseError {
      throw Fault.url(text, error)
    }
  }
}
