/// JSON pointers, as RFC 6901 has them: `/orders/3`.
public struct JSONPointer: Hashable, Sendable {
  /// The names and positions, unescaped.
  public let tokens: [String]

  /// Reads a pointer; nil where it is not empty and does not begin with a slash.
  public init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map(Self.unescape)
  }

  /// A name as it stands in a pointer.
  public static func escape(_ token: String) -> String {
    token.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  private static func unescape(_ token: Substring) -> String {
    String(token.replacing("~1", with: "/").replacing("~0", with: "~"))
  }
}
