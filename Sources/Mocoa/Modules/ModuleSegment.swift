internal import MocoaLocalization

/// A step of a module path: a kind and a name.
///
/// Each may be empty.
///
/// ```text
///   cell:album    kind "cell", name "album"
///   header:       kind "header", default name
///   artist        default kind, name "artist"
///   :             default kind, default name
/// ```
///
/// ```text
///   cell:album    kind "cell", name "album"
///   header:       kind "header", default name
///   artist        default kind, name "artist"
///   :             default kind, default name
/// ```
public struct ModuleSegment: Hashable, Sendable {
  /// The role of the module in its parent, such as `cell` or `header`; empty for the default kind.
  public let kind: String

  /// The name of the module within its kind; empty for the default name.
  public let name: String

  /// The step for the default kind and the default name.
  public static let `default` = ModuleSegment(uncheckedKind: "", name: "")

  /// Creates a step from a kind and a name.
  ///
  /// - Throws: `ValidationError` if one of them is invalid.
  public init(kind: String = "", name: String = "") throws(ValidationError) {
    if let error = Self.validationError(in: kind) ?? Self.validationError(in: name) { throw error }
    self.init(uncheckedKind: kind, name: name)
  }

  /// Creates a step from percent-decoded text of a URL.
  ///
  /// - Throws: `ValidationError` if the text is not a valid step.
  public init(parsing text: String) throws(ValidationError) {
    guard !text.isEmpty else { throw .empty }
    let parts = text.unicodeScalars
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      try self.init(name: text)
      return
    }
    let (kind, name) = (String(parts[0]), String(parts[1]))
    if parts[1].contains(":") { throw .secondColon }
    if kind.isEmpty, !name.isEmpty { throw .colonWithoutKind }
    try self.init(kind: kind, name: name)
  }

  private init(uncheckedKind kind: String, name: String) {
    self.kind = kind
    self.name = name
  }

  /// An error in the text of a step.
  public enum ValidationError: Error, Hashable, Sendable {
    /// The text between two slashes is empty.
    case empty

    /// The text contains a character other than a letter, a mark, a digit, `_`, `-` or `.`.
    case character(Unicode.Scalar)

    /// The text is `.` or `..`, which other programs interpret as folders.
    case dots

    /// The text contains a percent-encoded `/`.
    case encodedSlash

    /// The text contains more than one colon.
    case secondColon

    /// The text begins with a colon and has no kind, as in `:name`.
    case colonWithoutKind

    /// The kind of a supplement is reserved for cells, headers or footers.
    case reserved
  }

  /// Returns the error in a kind or a name, or `nil` if it is valid.
  ///
  /// The empty text is valid.
  public static func validationError(in part: String) -> ValidationError? {
    if part == "." || part == ".." { return .dots }
    if part.utf8.contains(UInt8(ascii: "/")) { return .encodedSlash }
    return part.unicodeScalars.first { !isLegal($0) }.map { .character($0) }
  }

  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": return true
    default: break
    }
    guard !scalar.isASCII, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
      return true
    default:
      return false
    }
  }
}

extension ModuleSegment: CustomStringConvertible {
  /// The step as it appears in a URL: `kind:name`, `kind:`, `name` or `:`.
  public var description: String {
    if !kind.isEmpty { return "\(kind):\(name)" }
    return name.isEmpty ? ":" : name
  }
}

extension ModuleSegment.ValidationError: CustomStringConvertible {
  /// A short description of the error, to print after the invalid text.
  public var description: String {
    switch self {
    case .empty: localized("is empty")
    case .character(let scalar):
      localized("contains \(visible(scalar)); letters, digits, _, - and . are allowed")
    case .dots: localized("is reserved (use a name other than . and ..)")
    case .encodedSlash: localized("contains an encoded slash")
    case .secondColon: localized("contains more than one colon")
    case .colonWithoutKind: localized("starts with a colon (omit it for the default kind)")
    case .reserved: localized("is reserved for cells, headers or footers (choose another name)")
    }
  }
}

/// Returns a scalar in readable form for a message: itself if it is visible ASCII, otherwise its
/// number, such as `U+200B`.
func visible(_ scalar: Unicode.Scalar) -> String {
  if scalar == " " { return localized("a space") }
  if (0x21...0x7E).contains(scalar.value) { return "\"\(scalar)\"" }
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
