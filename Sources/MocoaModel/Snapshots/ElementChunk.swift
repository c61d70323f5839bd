/// A type that contains adjacent elements of a list, and that several snapshots share.
///
/// A chunk never changes after a snapshot contains it. The elements may be in an array, or in an
/// index of a file. In the latter case, the chunk compares hashes, and creates an element only when
/// it is read. If an element is no longer readable or does not match its hash, the chunk returns a
/// visible replacement.
public protocol ElementChunk: AnyObject, Sendable {
  /// The number of elements.
  var count: Int { get }

  /// Returns the identity of the element at an index below `count`.
  func id(at index: Int) -> ItemID

  /// Returns the element at an index below `count`.
  func element(at index: Int) -> any CellModel

  /// Returns a seeded hash of the content of an element.
  ///
  /// - Returns: `nil` if the elements themselves must be compared.
  func contentHash(at index: Int) -> UInt64?

  /// Writes the identities of adjacent elements as words, if all are words of one kind.
  ///
  /// The difference algorithm reads thousands of identities with one call. The default
  /// implementation calls `id(at:)` for each element. A chunk that stores its identities as words
  /// copies them.
  ///
  /// - Parameters:
  ///   - range: The indexes of the elements.
  ///   - words: A buffer with capacity for the words of the range.
  /// - Returns: The kind of the words, or `nil` if an identity is not a word or is of another kind.
  ///   The content of the buffer is then unspecified.
  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind?

  /// Writes the content hashes of adjacent elements, as `contentHash(at:)` returns them.
  ///
  /// - Returns: `false` if an element has no hash. The content of the buffer is then unspecified.
  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool

  /// The approximate number of bytes of memory and disk that the chunk retains.
  ///
  /// ``ListHistory`` uses this number to limit its size. An open file counts as 8 MiB.
  var estimatedByteCount: Int { get }
}

extension ElementChunk {
  /// Calls `id(at:)` for each identity.
  public func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    var kind: ItemID.WordKind?
    for (offset, index) in range.enumerated() {
      guard let word = id(at: index).word, kind == nil || kind == word.kind else { return nil }
      kind = word.kind
      words.initializeElement(at: offset, to: word.bits)
    }
    return kind
  }

  /// Calls `contentHash(at:)` for each hash.
  public func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    for (offset, index) in range.enumerated() {
      guard let hash = contentHash(at: index) else { return false }
      words.initializeElement(at: offset, to: hash)
    }
    return true
  }

  /// 64 bytes for each element by default.
  public var estimatedByteCount: Int { count * 64 }
}

/// A chunk whose elements are in one array, or in several short arrays.
///
/// With short arrays, a new chunk in which a few elements are replaced copies only the arrays of
/// these elements, and shares all others.
final class ArrayChunk: ElementChunk {
  /// The elements, in one array or in arrays of equal length; only the last may be shorter.
  private let arrays: [[any CellModel]]

  /// The binary logarithm of the length of an array.
  ///
  /// For a single array, it is large enough that each index is in that array.
  private let shift: Int
  let count: Int

  private static let shortShift = 3

  init(_ elements: [any CellModel]) {
    (arrays, shift, count) = ([elements], Int.bitWidth - 1, elements.count)
  }

  private init(_ arrays: [[any CellModel]], count: Int) {
    (self.arrays, shift, self.count) = (arrays, Self.shortShift, count)
  }

  /// The elements.
  ///
  /// Copies them if they are in several arrays.
  var elements: [any CellModel] { arrays.count == 1 ? arrays[0] : Array(arrays.joined()) }

  func id(at index: Int) -> ItemID { arrays[index >> shift][index & ~(-1 << shift)].itemID }

  func element(at index: Int) -> any CellModel {
    arrays[index >> shift][index & ~(-1 << shift)]
  }

  func contentHash(at index: Int) -> UInt64? { nil }

  /// Returns a chunk in which few elements are replaced.
  ///
  /// - Parameters:
  ///   - indices: The indexes of the replaced elements.
  ///   - elements: The new elements, in the same order.
  /// - Complexity: O(replaced + arrays), if the elements are already in short arrays.
  func replacing(
    _ indices: some Sequence<Int>, with elements: some Sequence<any CellModel>
  ) -> ArrayChunk {
    var arrays = shift == Self.shortShift ? arrays : shortArrays
    for (index, element) in zip(indices, elements) {
      arrays[index >> Self.shortShift][index & ~(-1 << Self.shortShift)] = element
    }
    return ArrayChunk(arrays, count: count)
  }

  private var shortArrays: [[any CellModel]] {
    stride(from: 0, to: count, by: 1 << Self.shortShift).map { start in
      Array(arrays[0][start..<min(count, start + 1 << Self.shortShift)])
    }
  }
}

/// A chunk of the items of a section model, which reads an item from the model on each access.
final class SectionChunk: ElementChunk {
  let section: any SectionModel
  let count: Int

  init(_ section: any SectionModel) {
    self.section = section
    count = section.itemCount
  }

  func id(at index: Int) -> ItemID { section.itemID(at: index) }

  func element(at index: Int) -> any CellModel { section.item(at: index) }

  func contentHash(at index: Int) -> UInt64? { nil }
}
