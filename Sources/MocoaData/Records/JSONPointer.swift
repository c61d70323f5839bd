internal import MocoaQuery

/// A JSON pointer as defined by RFC 6901, such as `/orders/3`.
///
/// The text is processed byte by byte, because a name may begin with a scalar that combines with
/// the slash into one character.
public struct JSONPointer: Hashable, Sendable {
  /// The text of the pointer.
  public let text: String

  /// The unescaped names and indexes.
  public let tokens: [String]

  /// The pointer to the complete document.
  public static let root = JSONPointer(text: "", tokens: [])

  private init(text: String, tokens: [String]) {
    (self.text, self.tokens) = (text, tokens)
  }

  /// Parses a pointer, or returns `nil` if the text is not empty and does not begin with a slash.
  public init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    self.init(text: text, tokens: parts.dropFirst().map(Self.unescape))
  }

  /// Returns a name with the escapes that a pointer requires.
  public static func escape(_ token: String) -> String { [PathStep].escaped(token) }

  /// Returns the index that a token represents, or `nil` if the token is not a decimal number
  /// without leading zeros.
  static func position(_ token: String) -> Int? {
    guard let position = Int(token), position >= 0, String(position) == token else { return nil }
    return position
  }

  private static func unescape(_ part: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var remaining = part
    while let byte = remaining.popFirst() {
      switch (byte, remaining.first) {
      case (UInt8(ascii: "~"), UInt8(ascii: "0")): remaining.removeFirst()
      case (UInt8(ascii: "~"), UInt8(ascii: "1")):
        remaining.removeFirst()
        bytes.append(UInt8(ascii: "/"))
        continue
      default: break
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
