package import Mocoa
package import MocoaModel

/// The appearance of a column that a page defines.
///
/// The sampled values define the appearance of other columns.
package struct ColumnStyle {
  /// A Boolean value that indicates whether the values are right-aligned numbers with grouped
  /// digits.
  package var isNumeric: Bool

  /// A Boolean value that indicates whether the values are never truncated.
  package var isRigid: Bool

  /// A closure that returns the cell of a value of an item, or `nil` for the format of the column.
  package var cell: (@MainActor (any CellModel, FieldValue?) -> TableCell?)?

  /// A closure that returns the role of a value, or `nil` for the role of its type.
  package var role: (@MainActor (FieldValue?) -> TextContent.Role?)?

  /// A closure that returns the length of the bar after the value of an item, from 0 to 1.
  ///
  /// Only the last visible column has a bar.
  package var bar: (@MainActor (any CellModel) -> Double?)?

  /// Creates a style.
  package init(
    isNumeric: Bool = false, isRigid: Bool = false,
    cell: (@MainActor (any CellModel, FieldValue?) -> TableCell?)? = nil,
    role: (@MainActor (FieldValue?) -> TextContent.Role?)? = nil,
    bar: (@MainActor (any CellModel) -> Double?)? = nil
  ) {
    (self.isNumeric, self.isRigid) = (isNumeric, isRigid)
    (self.cell, self.role, self.bar) = (cell, role, bar)
  }

  /// Returns the format of a column with this style.
  ///
  /// - Parameter format: The format that follows from the sampled values.
  func applied(to format: ColumnFormat) -> ColumnFormat {
    var format = format
    format.isAlwaysRigid = isRigid
    guard isNumeric else { return format }
    format.kind = .number
    format.isGrouped = true
    return format
  }
}

/// A section footer with values in the columns of a table, such as totals.
package protocol TableFooter: CellModel {}
