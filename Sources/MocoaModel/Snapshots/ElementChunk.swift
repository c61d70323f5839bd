/// A run of elements that snapshots share: the seam by which an index becomes part of a snapshot.
///
/// A chunk never changes once a snapshot holds it. One over an index answers identity and content
/// from hashes, and makes the element only when it is looked at; an element that cannot be read any
/// more, or is another one than its hash says, is a visible stand-in.
public protocol ElementChunk: AnyObject, Sendable {
  /// The number of elements.
  var count: Int { get }

  /// The identity of the element at an index below `count`.
  func id(at index: Int) -> ItemID

  /// The element at an index below `count`.
  func element(at index: Int) -> any CellModel

  /// A seeded hash of the element's content; nil when content is compared by the elements.
  func contentHash(at index: Int) -> UInt64?

  /// Writes the identities of neighbouring elements as words, if they all are words of one kind.
  ///
  /// Differencing reads long lists this way: with one call for thousands of elements, where the
  /// default asks for each. A chunk that keeps its identities as words copies them.
  ///
  /// - Parameter words: has room for as many as there are in the range.
  /// - Returns: what the words are; nil where some identity is none, or of another kind: then it
  ///   does not matter what was written.
  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind?

  /// Writes the hashes of neighbouring elements' content; what `contentHash(at:)` answers.
  ///
  /// - Returns: false where some element has none: then it does not matter what was written.
  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool

  /// About how many bytes of memory and disk the chunk keeps, so that histories know what they cost;
  /// an open file counts as 8 MiB.
  var footprint: Int { get }
}

extension ElementChunk {
  /// Asks for each identity.
  public func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    var kind: ItemID.WordKind?
    for (place, index) in range.enumerated() {
      guard let word = id(at: index).word, kind == nil || kind == word.kind else { return nil }
      kind = word.kind
      words.initializeElement(at: place, to: word.bits)
    }
    return kind
  }

  /// Asks for each hash.
  public func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    for (place, index) in range.enumerated() {
      guard let hash = contentHash(at: index) else { return false }
      words.initializeElement(at: place, to: hash)
    }
    return true
  }

  /// 64 bytes an element.
  public var footprint: Int { count * 64 }
}

/// A chunk over an array; or over several short ones, so that another chunk in which few elements are
/// others can share the rest: to copy an element costs a count of references, and a look at its memory.
final class ArrayChunk: ElementChunk {
  /// The elements, in arrays of which all but the last are of one length.
  private let arrays: [[any CellModel]]

  /// The logarithm of that length; so large for one array that its number is 0.
  private let shift: Int
  let count: Int

  private static let shortShift = 3

  init(_ elements: [any CellModel]) {
    (arrays, shift, count) = ([elements], Int.bitWidth - 1, elements.count)
  }

  private init(_ arrays: [[any CellModel]], count: Int) {
    (self.arrays, shift, self.count) = (arrays, Self.shortShift, count)
  }

  /// The elements; a copy of them where they are not in one array.
  var elements: [any CellModel] { arrays.count == 1 ? arrays[0] : Array(arrays.joined()) }

  func id(at index: Int) -> ItemID { arrays[index >> shift][index & ~(-1 << shift)].itemID }

  func element(at index: Int) -> any CellModel {
    arrays[index >> shift][index & ~(-1 << shift)]
  }

  func contentHash(at index: Int) -> UInt64? { nil }

  /// A chunk with other elements in some places, of which there are few.
  ///
  /// - Complexity: O(replaced), once the elements are in short arrays.
  func replacing(
    _ places: some Sequence<Int>, with elements: some Sequence<any CellModel>
  ) -> ArrayChunk {
    var arrays = shift == Self.shortShift ? arrays : shortArrays
    for (place, element) in zip(places, elements) {
      arrays[place >> Self.shortShift][place & ~(-1 << Self.shortShift)] = element
    }
    return ArrayChunk(arrays, count: count)
  }

  private var shortArrays: [[any CellModel]] {
    stride(from: 0, to: count, by: 1 << Self.shortShift).map { start in
      Array(arrays[0][start..<min(count, start + 1 << Self.shortShift)])
    }
  }
}

/// A chunk over a section model, which is asked for an item when it is looked at.
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
