/// JSON pointers, as RFC 6901 has them: `/orders/3`.
///
/// Byte by byte, since a name may begin with a scalar that makes one character with the slash.
public struct JSONPointer: Hashable, Sendable {
  /// The pointer as it is written.
  public let text: String

  /// The names and positions, unescaped.
  public let tokens: [String]

  /// The pointer to all there is.
  public static let whole = JSONPointer(text: "", tokens: [])

  private init(text: String, tokens: [String]) {
    (self.text, self.tokens) = (text, tokens)
  }

  /// Reads a pointer; nil where it is not empty and does not begin with a slash.
  public init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    self.init(text: text, tokens: parts.dropFirst().map(Self.unescape))
  }

  /// A name as it stands in a pointer.
  public static func escape(_ token: String) -> String {
    var text = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The position that a token means; nil where it is none, or written in another way than usual.
  static func position(_ token: String) -> Int? {
    guard let position = Int(token), position >= 0, String(position) == token else { return nil }
    return position
  }

  private static func unescape(_ part: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "~"), UInt8(ascii: "0")): rest.removeFirst()
      case (UInt8(ascii: "~"), UInt8(ascii: "1")):
        rest.removeFirst()
        bytes.append(UInt8(ascii: "/"))
        continue
      default: break
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
