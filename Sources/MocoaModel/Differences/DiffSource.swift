/// A type that provides the elements of a list for comparison and hashing by index.
///
/// The methods are mutating, so that a source can cache its current position.
@usableFromInline
protocol DiffSource {
  /// The number of elements.
  var count: Int { get }

  /// Returns a hash of the identity at an index below `count`.
  mutating func hash(at position: Int, seed: UInt64) -> UInt64

  /// Returns `true` if two elements of this list have the same identity.
  mutating func isSame(at position: Int, as other: Int) -> Bool

  /// Returns `true` if an element has the same identity as an element of another list.
  mutating func isSame(at position: Int, _ other: inout Self, at otherPosition: Int) -> Bool

  /// Returns the number of equal elements of two lists, starting at two indexes.
  ///
  /// At most `limit` elements are compared.
  mutating func commonPrefixLength(
    from position: Int, _ other: inout Self, from otherPosition: Int, limit: Int
  ) -> Int

  /// Returns the number of equal elements of two lists, ending before two indexes.
  ///
  /// At most `limit` elements are compared.
  mutating func commonSuffixLength(
    before position: Int, _ other: inout Self, before otherPosition: Int, limit: Int
  ) -> Int
}

/// A source that reads the identities of an array.
///
/// It is valid only while the memory of the array is borrowed.
@usableFromInline
struct ArraySource<ID: DiffHashable>: DiffSource {
  @usableFromInline let ids: UnsafeBufferPointer<ID>

  @inlinable
  init(_ ids: UnsafeBufferPointer<ID>) { self.ids = ids }

  @inlinable var count: Int { ids.count }

  @inlinable
  func hash(at position: Int, seed: UInt64) -> UInt64 { ids[position].diffHash(seed: seed) }

  @inlinable
  func isSame(at position: Int, as other: Int) -> Bool { areSame(ids[position], ids[other]) }

  @inlinable
  func isSame(at position: Int, _ other: inout ArraySource, at otherPosition: Int) -> Bool {
    areSame(ids[position], other.ids[otherPosition])
  }

  @inlinable
  func commonPrefixLength(
    from position: Int, _ other: inout ArraySource, from otherPosition: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit, areSame(ids[position &+ count], other.ids[otherPosition &+ count]) {
      count &+= 1
    }
    return count
  }

  @inlinable
  func commonSuffixLength(
    before position: Int, _ other: inout ArraySource, before otherPosition: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit,
      areSame(ids[position &- 1 &- count], other.ids[otherPosition &- 1 &- count])
    { count &+= 1 }
    return count
  }

  @inlinable
  func areSame(_ one: ID, _ other: ID) -> Bool {
    guard ID.isBitwiseComparable else { return one == other }
    return withUnsafeBytes(of: one) { one in
      withUnsafeBytes(of: other) { other in
        var offset = 0
        var difference: UInt64 = 0
        while offset &+ 8 <= one.count {
          difference |=
            one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          offset &+= 8
        }
        while offset < one.count {
          difference |= UInt64(one[offset] ^ other[offset])
          offset &+= 1
        }
        return difference == 0
      }
    }
  }
}

/// An unmatched range of the old list and the corresponding unmatched range of the new list.
///
/// Elements in the two ranges are compared with each other first.
@usableFromInline
struct Gap: Sendable {
  @usableFromInline var old: Range<Int>
  @usableFromInline var new: Range<Int>

  @inlinable
  init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
  }
}
