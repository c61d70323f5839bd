internal import MocoaModel

/// The history of the items that were current before searches and other long moves of the cursor.
///
/// The user can go back and forward in the history.
///
/// Items are stored by identity, because the list may change or be filtered and sorted.
struct JumpList: Sendable {
  /// The maximum number of items.
  ///
  /// If this number is exceeded, the oldest items are dropped.
  static let limit = 100

  private var items: [ItemID] = []

  /// The index of the item that the last step visited.
  ///
  /// After an item is recorded, the index is the number of items.
  private var index = 0

  /// Records the current item in the jump list before the cursor moves away.
  mutating func note(_ item: ItemID) {
    items.removeAll { $0 == item }
    items.append(item)
    items.removeFirst(max(0, items.count - Self.limit))
    index = items.count
  }

  /// Returns the possible targets of a step back or forward, nearest first.
  ///
  /// If the step goes back from the end of the history, the current item is recorded first, so that
  /// a step forward can return to it.
  ///
  /// - Parameters:
  ///   - item: The current item.
  ///   - isForward: A Boolean value that indicates whether the step goes forward.
  mutating func steps(from item: ItemID, isForward: Bool) -> [ItemID] {
    if !isForward, index == items.count {
      note(item)
      index = items.count - 1
    }
    let steps = isForward ? Array(items.dropFirst(index + 1)) : items.prefix(index).reversed()
    // The cursor is already on this item.
    return steps.filter { $0 != item }
  }

  /// Makes a recorded item the position from which the next step starts.
  mutating func go(to item: ItemID) { index = items.firstIndex(of: item) ?? index }
}

/// A search in a list for several items, by identity.
///
/// The result is the first of these items that the list contains.
struct ItemSearch: Sendable {
  let items: [ItemID]
  let list: ListSnapshot
  let cancellation: CancellationToken

  /// The item that the search found, and its index among all items of the list.
  struct Match: Sendable, Equatable {
    let item: ItemID
    let position: Int
  }

  /// The maximum number of items of a list that is searched on the main thread.
  private static let smallCount = 4096

  /// Searches the list and calls a closure with the result, or with `nil` if the list contains none
  /// of the items.
  ///
  /// Short lists are searched before the method returns, longer ones on a background thread.
  @MainActor
  func run(completion perform: @escaping @MainActor @Sendable (Match?) -> Void) {
    if list.itemCount > Self.smallCount {
      let isStarted = BackgroundThread.run {
        let result = findMatch()
        if cancellation.isCancelled { return }
        MainActorScheduler.schedule { perform(result) }
      }
      if isStarted { return }
    }
    perform(findMatch())
  }

  /// Returns the first of the searched items that the list contains, or `nil` if it contains none of
  /// them.
  ///
  /// - Complexity: O(n), where n is the number of items in the list.
  func findMatch() -> Match? {
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
    return best.map { Match(item: items[$0.rank], position: $0.position) }
  }
}
