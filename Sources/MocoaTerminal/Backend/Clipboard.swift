internal import MocoaLocalization

/// An error that prevents copying text to the clipboard.
public enum ClipboardError: Error, Hashable, CustomStringConvertible {
  /// A terminal without a clipboard that programs can write to.
  case unavailable

  /// A text whose number of bytes exceeds `byteLimit`.
  case tooLong(Int)

  /// The maximum number of bytes that terminals accept.
  ///
  /// The limit of xterm is 100,000 bytes for the whole sequence, in which every three bytes become
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
