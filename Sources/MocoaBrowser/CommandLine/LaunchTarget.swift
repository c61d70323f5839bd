internal import MocoaLocalization
package import Mocoa

/// The source that the program opens, as a URL.
@MainActor
package struct LaunchTarget {
  let url: ModuleURL

  /// An error that prevents opening a source.
  enum ParseError: Error, CustomStringConvertible {
    case url(String, ModuleURL.ParseError)
    case scheme(String)
    case path(String)

    var description: String {
      switch self {
      case .url(let text, let error): "\(text): \(error)"
      case .scheme(let text):
        localized("\(text): unsupported URL scheme (use mocoa:, http: or https:)")
      case .path(let path): localized("\(path): this program opens no files")
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
    var url = try Self.page(options, registry, home: home)
    // A later option overrides an earlier one, so these override the options in the URL.
    url.options += options.listOptions
    self.url = url
  }

  /// Returns the URL of the page that the command line selects, with the options for reading a
  /// file.
  private static func page(
    _ options: Options, _ registry: ModuleRegistry, home: String
  ) throws -> ModuleURL {
    if options.command == .watch { return try ModuleURL(watchAddress) }
    let reading = options.readingOptions
    if options.command == .diff {
      var url = try ModuleURL(diffAddress)
      url.options = zip(["old", "new"], options.operands).map {
        .init(name: $0, value: path(of: $1))
      }
      url.options += reading
      return url
    }
    guard let operand = options.operands.first else {
      let input =
        StandardStreams.inputIsData
        ? try registry.url(forPath: path(of: "-"), options: reading) : nil
      return try input ?? ModuleURL(home)
    }
    if ModuleURL.looksLikeURL(operand) { return try url(operand, in: registry, options: reading) }
    return try url(forPath: path(of: operand), in: registry, options: reading)
  }

  /// The address of the page that shows the output of a watched command.
  package nonisolated static let watchAddress = "mocoa://watch/"

  /// The address of the page that shows the differences of two files.
  package nonisolated static let diffAddress = "mocoa://diff/"

  /// Returns the file path of an operand.
  ///
  /// The operand `-` is standard input.
  package static func path(of operand: String) -> String { operand == "-" ? "/dev/stdin" : operand }

  /// Returns the URL of the page for a path.
  ///
  /// - Throws: ``ParseError/path(_:)`` if the program opens no files.
  static func url(
    forPath path: String, in registry: ModuleRegistry, options: [ModuleURL.Option] = []
  ) throws -> ModuleURL {
    guard let url = try registry.url(forPath: path, options: options) else {
      throw ParseError.path(path)
    }
    return url
  }

  /// Parses a URL that names a module or a file.
  package static func url(
    _ text: String, in registry: ModuleRegistry, options: [ModuleURL.Option] = []
  ) throws -> ModuleURL {
    let scheme = text[..<(text.firstRange(of: "://")?.lowerBound ?? text.endIndex)].lowercased()
    do {
      if moduleSchemes.contains(scheme) { return try ModuleURL(text) }
      guard scheme == "file" else { throw ParseError.scheme(text) }
      return try url(forPath: ModuleURL.filePath(text), in: registry, options: options)
    } catch let error as ModuleURL.ParseError {
      throw ParseError.url(text, error)
    }
  }
}
