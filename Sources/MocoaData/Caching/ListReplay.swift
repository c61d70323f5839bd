/// A list to which its changes happen again, each at the cost of the change.
///
/// The list is in pieces, so that none is long; for identities that will be deleted it is known which
/// pieces they are in.
struct ListReplay {
  private final class Piece {
    var ids: [StoredID]

    init(_ ids: some Sequence<StoredID>) { self.ids = Array(ids) }
  }

  private var pieces: [Piece] = []
  private let doomed: Set<StoredID>
  private var places: [StoredID: [Piece]] = [:]

  private static let length = 512

  /// - Parameter doomed: all that will be deleted, or more.
  init(_ ids: [StoredID], doomed: Set<StoredID>) {
    self.doomed = doomed
    pieces = cut(ids)
    for piece in pieces { note(piece.ids, in: piece) }
  }

  /// The list as it is now.
  var ids: [StoredID] { pieces.flatMap(\.ids) }

  /// Takes out all of an identity.
  mutating func delete(_ id: StoredID) {
    for piece in places.removeValue(forKey: id) ?? [] { piece.ids.removeAll { $0 == id } }
  }

  /// Puts identities in the place of others, as far as there are any: whoever wrote it may not have
  /// known what somebody else had written just before.
  mutating func replace(_ range: Range<Int>, with ids: [StoredID]) {
    var index = 0
    var start = 0
    while index < pieces.count - 1, start + pieces[index].ids.count < range.lowerBound {
      start += pieces[index].ids.count
      index += 1
    }
    if pieces.isEmpty { pieces = [Piece([])] }
    let first = min(max(0, range.lowerBound - start), pieces[index].ids.count)
    var rest = range.count
    let taken = min(rest, pieces[index].ids.count - first)
    pieces[index].ids.replaceSubrange(first..<first + taken, with: ids)
    rest -= taken
    var next = index + 1
    while rest > 0, next < pieces.count {
      let taken = min(rest, pieces[next].ids.count)
      pieces[next].ids.removeFirst(taken)
      rest -= taken
      if pieces[next].ids.isEmpty { next += 1 }
    }
    let changed = pieces[index]
    if changed.ids.count > 2 * Self.length {
      let parts = cut(changed.ids)
      pieces.replaceSubrange(index..<next, with: parts)
      for part in parts { note(part.ids, in: part) }
    } else {
      pieces.removeSubrange(index + 1..<next)
      note(ids, in: changed)
    }
  }

  private func cut(_ ids: [StoredID]) -> [Piece] {
    stride(from: 0, to: ids.count, by: Self.length).map { start in
      Piece(ids[start..<min(start + Self.length, ids.count)])
    }
  }

  private mutating func note(_ ids: [StoredID], in piece: Piece) {
    if doomed.isEmpty { return }
    for id in ids where doomed.contains(id) {
      let isNoted = places[id, default: []].contains { $0 === piece }
      if !isNoted { places[id, default: []].append(piece) }
    }
  }
}
