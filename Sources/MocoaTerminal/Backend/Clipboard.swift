internal import MocoaLocalization

/// An error that prevents copying text to the clipboard.
public enum ClipboardError: Error, Hashable, CustomStringConvertible {
  /// The terminal has no clipboard that programs can write to.
  case unavailable

  /// The text is longer than `byteLimit`.
  ///
  /// The associated value is the number of bytes of the text.
  case tooLong(Int)

  /// The maximum number of bytes that terminals accept.
  ///
  /// The limit of xterm is 100,000 bytes for the escape sequence, in which every three bytes become
  /// four.
  public static let byteLimit = 74_994

  /// The reason in one line.
  public var description: String {
    switch self {
    case .unavailable: localized("cannot copy: the terminal has no clipboard")
    case .tooLong(let count):
      localized("cannot copy \(count) bytes: the terminal limit is \(Self.byteLimit)")
    }
  }
}
