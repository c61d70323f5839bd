internal import MocoaModel

/// The items of a list that the cursor was on before it went far, as steps back and forth.
///
/// They are known by what they are and not by where they stand: the list may change, and be
/// filtered and sorted.
struct JumpList: Sendable {
  /// So many items are kept; older ones are let go.
  static let limit = 100

  private var items: [ItemID] = []

  /// Which of them one has gone to last; as many as there are where the cursor went far by itself.
  private var place = 0

  /// Takes note of an item that the cursor is about to leave.
  mutating func note(_ item: ItemID) {
    items.removeAll { $0 == item }
    items.append(item)
    items.removeFirst(max(0, items.count - Self.limit))
    place = items.count
  }

  /// The items that one may go to, the nearest first.
  ///
  /// - Parameter item: the one that the cursor is on, to which one comes forward again.
  mutating func steps(from item: ItemID, isForward: Bool) -> [ItemID] {
    if !isForward, place == items.count {
      note(item)
      place = items.count - 1
    }
    let steps = isForward ? Array(items.dropFirst(place + 1)) : items.prefix(place).reversed()
    // There the cursor is already, having gone step by step.
    return steps.filter { $0 != item }
  }

  /// Takes note of having gone to one of them.
  mutating func go(to item: ItemID) { place = items.firstIndex(of: item) ?? place }
}

/// A search for the first of some items that a list still has, by what they are.
struct ItemSearch: Sendable {
  let items: [ItemID]
  let list: ListSnapshot
  let cancellation: Cancellation

  /// Which of the items was found, and its position among all of the list.
  struct Result: Sendable, Equatable {
    let item: ItemID
    let position: Int
  }

  /// Lists of at most so many items are searched at once.
  private static let smallCount = 4096

  /// Calls, at once or later, with what was found; with nil where the list has none of them.
  @MainActor
  func run(then perform: @escaping @MainActor @Sendable (Result?) -> Void) {
    if list.itemCount > Self.smallCount {
      let isStarted = BackgroundThread.run {
        let result = result
        if cancellation.isCancelled { return }
        MainTurn.afterThis { perform(result) }
      }
      if isStarted { return }
    }
    perform(result)
  }

  /// The first of the items that the list has.
  ///
  /// - Complexity: O(items of the list).
  var result: Result? {
    var ranks: [ItemID: Int] = [:]
    for (rank, item) in items.enumerated() { ranks[item] = rank }
    var best: (rank: Int, position: Int)?
    var start = 0
    for section in list.sections {
      section.items.forEachLeaf(in: 0..<section.items.count) { leaf in
        defer { start += leaf.range.count }
        if cancellation.isCancelled || best?.rank == 0 { return }
        for index in leaf.range {
          guard let rank = ranks[leaf.chunk.id(at: index)], rank < best?.rank ?? .max else {
            continue
          }
          best = (rank, start + index - leaf.range.lowerBound)
        }
      }
    }
    return best.map { Result(item: items[$0.rank], position: $0.position) }
  }
}
