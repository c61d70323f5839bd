/// A request to reload or reconfigure an item or a section, stored in the list.
///
/// A comparison of two lists cannot detect such a request. Every edit of the list moves a mark
/// together with its item or section. Only the owner of the token of a mark evaluates the mark.
package struct EditMark: Sendable {
  /// The requested operation.
  package enum Request: Sendable {
    /// A reload: the list creates a new view model.
    case reload

    /// A reconfiguration: the list updates the existing view model, as if the content had changed.
    case reconfigure
  }

  /// The token that identifies the owner of the mark.
  package let token: EditToken

  /// The requested operation.
  package let request: Request

  /// Creates a mark.
  package init(_ token: EditToken, _ request: Request) {
    (self.token, self.request) = (token, request)
  }

  /// Returns the mark that results from setting this mark on an element that already has a mark.
  ///
  /// The new mark replaces the old one. However, if both have the same token, a reload is not
  /// replaced.
  func replacing(_ other: EditMark?) -> EditMark {
    guard let other, other.token === token, other.request == .reload else { return self }
    return other
  }
}

/// An identity that distinguishes the marks of one series of edits from all other marks.
package final class EditToken: Sendable {
  /// Creates a token that differs from all others.
  package init() {}
}

/// A chunk with the elements of a range of another chunk, all of which have a mark.
final class MarkedChunk: ElementChunk {
  let mark: EditMark
  private let base: any ElementChunk
  private let range: Range<Int>

  /// Creates a chunk with the elements in a range of another chunk, all with one mark.
  ///
  /// If these elements already have a mark, `mark` replaces it or the old mark remains, as
  /// determined by ``EditMark/replacing(_:)``.
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
  /// Sets a mark on the elements in a range of indexes.
  ///
  /// - Complexity: O(log n + chunks in the range).
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
