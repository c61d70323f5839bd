internal import MocoaLocalization

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
    var rest = text[colon.upperBound...]

    var fragment: String?
    if let hash = rest.unicodeScalars.firstIndex(of: "#") {
      fragment = try Self.decoded(rest[rest.unicodeScalars.index(after: hash)...])
      rest = rest[..<hash]
    }
    var options: [Option] = []
    if let mark = rest.unicodeScalars.firstIndex(of: "?") {
      options = try Self.options(rest[rest.unicodeScalars.index(after: mark)...])
      rest = rest[..<mark]
    }
    let slash = rest.unicodeScalars.firstIndex(of: "/") ?? rest.endIndex
    self.init(
      uncheckedDomain: try Self.domain(Self.host(of: rest[..<slash])),
      path: try Self.segments(rest[slash...]), options: options, fragment: fragment)
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
  static func domain(_ text: String) throws(ParseError) -> String {
    let host = try decoded(text[...])
    guard !host.isEmpty else { throw .noDomain }
    if let fault = ModuleSegment.validationError(in: host) { throw .domain(host, fault) }
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
    case .domain(let domain, let fault): localized("domain \"\(domain)\" \(fault)")
    case .segment(let segment, let position, let fault):
      localized("segment \(position) \"\(segment)\" \(fault)")
    case .tooDeep(let steps):
      localized("\(steps) levels (a module has at most \(ModuleURL.depthLimit))")
    case .encoding(let text): localized("\"\(text)\" contains an invalid \"%\" escape")
    }
  }
}
