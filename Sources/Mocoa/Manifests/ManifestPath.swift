internal import MocoaLocalization

/// A path to a part of a manifest, such as `kinds.album.row[1]`.
public struct ManifestPath: Hashable, Sendable {
  /// A step of the path.
  public enum Step: Hashable, Sendable {
    /// A member of an object.
    ///
    /// If several members have the same name, the step refers to the last one.
    case field(String)

    /// An element of an array by index, from 0.
    case index(Int)
  }

  /// The steps from the root of the manifest.
  public var steps: [Step]

  /// Creates a path from its steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The path of the whole manifest.
  public static let root = ManifestPath([])

  /// Returns the path of a kind.
  public static func kind(_ name: String) -> ManifestPath {
    ManifestPath([.field("kinds"), .field(name)])
  }

  func appending(_ step: Step) -> ManifestPath { ManifestPath(steps + [step]) }
}

extension ManifestPath: CustomStringConvertible {
  /// Returns a name in which line ends, quotes and control characters are escaped, because a
  /// message is one line.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }

  /// The path in readable form; empty for the whole manifest.
  public var description: String {
    steps.reduce("") { text, step in
      switch step {
      case .index(let position): "\(text)[\(position)]"
      case .field(let name):
        if name.isEmpty || !name.unicodeScalars.allSatisfy(FieldPath.isUnquotedScalar) {
          "\(text)[\"\(Self.escaped(name))\"]"
        } else {
          text.isEmpty ? name : "\(text).\(name)"
        }
      }
    }
  }
}

/// An error in a manifest, with its location.
public struct ManifestDiagnostic: Error, Hashable, Sendable {
  /// The path of the error.
  public var path: ManifestPath

  /// A Boolean value that indicates whether the error concerns the name of the member, not its
  /// value.
  public var concernsName: Bool

  /// The offset of the error in the text at the path, in Unicode scalars, or `nil` if the whole
  /// value is invalid.
  public var offset: Int?

  /// A short description of the error.
  public var reason: String

  /// The text that the author probably meant, or `nil` if it is unknown.
  public var suggestion: String?

  /// Creates an error.
  public init(
    _ path: ManifestPath, _ reason: String, suggestion: String? = nil, isAboutName: Bool = false,
    position: Int? = nil
  ) {
    (self.path, self.reason, self.suggestion) = (path, reason, suggestion)
    (self.concernsName, self.offset) = (isAboutName, position)
  }
}

extension ManifestDiagnostic: CustomStringConvertible {
  /// The path, the reason and the suggestion in one line.
  public var description: String {
    let location = path.description
    return (location.isEmpty ? "" : "\(location): ") + reason
      + (suggestion.map { localized(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
