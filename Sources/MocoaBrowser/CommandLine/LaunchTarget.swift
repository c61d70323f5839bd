internal import MocoaLocalization
internal import Mocoa

/// The source that the program opens, as a URL.
@MainActor
struct LaunchTarget {
  let url: ModuleURL

  /// An error that prevents opening a source.
  enum ParseError: Error, CustomStringConvertible {
    case url(String, ModuleURL.ParseError)
    case scheme(String)

    var description: String {
      switch self {
      case .url(let text, let error): "\(text): \(error)"
      case .scheme(let text):
        localized("\(text): unsupported URL scheme (use mocoa:, http: or https:)")
      }
    }
  }

  /// The URL schemes that name modules.
  private static let moduleSchemes = ["mocoa", "http", "https"]

  /// Creates the source that the options select.
  ///
  /// - Parameters:
  ///   - options: The parsed command line.
  ///   - registry: The registry that must contain the list module of the options.
  ///   - home: The URL of the page that opens if the command line names no source.
  init(_ options: Options, _ registry: ModuleRegistry, home: String = HomePage.address) throws {
    if let list = options.module {
      do {
        _ = try registry.module(at: ModuleURL(list))
      } catch let error as ModuleURL.ParseError {
        throw ParseError.url(list, error)
      }
    }
    var url = try Self.page(options, home: home)
    // A later option overrides an earlier one, so these override the options in the URL.
    url.options += options.listOptions
    self.url = url
  }

  /// Returns the URL of the requested page, including its list options.
  private static func page(_ options: Options, home: String) throws -> ModuleURL {
    if options.command == .watch { return try ModuleURL(WatchPage.address) }
    guard let operand = options.operands.first else {
      return try StandardStreams.inputIsData
        ? RecordsPage.url(ofFile: path(of: "-"), options: options) : ModuleURL(home)
    }
    if ModuleURL.looksLikeURL(operand) { return try url(operand, options) }
    return try RecordsPage.url(ofFile: path(of: operand), options: options)
  }

  /// Returns the path of the file that an operand names.
  ///
  /// The operand `-` is standard input.
  static func path(of operand: String) -> String { operand == "-" ? "/dev/stdin" : operand }

  /// Parses a URL that names a module or a file.
  static func url(_ text: String, _ options: Options = Options()) throws -> ModuleURL {
    let scheme = text[..<(text.firstRange(of: "://")?.lowerBound ?? text.endIndex)].lowercased()
    do {
      if moduleSchemes.contains(scheme) { return try ModuleURL(text) }
      guard scheme == "file" else { throw ParseError.scheme(text) }
      return try RecordsPage.url(ofFile: ModuleURL.filePath(text), options: options)
    } catch let error as ModuleURL.ParseError {
      throw ParseError.url(text, error)
    }
  }
}
