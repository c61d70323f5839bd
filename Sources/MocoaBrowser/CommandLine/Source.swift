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
    var url = try Self.page(options, home: home)
    // Behind those of a URL, of which they take the place.
    url.options += options.excerpt
    self.url = url
  }

  /// The page that is asked for, with whatever is shown of it.
  private static func page(_ options: Options, home: String) throws -> ModuleURL {
    if options.command == .watch { return try ModuleURL(WatchPage.address) }
    guard let operand = options.operands.first else {
      return try StandardStreams.inputIsData
        ? RecordsPage.url(ofFile: path(of: "-"), options: options) : ModuleURL(home)
    }
    if ModuleURL.looksLikeURL(operand) { return try url(operand, options) }
    return try RecordsPage.url(ofFile: path(of: operand), options: options)
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
