/// The model of one cell: an immutable value with an identity, a content and the name of its kind.
///
/// Identity says *which* item it is, content says *what* it looks like now: the same identity with
/// other content is an update, not a replacement. A type that is `Identifiable` and `Equatable`
/// gets both for nothing:
///
/// ```swift
/// struct Album: CellModel, Identifiable, Equatable {
///   let id: Int
///   let title: String
///   var moduleName: String { "album" }
/// }
/// ```
public protocol CellModel: Sendable {
  /// Which item this is, among the items of its list.
  var itemID: ItemID { get }

  /// The name of the module that shows it; empty for the default module.
  ///
  /// It may come from data and so be no legal module name; such a cell shows as a placeholder.
  var moduleName: String { get }

  /// Whether `other` would look the same.
  func isContentEqual(to other: any CellModel) -> Bool
}

extension CellModel {
  /// The default module.
  public var moduleName: String { "" }
}

extension CellModel where Self: Identifiable, ID: ItemIDConvertible {
  /// The `id` of the value.
  public var itemID: ItemID { id.itemID }
}

extension CellModel where Self: Equatable {
  /// Whether `other` is of the same type and equal.
  public func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
