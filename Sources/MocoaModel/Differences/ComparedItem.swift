/// The difference between an item of a list and the corresponding item of another list.
public enum ItemDifference: UInt8, Sendable, CaseIterable {
  /// The same content in both lists.
  case equal

  /// Different content.
  case changed

  /// An item that only the new list has.
  case inserted

  /// An item that only the old list has.
  case deleted

  /// The same content at another position relative to the other items.
  case moved
}

/// An item that shows an item of a list together with the corresponding item of an older list.
public protocol ComparedItem: CellModel {
  /// The difference between the two items.
  var difference: ItemDifference { get }

  /// The item of the old list, or `nil` if only the new list has the item.
  var formerItem: (any CellModel)? { get }

  /// The number of the item in the old list and in the new list, from 1, or `nil` if the list does
  /// not have the item.
  var numbers: (old: Int?, new: Int?) { get }
}

/// A field whose values in two items differ.
public struct FieldDifference: Sendable, Equatable {
  /// The name of the field.
  public let name: String

  /// The old value, or `nil` if only the new item has the field.
  public let old: FieldValue?

  /// The new value, or `nil` if only the old item has the field.
  public let new: FieldValue?

  /// Creates a difference.
  public init(name: String, old: FieldValue?, new: FieldValue?) {
    (self.name, self.old, self.new) = (name, old, new)
  }

  /// Returns the fields whose values differ, in the order of the new item.
  ///
  /// Fields that only the old item has follow. If a name repeats, its first value is compared.
  ///
  /// - Complexity: O(fields).
  public static func all(
    from old: [FieldValue.Field], to new: [FieldValue.Field]
  ) -> [FieldDifference] {
    let former = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
    var found: [FieldDifference] = []
    var seen: Set<String> = []
    for field in new where seen.insert(field.name).inserted {
      let value = former[field.name]
      if value != field.value {
        found.append(FieldDifference(name: field.name, old: value, new: field.value))
      }
    }
    for field in old where seen.insert(field.name).inserted {
      found.append(FieldDifference(name: field.name, old: field.value, new: nil))
    }
    return found
  }
}
