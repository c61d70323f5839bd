internal import MocoaLanguage

/// A place in a manifest, as data: `kinds.album.row[1]`.
public struct ManifestPath: Hashable, Sendable {
  /// One step of the way.
  public enum Step: Hashable, Sendable {
    /// To a member of an object; of several with that name, to the last.
    case field(String)

    /// To an element of a list, from 0.
    case position(Int)
  }

  /// The steps from the whole manifest.
  public var steps: [Step]

  /// A place from its steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The whole manifest.
  public static let root = ManifestPath([])

  /// The place of what is said of a kind.
  public static func kind(_ name: String) -> ManifestPath {
    ManifestPath([.field("kinds"), .field(name)])
  }

  func appending(_ step: Step) -> ManifestPath { ManifestPath(steps + [step]) }
}

extension ManifestPath: CustomStringConvertible {
  /// Returns a name with line ends, quotes and the like escaped: a message is one line.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }

  /// The place as a reader would write it; empty for the whole.
  public var description: String {
    steps.reduce("") { text, step in
      switch step {
      case .position(let position): "\(text)[\(position)]"
      case .field(let name):
        if name.isEmpty || !name.unicodeScalars.allSatisfy(FieldPath.isBare) {
          "\(text)[\"\(Self.escaped(name))\"]"
        } else {
          text.isEmpty ? name : "\(text).\(name)"
        }
      }
    }
  }
}

/// Something that is wrong with a manifest, as data.
public struct ManifestProblem: Error, Hashable, Sendable {
  /// Where it is.
  public var path: ManifestPath

  /// Whether the name of the member is wrong, and not its value.
  public var isAboutName: Bool

  /// Where in the text at that place it is: how many characters (Unicode scalars) stand before it.
  public var position: Int?

  /// What is wrong, in a few words.
  public var reason: String

  /// What was probably meant.
  public var suggestion: String?

  /// A problem from its parts.
  public init(
    _ path: ManifestPath, _ reason: String, suggestion: String? = nil, isAboutName: Bool = false,
    position: Int? = nil
  ) {
    (self.path, self.reason, self.suggestion) = (path, reason, suggestion)
    (self.isAboutName, self.position) = (isAboutName, position)
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// The problem in one line: where, what, and what was probably meant.
  public var description: String {
    let place = path.description
    return (place.isEmpty ? "" : "\(place): ") + reason
      + (suggestion.map { phrase(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
