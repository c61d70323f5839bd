public import Mocoa

/// The text of a value in a table column, and its role.
public struct TableCell: Hashable, Sendable {
  /// The text.
  public var text: String

  /// The role of the text.
  public var role: TextContent.Role

  /// Creates a cell.
  public init(_ text: String, _ role: TextContent.Role) { (self.text, self.role) = (text, role) }
}
