internal import MocoaLanguage

/// Why a text was not copied to the clipboard.
public enum ClipboardError: Error, Hashable, CustomStringConvertible {
  /// The terminal has no clipboard, or none that it lets programs write to.
  case absent

  /// The text has so many bytes, and terminals take no more than `byteLimit`.
  case tooLong(Int)

  /// The most bytes of a text that terminals take: xterm's bound is 100,000 for the whole sequence, in
  /// which every three bytes are four.
  public static let byteLimit = 74_994

  /// The reason in one line.
  public var description: String {
    switch self {
    case .absent: phrase("this terminal has no clipboard")
    case .tooLong(let count):
      phrase("not copied: it has \(count) bytes, and a terminal takes \(Self.byteLimit) at most")
    }
  }
}
