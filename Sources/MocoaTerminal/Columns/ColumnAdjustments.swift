/// The changes that the user has made to the columns of a table.
public struct ColumnAdjustments: Hashable, Sendable {
  /// The names of the fields whose columns are hidden.
  public var hidden: Set<String> = []

  /// The widths in terminal columns of the columns that the user has made wider or narrower.
  public var widths: [String: Int] = [:]

  /// The names of the fields whose columns stay in view, from the left.
  ///
  /// If the array is empty, only the first column stays in view.
  public var frozen: [String] = []

  /// Creates adjustments that change nothing.
  public init() {}
}
