/// The identities of a list, by position.
@usableFromInline
protocol DiffSource {
  associatedtype ID: DiffHashable

  /// The number of elements.
  var count: Int { get }

  /// The identity at a position below `count`; mutating, so that a source may remember where it is.
  mutating func id(at position: Int) -> ID
}

/// The identities in an array, for as long as its memory is borrowed.
@usableFromInline
struct ArraySource<ID: DiffHashable>: DiffSource {
  @usableFromInline let ids: UnsafeBufferPointer<ID>

  @inlinable
  init(_ ids: UnsafeBufferPointer<ID>) { self.ids = ids }

  @inlinable var count: Int { ids.count }

  @inlinable
  func id(at position: Int) -> ID { ids[position] }
}

/// Two stretches that stand between the same neighbours before and after: what to compare first.
@usableFromInline
struct Gap: Sendable {
  @usableFromInline var old: Range<Int>
  @usableFromInline var new: Range<Int>

  @inlinable
  init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
  }
}
