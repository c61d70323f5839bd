internal import MocoaModel

/// Looks in a list for some items of another, by where they are stored: in which chunk, and where
/// there.
struct StoredSearch {
  /// The places of the items in the other list, by their indices in the chunks in which they are.
  private var wanted: [ObjectIdentifier: [Int: Int]] = [:]

  /// The chunks that were met.
  private var met: Set<ObjectIdentifier> = []

  /// - Parameter places: the positions of the items in a list.
  init(_ list: ElementSequence, _ places: Range<Int>) {
    for place in places {
      var (chunk, index) = list.locate(place)
      if let ordered = chunk as? OrderedChunk {
        (chunk, index) = ordered.order.whole.locate(ordered.position(index))
      }
      if let picked = chunk as? PickedChunk {
        (chunk, index) = (picked.whole, Int(picked.indices[index]))
      }
      wanted[ObjectIdentifier(chunk), default: [:]][index] = place
    }
  }

  /// The places of those items whose chunks were not met, ascending.
  var lost: [Int] {
    wanted.filter { !met.contains($0.key) }.flatMap { $0.value.values }.sorted()
  }

  /// Where the items stand in a list, in any order.
  ///
  /// - Complexity: O(parts of the list and items), and O(n) where that is in an order of its own.
  mutating func steps(to list: ElementSequence) -> [ChangeSet.Step<Int>] {
    if wanted.isEmpty { return [] }
    var order: ElementOrder?
    list.forEachLeaf(in: 0..<min(1, list.count)) { order = ($0.chunk as? OrderedChunk)?.order }
    guard let order else { return find(in: list) }
    var places: [UInt32: Int] = [:]
    for step in find(in: order.whole) { places[UInt32(step.to)] = step.from }
    if places.isEmpty { return [] }
    var isWanted = [Bool](repeating: false, count: order.whole.count)
    for position in places.keys { isWanted[Int(position)] = true }
    // It may be a part of what is in that order.
    var (steps, to): ([ChangeSet.Step<Int>], Int) = ([], 0)
    list.forEachLeaf(in: 0..<list.count) { leaf in
      for index in leaf.range {
        let position = (leaf.chunk as? OrderedChunk)?.position(index) ?? -1
        if position >= 0, isWanted[position], let from = places[UInt32(position)] {
          steps.append(.init(from: from, to: to))
        }
        to += 1
      }
    }
    return steps
  }

  /// The same in a list that is in the order in which it is stored.
  private mutating func find(in list: ElementSequence) -> [ChangeSet.Step<Int>] {
    var steps: [ChangeSet.Step<Int>] = []
    var start = 0
    list.forEachLeaf(in: 0..<list.count) { leaf in
      defer { start += leaf.range.count }
      let picked = leaf.chunk as? PickedChunk
      let chunk = ObjectIdentifier(picked?.whole ?? leaf.chunk)
      guard let places = wanted[chunk] else { return }
      met.insert(chunk)
      for (index, from) in places {
        guard let inLeaf = picked.map({ $0.index(of: index) }) ?? index, leaf.range.contains(inLeaf)
        else { continue }
        steps.append(.init(from: from, to: start + inLeaf - leaf.range.lowerBound))
      }
    }
    return steps
  }
}

extension PickedChunk {
  /// The index here of an element of the whole; nil where it is not picked.
  fileprivate func index(of index: Int) -> Int? {
    let place = indices.firstPlace { $0 >= index }
    return place < indices.count && indices[place] == index ? place : nil
  }
}
