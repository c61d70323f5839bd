/// The meaning of a field that its values alone do not show.
public enum FieldFormat: Sendable, Hashable {
  /// A number of bytes.
  case byteCount

  /// A number from 0 to 1, which is shown as a bar.
  case share

  /// A reference to another item.
  case reference
}

/// An item that states the meaning of some of its fields.
public protocol FormattedItem: CellModel {
  /// The meaning of fields by their names.
  ///
  /// All items of a list have the same formats.
  var fieldFormats: [String: FieldFormat] { get }

  /// A Boolean value that indicates whether the item is less important than others, such as an
  /// empty table.
  var isSecondary: Bool { get }

  /// A Boolean value that indicates whether columns have the order of the fields, and no bars
  /// except those of shares.
  var hasFixedColumns: Bool { get }
}

extension FormattedItem {
  /// `false` by default.
  public var isSecondary: Bool { false }

  /// `false` by default.
  public var hasFixedColumns: Bool { false }
}
