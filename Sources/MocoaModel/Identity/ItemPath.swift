/// The position of an item: its section, and its place in that section, both counted from 0.
public struct ItemPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The position of the section in its list.
  public var section: Int

  /// The position of the item in its section.
  public var item: Int

  /// A position from its two parts.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether `left` stands before `right` in the list.
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }

  /// `[section, item]`, as change sets are printed.
  public var description: String { "[\(section), \(item)]" }
}
