internal import MocoaModel

// Stands in until the real one is there.
struct PositionIndex {
  var ids: [ItemID]
  init(_ ids: [ItemID]) { self.ids = ids }
  func positions(of id: ItemID) -> [Int] { ids.indices.filter { ids[$0] == id } }
  func firstPosition(of id: ItemID) -> Int? { ids.firstIndex(of: id) }
  mutating func replaceSubrange(_ range: Range<Int>, with new: [ItemID]) {
    ids.replaceSubrange(range, with: new)
  }
}

extension ElementSequence {
  mutating func replaceElements(at places: [Int], with values: [any CellModel]) {
    for (place, value) in zip(places, values) {
      replaceSubrange(place..<(place + 1), with: [value])
    }
  }
}
