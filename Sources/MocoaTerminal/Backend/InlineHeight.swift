/// The height of a block of rows below the line of the shell's prompt.
public enum InlineHeight: Hashable, Sendable {
  /// A number of rows.
  case rows(Int)

  /// A percentage of the rows of the terminal.
  case percent(Int)

  /// The minimum number of rows: the prompt, three rows of a list, and the hints.
  public static let minimum = 5

  /// Parses a number of rows such as `10`, or a percentage such as `40%`.
  ///
  /// - Returns: `nil` if the text is neither.
  public init?(parsing text: String) {
    if text.hasSuffix("%"), let number = Int(text.dropLast()), (1...100).contains(number) {
      self = .percent(number)
    } else if let number = Int(text), number > 0 {
      self = .rows(number)
    } else {
      return nil
    }
  }

  /// Returns the number of rows in a terminal with a number of rows.
  public func rowCount(in terminalRows: Int) -> Int {
    let wanted =
      switch self {
      case .rows(let count): count
      case .percent(let percent): terminalRows * percent / 100
      }
    return max(1, min(max(wanted, Self.minimum), terminalRows))
  }
}
