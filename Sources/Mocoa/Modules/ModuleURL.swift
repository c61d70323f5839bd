internal import MocoaLocalization

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

extension ModuleURL {
  /// An error in the text of a module URL: the invalid part and the reason.
  public enum ParseError: Error, Hashable, Sendable {
    /// The text has no `://`.
    case noScheme

    /// The text before `://` is not a valid scheme.
    case scheme(String)

    /// The text has no host, which names the domain.
    case noDomain

    /// The host is not a valid name.
    case domain(String, ModuleSegment.ValidationError)

    /// A segment of the path is invalid.
    ///
    /// `position` is its number in the path, from 1.
    case segment(String, position: Int, ModuleSegment.ValidationError)

    /// The path has more steps than `ModuleURL.depthLimit`.
    case tooDeep(steps: Int)

    /// A `%` is not followed by two hexadecimal digits, or the bytes are not valid UTF-8.
    case encoding(String)
  }

  /// Creates a URL from text.
  ///
  /// Scheme, user and port are ignored.
  ///
  /// The separators are searched among the Unicode scalars: a combining mark after a `/` belongs to
  /// the name and does not hide the slash.
  ///
  /// - Throws: `ParseError` with the invalid part and the reason.
  public init(_ text: String) throws(ParseError) {
    guard let colon = Self.schemeEnd(of: text) else { throw .noScheme }
    let scheme = text[..<colon.lowerBound]
    guard Self.isScheme(scheme) else { throw .scheme(String(scheme)) }
    var remainder = text[colon.upperBound...]

    var fragment: String?
    if let hash = remainder.unicodeScalars.firstIndex(of: "#") {
      fragment = try Self.decoded(remainder[remainder.unicodeScalars.index(after: hash)...])
      remainder = remainder[..<hash]
    }
    var options: [Option] = []
    if let mark = remainder.unicodeScalars.firstIndex(of: "?") {
      options = try Self.options(remainder[remainder.unicodeScalars.index(after: mark)...])
      remainder = remainder[..<mark]
    }
    let slash = remainder.unicodeScalars.firstIndex(of: "/") ?? remainder.endIndex
    self.init(
      uncheckedDomain: try Self.domain(Self.host(of: remainder[..<slash])),
      path: try Self.segments(remainder[slash...]), options: options, fragment: fragment)
  }

  /// Returns `true` if a text contains `://`, so that it is a URL and not the path of a file.
  public static func looksLikeURL(_ text: String) -> Bool {
    schemeEnd(of: text) != nil
  }

  /// Returns the range of the first `://`.
  private static func schemeEnd(of text: String) -> Range<String.Index>? {
    text.unicodeScalars.firstRange(of: "://".unicodeScalars)
  }

  /// Returns the path of a `file:` URL, percent-decoded.
  ///
  /// - Throws: `ParseError.encoding` if a `%` does not encode a character.
  public static func filePath(_ text: String) throws(ParseError) -> String {
    let start = schemeEnd(of: text)?.upperBound ?? text.startIndex
    return try decoded(text[start...])
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// Returns the host of an authority, without user and port.
  private static func host(of authority: Substring) -> String {
    var host = authority.unicodeScalars
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    if let colon = host.lastIndex(of: ":"),
      host[host.index(after: colon)...].allSatisfy({ ("0"..."9").contains($0) })
    {
      host = host[..<colon]
    }
    return String(host)
  }

  /// Returns the normal form of a host: decoded, validated and in lower case.
  private static func domain(_ text: String) throws(ParseError) -> String {
    let host = try decoded(text[...])
    guard !host.isEmpty else { throw .noDomain }
    if let error = ModuleSegment.validationError(in: host) { throw .domain(host, error) }
    return host.lowercased()
  }

  private static func segments(_ path: Substring) throws(ParseError) -> [ModuleSegment] {
    var parts = path.unicodeScalars
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.last?.isEmpty == true { parts = parts.dropLast() }
    guard parts.count <= depthLimit else { throw .tooDeep(steps: parts.count) }
    var segments: [ModuleSegment] = []
    for (position, part) in parts.enumerated() {
      let text = try decoded(Substring(part))
      do throws(ModuleSegment.ValidationError) {
        segments.append(try ModuleSegment(parsing: text))
      } catch {
        throw .segment(text, position: position + 1, error)
      }
    }
    return segments
  }

  private static func options(_ query: Substring) throws(ParseError) -> [Option] {
    var options: [Option] = []
    for item in query.unicodeScalars.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? try decoded(Substring(parts[1])) : nil
      options.append(Option(name: try decoded(Substring(parts[0])), value: value))
    }
    return options
  }

  private static func decoded(_ text: Substring) throws(ParseError) -> String {
    guard let decoded = PercentEncoding.decode(text) else { throw .encoding(String(text)) }
    return decoded
  }
}

extension ModuleURL.ParseError: CustomStringConvertible {
  /// The reason in one line.
  public var description: String {
    switch self {
    case .noScheme: localized("no \"://\" (a module URL looks like mocoa://domain/path)")
    case .scheme(let scheme): localized("\"\(scheme)\" is not a scheme (use mocoa://…)")
    case .noDomain: localized("no domain after \"://\" (use mocoa://domain/…)")
    case .domain(let domain, let error): localized("domain \"\(domain)\" \(error)")
    case .segment(let segment, let position, let error):
      localized("segment \(position) \"\(segment)\" \(error)")
    case .tooDeep(let steps):
      localized("\(steps) levels (a module has at most \(ModuleURL.depthLimit))")
    case .encoding(let text): localized("\"\(text)\" contains an invalid \"%\" escape")
    }
  }
}

/// Percent-encoding of URLs, over the bytes of UTF-8.
enum PercentEncoding {
  /// Returns text in which all scalars except letters, marks, digits, `-._~` and those in `allowed`
  /// are percent-encoded.
  ///
  /// Letters of all scripts stay readable. Invisible scalars are always encoded.
  static func encode(_ text: String, keeping allowed: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isReadable(scalar) || allowed.unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(Character(scalar)).utf8 {
          result += byte < 16 ? "%0" : "%"
          result += String(byte, radix: 16, uppercase: true)
        }
      }
    }
    return result
  }

  /// Returns text in which each `%XX` is decoded.
  ///
  /// Returns `nil` if a `%` is not followed by two hexadecimal digits, or if the bytes are not
  /// valid UTF-8.
  static func decode(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var input = text.utf8[...]
    while let byte = input.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = input.popFirst().flatMap(digit), let low = input.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return !scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
