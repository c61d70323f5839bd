/// An index of an object that is identified by a number, ordered by the index.
///
/// The type is not isolated to an actor, so sorting needs no isolation check for each comparison.
package struct NumberedPlace: Comparable, Sendable {
  package let place: Int
  package let number: Int

  package init(_ place: Int, number: Int) {
    (self.place, self.number) = (place, number)
  }

  package static func < (one: NumberedPlace, other: NumberedPlace) -> Bool {
    one.place < other.place
  }
}
