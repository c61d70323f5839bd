/// A request for an item or a section that a comparison of two lists cannot detect.
///
/// A mark is part of the list, so every edit moves it together with its item or section. Only the
/// owner of its marker evaluates it.
package struct EditMark: Sendable {
  /// The requested operation.
  package enum Request: Sendable {
    /// A new view model.
    case reload

    /// An update of the existing view model, as if the content had changed.
    case reconfigure
  }

  /// The marker that identifies the owner.
  package let token: EditToken

  /// The requested operation.
  package let request: Request

  /// Creates a mark.
  package init(_ token: EditToken, _ request: Request) {
    (self.token, self.request) = (token, request)
  }

  /// Returns the mark that remains if the element already has a mark of the same marker.
  ///
  /// A reload has precedence over a reconfiguration.
  func replacing(_ other: EditMark?) -> EditMark {
    guard let other, other.token === token, other.request == .reload else { return self }
    return other
  }
}

/// An identity that distinguishes the marks of one series of edits from all others.
package final class EditToken: Sendable {
  /// Creates a unique marker.
  package init() {}
}

/// A range of another chunk, with a mark.
final class MarkedChunk: ElementChunk {
  let mark: EditMark
  private let base: any ElementChunk
  private let range: Range<Int>

  /// Marks a range of a chunk.
  ///
  /// If the chunk is marked already, a single mark remains.
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

  var estimatedByteCount: Int { count * 64 }

  func contentHash(at index: Int) -> UInt64? { base.contentHash(at: range.lowerBound + index) }
}

extension ElementSequence {
  /// Marks the elements in a range of indexes.
  ///
  /// - Complexity: O(log n) and O(chunks in the range).
  package mutating func mark(_ positions: Range<Int>, _ mark: EditMark) {
    var marked = ElementSequence()
    forEachLeaf(in: positions) { marked.append(MarkedChunk($0.chunk, $0.range, mark)) }
    replaceSubrange(positions, with: marked)
  }

  /// Replaces the elements in a range of indexes by another sequence, sharing its chunks.
  ///
  /// - Complexity: O(log n).
  package mutating func replaceSubrange(_ range: Range<Int>, with other: ElementSequence) {
    let (head, remainder) = Self.split(root, at: range.lowerBound)
    let tail = Self.split(remainder, at: range.count).right
    root = Self.join(Self.join(head, other.root), tail)
  }
}
