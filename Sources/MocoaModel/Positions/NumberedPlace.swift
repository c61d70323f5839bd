/// Where something stands that is known by a number, ordered by the place.
///
/// It is of no actor: to sort such values asks for none each time that two are compared.
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
