/// A type that is the model of one cell: an immutable value with an identity and content.
///
/// The identity determines *which* item it is, and the content determines its *appearance*. The
/// same identity with other content is an update, not a replacement. The module name selects the
/// module that shows the item. A type that is `Identifiable` and `Equatable` needs no code for
/// identity and comparison:
///
/// ```swift
/// struct Album: CellModel, Identifiable, Equatable {
///   let id: Int
///   let title: String
///   var moduleName: String { "album" }
/// }
/// ```
public protocol CellModel: Sendable {
  /// The identity of the item in its list.
  var itemID: ItemID { get }

  /// The name of the module that shows the item.
  ///
  /// Empty for the default module.
  ///
  /// The name may come from data and may therefore be invalid. The cell then appears as a
  /// placeholder.
  var moduleName: String { get }

  /// Returns `true` if `other` has the same content, so that the two cells look the same.
  func isContentEqual(to other: any CellModel) -> Bool
}

extension CellModel {
  /// The empty name of the default module.
  public var moduleName: String { "" }
}

extension CellModel where Self: Identifiable, ID: ItemIDConvertible {
  /// The `id` of the value.
  public var itemID: ItemID { id.itemID }
}

extension CellModel where Self: Equatable {
  /// Returns `true` if `other` has the same type and is equal.
  public func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
