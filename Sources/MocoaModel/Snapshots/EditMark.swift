/// What was asked for an item or a section by hand, and cannot be seen by comparing.
///
/// A mark is part of the list and so goes wherever edits take what it marks; no edit has to carry
/// it. It means something only to those who know its marker.
package struct EditMark: Sendable {
  /// What is asked for.
  package enum Wish: Sendable {
    /// To be made anew.
    case reload

    /// To be taken as changed.
    case reconfigure
  }

  /// Whose mark it is.
  package let marker: EditMarker

  /// What is asked for.
  package let wish: Wish

  /// A mark.
  package init(_ marker: EditMarker, _ wish: Wish) {
    (self.marker, self.wish) = (marker, wish)
  }

  /// This mark where another one is already: to be made anew is more than to be changed.
  func replacing(_ other: EditMark?) -> EditMark {
    guard let other, other.marker === marker, other.wish == .reload else { return self }
    return other
  }
}

/// Tells the marks of one row of edits from those of all others.
package final class EditMarker: Sendable {
  /// A marker like no other.
  package init() {}
}

/// A part of another chunk, with a mark.
final class MarkedChunk: ElementChunk {
  let mark: EditMark
  private let base: any ElementChunk
  private let range: Range<Int>

  /// Marks a part of a chunk; of one that is marked already only one mark is left.
  init(_ chunk: any ElementChunk, _ range: Range<Int>, _ mark: EditMark) {
    let marked = chunk as? MarkedChunk
    self.mark = mark.replacing(marked?.mark)
    base = marked?.base ?? chunk
    let offset = marked?.range.lowerBound ?? 0
    self.range = (offset + range.lowerBound)..<(offset + range.upperBound)
  }

  var count: Int { range.count }

  func id(at index: Int) -> ItemID { base.id(at: range.lowerBound + index) }

  func element(at index: Int) -> any CellModel { base.element(at: range.lowerBound + index) }

  var footprint: Int { count * 64 }

  func contentHash(at index: Int) -> UInt64? { base.contentHash(at: range.lowerBound + index) }
}

extension ElementSequence {
  /// Marks the elements at a range of positions.
  ///
  /// - Complexity: O(log n) and O(chunks in the range).
  package mutating func mark(_ positions: Range<Int>, _ mark: EditMark) {
    var marked = ElementSequence()
    forEachLeaf(in: positions) { marked.append(MarkedChunk($0.chunk, $0.range, mark)) }
    replaceSubrange(positions, with: marked)
  }

  /// Replaces the elements at a range of positions by those of another sequence, sharing its chunks.
  ///
  /// - Complexity: O(log n).
  package mutating func replaceSubrange(_ range: Range<Int>, with other: ElementSequence) {
    let (head, rest) = Self.split(root, at: range.lowerBound)
    let tail = Self.split(rest, at: range.count).right
    root = Self.join(Self.join(head, other.root), tail)
  }
}
