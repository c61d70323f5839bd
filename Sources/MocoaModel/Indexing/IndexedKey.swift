/// An index together with the number of an object, ordered by the index.
///
/// The type is not isolated to an actor, so sorting needs no isolation check for each comparison.
package struct IndexedKey: Comparable, Sendable {
  package let index: Int
  package let number: Int

  package init(_ place: Int, number: Int) {
    (self.index, self.number) = (place, number)
  }

  package static func < (one: IndexedKey, other: IndexedKey) -> Bool {
    one.index < other.index
  }
}
