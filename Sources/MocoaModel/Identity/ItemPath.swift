/// The path of an item: the index of its section and its index in that section, both from 0.
public struct ItemPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The index of the section in its list.
  public var section: Int

  /// The index of the item in its section.
  public var item: Int

  /// Creates a path from its two indexes.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Returns `true` if `left` precedes `right` in the list.
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }

  /// The path as `[section, item]`, the format of printed change sets.
  public var description: String { "[\(section), \(item)]" }
}
