/// The address of a module, with options for its page.
///
/// ```text
///   mocoa://music/artist?id=7#kind-of-blue
///           ╰───╯ ╰────╯ ╰──╯ ╰──────────╯
///           domain path  query  fragment: the item the cursor starts on
/// ```
///
/// The scheme is ignored, and the domain is not case-sensitive. Two URLs address the same module if
/// their domains and paths are equal. Query and fragment are data for the page.
public struct ModuleURL: Hashable, Sendable {
  /// An option of the query.
  ///
  /// A name without `=` has no value.
  public struct Option: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The value, or `nil` if the option has no `=`.
    public var value: String?

    /// Creates an option.
    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The maximum number of steps of a path.
  ///
  /// The limit exists because URLs also come from data, and algorithms visit the tree step by step.
  public static let depthLimit = 64

  /// The host of the URL, in lower case.
  public let domain: String

  /// The steps from the root of the domain to the module; empty for the root itself.
  public let path: [ModuleSegment]

  /// The options, in the order of the query.
  public var options: [Option]

  /// The identifier of the item on which the cursor starts.
  public var fragment: String?

  init(
    uncheckedDomain domain: String, path: [ModuleSegment], options: [Option] = [],
    fragment: String? = nil
  ) {
    self.domain = domain
    self.path = path
    self.options = options
    self.fragment = fragment
  }

  /// Creates the URL of the root of a domain, or of a module below the root.
  ///
  /// - Throws: `ParseError.domain` if the domain is not a valid host, `ParseError.tooDeep` if the
  ///   path has more than `depthLimit` steps.
  public init(
    domain: String, path: [ModuleSegment] = [], options: [Option] = [], fragment: String? = nil
  ) throws(ParseError) {
    guard path.count <= Self.depthLimit else { throw .tooDeep(steps: path.count) }
    self.init(
      uncheckedDomain: try Self.domain(domain), path: path, options: options, fragment: fragment)
  }

  /// The address without options and fragment.
  public var withoutOptions: ModuleURL {
    ModuleURL(uncheckedDomain: domain, path: path)
  }

  /// The address of the parent module, or `nil` for a root.
  public var parent: ModuleURL? {
    path.isEmpty ? nil : ModuleURL(uncheckedDomain: domain, path: Array(path.dropLast()))
  }

  /// Returns the address of a submodule.
  ///
  /// If the result has more than `depthLimit` steps, no lookup finds a module there.
  public func appending(_ segment: ModuleSegment) -> ModuleURL {
    ModuleURL(uncheckedDomain: domain, path: path + [segment])
  }

  /// Returns `true` if both URLs address the same module.
  public func isSameModule(as other: ModuleURL) -> Bool {
    domain == other.domain && path == other.path
  }

  /// Returns the values of an option, in the order of the query.
  ///
  /// A value is `nil` if the option has no `=`.
  public func values(of option: String) -> [String?] {
    options.filter { $0.name == option }.map(\.value)
  }

  /// Returns the last value of an option, or `nil` if the option is missing or has no value.
  public subscript(option: String) -> String? {
    options.last { $0.name == option }?.value
  }
}

extension ModuleURL: CustomStringConvertible {
  /// The URL in its normal form.
  ///
  /// Characters in names and values that are separators in a URL, or that are not visible, are
  /// percent-encoded.
  public var description: String {
    var text = "mocoa://\(domain)/"
    text += path.map { PercentEncoding.encode($0.description, keeping: ":") }.joined(separator: "/")
    if !options.isEmpty {
      let items = options.map { option in
        let name = PercentEncoding.encode(option.name, keeping: "/")
        return option.value.map { name + "=" + PercentEncoding.encode($0, keeping: "/:@,") } ?? name
      }
      text += "?" + items.joined(separator: "&")
    }
    if let fragment { text += "#" + PercentEncoding.encode(fragment, keeping: "/:@,") }
    return text
  }
}
