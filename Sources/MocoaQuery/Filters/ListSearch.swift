package import MocoaModel

/// A search for the next item that matches a filter.
///
/// It starts at an index, and continues at the other end of the list if the end is reached.
///
/// Long lists are searched on a background thread.
public struct ListSearch: Sendable {
  /// The item that the search found.
  public struct Match: Sendable, Equatable {
    /// The flat index of the item among all items of all sections.
    public let position: Int

    /// A Boolean value that indicates whether the search continued at the other end of the list.
    public let isWrapped: Bool
  }

  /// The outcome of a search: the found item, and the reason why a match may be missing.
  public struct Outcome: Sendable, Equatable {
    /// The item that was found, or `nil` if no item matches.
    public let match: Match?

    /// The reason why a match may be missing, or `nil` if all items were compared.
    public let errorMessage: String?
  }

  private let matcher: FilterMatcher
  private let list: ListSnapshot
  private let isForward: Bool
  private let cancellation: CancellationToken

  /// The maximum number of items that are searched on the main thread.
  private static let smallCount = 4096

  /// Creates a search.
  ///
  /// If the token is canceled, the search ends without a result.
  package init(
    _ filter: Filter, in list: ListSnapshot, isForward: Bool, _ cancellation: CancellationToken
  ) {
    (matcher, self.list) = (FilterMatcher(filter), list)
    (self.isForward, self.cancellation) = (isForward, cancellation)
  }

  /// Calls a closure with the first matching item.
  ///
  /// A short list is searched immediately, on the main thread.
  ///
  /// - Parameters:
  ///   - position: The flat index at which the search starts. An index before the first or after
  ///     the last item starts at the other end.
  ///   - completion: A closure that receives the outcome.
  @MainActor
  package func run(
    from position: Int, completion: @escaping @MainActor @Sendable (Outcome) -> Void
  ) {
    perform({ outcome(from: position) }, completion: completion)
  }

  /// Calls a closure with the flat indexes of all matching items, ascending.
  ///
  /// A short list is searched immediately, on the main thread.
  @MainActor
  package func findAll(completion: @escaping @MainActor @Sendable ([Int]) -> Void) {
    perform({ allPositions }, completion: completion)
  }

  /// Performs a search, on a background thread if it may take long, and calls a closure with its
  /// result.
  @MainActor
  private func perform<Found: Sendable>(
    _ body: @escaping @Sendable () -> Found,
    completion: @escaping @MainActor @Sendable (Found) -> Void
  ) {
    if list.itemCount > Self.smallCount || matcher.mayTakeLong {
      let isStarted = BackgroundThread.run {
        let found = body()
        if cancellation.isCancelled { return }
        MainActorScheduler.schedule { completion(found) }
      }
      if isStarted { return }
    }
    completion(body())
  }

  private var allPositions: [Int] {
    var sorted = SortedMatches()
    var positions: [Int] = []
    for part in Self.parts(of: list) where !cancellation.isCancelled {
      positions += self.positions(in: part, &sorted)
    }
    return positions
  }

  /// Returns the flat indexes of the matching items in a part of the list, ascending.
  private func positions(
    in part: (start: Int, leaf: ElementSequence.Leaf), _ sorted: inout SortedMatches
  ) -> [Int] {
    let indices =
      sorted.indices(in: part.leaf, matcher, cancellation) ?? matcher.indices(in: part.leaf)
    return indices.map { part.start + Int($0) - part.leaf.range.lowerBound }
  }

  private func outcome(from position: Int) -> Outcome {
    Outcome(match: result(from: position), errorMessage: matcher.errorMessage)
  }

  /// Returns the first matching item from an index on, or `nil` if there is none.
  func result(from position: Int) -> Match? {
    let parts = Self.parts(of: list)
    let count = list.itemCount
    guard count > 0 else { return nil }
    // A start beyond an end continues from the other end.
    let isBeyond = isForward ? position >= count : position < 0
    let start = isBeyond ? (isForward ? 0 : count - 1) : min(max(0, position), count - 1)
    let home = parts.lastIndex { $0.start <= start } ?? 0
    let order =
      isForward
      ? Array(home..<parts.count) + Array(0...home)
      : Array((0...home).reversed()) + Array((home..<parts.count).reversed())
    var sorted = SortedMatches()
    for (turn, number) in order.enumerated() {
      let part = parts[number]
      let isWrapped = turn > (isForward ? parts.count - 1 - home : home)
      let positions = positions(in: part, &sorted)
      if cancellation.isCancelled { return nil }
      // The first part is searched twice: from the start, and at last up to it.
      let found =
        isForward
        ? positions.first { isWrapped || $0 >= start }
        : positions.last { isWrapped || $0 <= start }
      if let found { return Match(position: found, isWrapped: isWrapped || isBeyond) }
    }
    return nil
  }

  private static func parts(of list: ListSnapshot) -> [(start: Int, leaf: ElementSequence.Leaf)] {
    var parts: [(start: Int, leaf: ElementSequence.Leaf)] = []
    var start = 0
    for section in list.sections {
      section.items.forEachLeaf(in: 0..<section.items.count) { leaf in
        parts.append((start, leaf))
        start += leaf.range.count
      }
    }
    return parts
  }
}

/// Finds the matches of a filter in a sorted list.
///
/// The items are read in the order of the source, because the sorted order would access the source
/// at random offsets.
private struct SortedMatches {
  /// The order that was searched last, and a Boolean value for each element that indicates whether
  /// it matches.
  private var cached: (order: ElementPermutation, passes: [Bool])?

  /// Returns the indexes of the matching elements in a part of a chunk.
  ///
  /// - Returns: `nil` if the chunk is not sorted. If the search is canceled, the result is
  ///   incomplete.
  mutating func indices(
    in leaf: ElementSequence.Leaf, _ matcher: FilterMatcher, _ cancellation: CancellationToken
  ) -> [UInt32]? {
    guard let chunk = leaf.chunk as? SortedChunk else { return nil }
    let passes = passes(chunk.order, matcher, cancellation)
    return leaf.range.filter { passes[chunk.position($0)] }.map { UInt32($0) }
  }

  private mutating func passes(
    _ order: ElementPermutation, _ matcher: FilterMatcher, _ cancellation: CancellationToken
  ) -> [Bool] {
    if let cached, cached.order === order { return cached.passes }
    let base = order.base
    var passes = [Bool](repeating: false, count: base.count)
    var start = 0
    base.forEachLeaf(in: 0..<base.count) { leaf in
      defer { start += leaf.range.count }
      if cancellation.isCancelled { return }
      for index in matcher.indices(in: leaf) {
        passes[start + Int(index) - leaf.range.lowerBound] = true
      }
    }
    cached = (order, passes)
    return passes
  }
}
