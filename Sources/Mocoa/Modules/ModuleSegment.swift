internal import MocoaLanguage

/// One step of a module's path: a kind and a name, either of which may be empty.
///
/// ```text
///   cell:album    kind "cell", name "album"
///   header:       kind "header", default name
///   artist        default kind, name "artist"
///   :             default kind, default name
/// ```
public struct ModuleSegment: Hashable, Sendable {
  /// What the module is to its parent: `cell`, `header`…; empty for the default kind.
  public let kind: String

  /// What the module is called among its kind; empty for the default.
  public let name: String

  /// The default kind with the default name.
  public static let `default` = ModuleSegment(uncheckedKind: "", name: "")

  /// A step from its parts.
  ///
  /// - Throws: what is illegal about one of them.
  public init(kind: String = "", name: String = "") throws(Fault) {
    if let fault = Self.fault(in: kind) ?? Self.fault(in: name) { throw fault }
    self.init(uncheckedKind: kind, name: name)
  }

  /// Reads a step as it stands in a URL, percent-decoded.
  ///
  /// - Throws: what is illegal about it.
  public init(parsing text: String) throws(Fault) {
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

  /// What makes a text illegal as a step of a path.
  public enum Fault: Error, Hashable, Sendable {
    /// Nothing stands between two slashes.
    case empty

    /// A character that is no letter, mark, digit, `_`, `-` or `.`.
    case character(Unicode.Scalar)

    /// `.` or `..`, which other programs resolve away.
    case dots

    /// A `/` that was percent-encoded.
    case encodedSlash

    /// More than one colon.
    case secondColon

    /// A colon that no kind stands before: `:name`.
    case colonWithoutKind

    /// The kind of a supplement that is the kind of cells, headers or footers.
    case reserved
  }

  /// What is illegal about a kind or a name; nil when it is legal, as the empty text is.
  public static func fault(in part: String) -> Fault? {
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
  /// The step as it stands in a URL: `kind:name`, `kind:`, `name` or `:`.
  public var description: String {
    if !kind.isEmpty { return "\(kind):\(name)" }
    return name.isEmpty ? ":" : name
  }
}

extension ModuleSegment.Fault: CustomStringConvertible {
  /// The fault in a few words, to stand behind the text that has it.
  public var description: String {
    switch self {
    case .empty: phrase("is empty")
    case .character(let scalar):
      phrase("contains \(visible(scalar)); letters, digits, _, - and . are allowed")
    case .dots: phrase("is no name")
    case .encodedSlash: phrase("contains an encoded slash")
    case .secondColon: phrase("contains more than one colon")
    case .colonWithoutKind: phrase("begins with a colon; a name without kind stands alone")
    case .reserved: phrase("is the kind of cells, headers or footers")
    }
  }
}

/// A scalar as it can be shown in a message: itself where it is visible ASCII, else its number.
func visible(_ scalar: Unicode.Scalar) -> String {
  if scalar == " " { return phrase("a space") }
  if (0x21...0x7E).contains(scalar.value) { return "\"\(scalar)\"" }
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
