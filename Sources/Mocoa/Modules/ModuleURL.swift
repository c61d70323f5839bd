/// The address of a module, with options for whoever opens it.
///
/// ```text
///   mocoa://music/artist?id=7#kind-of-blue
///           ╰───╯ ╰────╯ ╰──╯ ╰──────────╯
///           domain path  query  fragment: the item the cursor starts on
/// ```
///
/// The scheme does not matter, and the domain is compared without case. Two URLs name the same
/// module when their domain and path are equal; query and fragment are data for the page.
public struct ModuleURL: Hashable, Sendable {
  /// One option of the query; a `name` without `=` has no value.
  public struct Option: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The value; nil when there is no `=`.
    public var value: String?

    /// An option from its parts.
    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// So many steps a path has at most.
  ///
  /// Data writes URLs as well, and whoever goes up or down the tree goes step by step.
  public static let depthLimit = 64

  /// The host, in lower case.
  public let domain: String

  /// The steps from the domain's root to the module; empty for the root itself.
  public let path: [ModuleSegment]

  /// The options, in the order of the query.
  public var options: [Option]

  /// The item on which the cursor starts.
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

  /// The root of a domain, or a module below it.
  ///
  /// - Throws: `ParseError.domain` where the domain is no legal host, `ParseError.tooDeep` where the
  ///   path has more than `depthLimit` steps.
  public init(
    domain: String, path: [ModuleSegment] = [], options: [Option] = [], fragment: String? = nil
  ) throws(ParseError) {
    guard path.count <= Self.depthLimit else { throw .tooDeep(steps: path.count) }
    self.init(
      uncheckedDomain: try Self.domain(domain), path: path, options: options, fragment: fragment)
  }

  /// The address alone, without options and fragment.
  public var module: ModuleURL {
    ModuleURL(uncheckedDomain: domain, path: path)
  }

  /// The address of the module that contains this one; nil for a root.
  public var parent: ModuleURL? {
    path.isEmpty ? nil : ModuleURL(uncheckedDomain: domain, path: Array(path.dropLast()))
  }

  /// The address of a module one step below; where that is too deep, no module will be there.
  public func appending(_ segment: ModuleSegment) -> ModuleURL {
    ModuleURL(uncheckedDomain: domain, path: path + [segment])
  }

  /// Whether both address the same module.
  public func isSameModule(as other: ModuleURL) -> Bool {
    domain == other.domain && path == other.path
  }

  /// The values of an option, in the order of the query; a value is nil where there is no `=`.
  public func values(of option: String) -> [String?] {
    options.filter { $0.name == option }.map(\.value)
  }

  /// The last value of an option; nil when there is none.
  public subscript(option: String) -> String? {
    options.last { $0.name == option }?.value
  }
}

extension ModuleURL: CustomStringConvertible {
  /// The URL in its normal form, percent-encoded where a character would mean or do something else.
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
