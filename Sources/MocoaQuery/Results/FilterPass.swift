internal import MocoaModel
internal import Synchronization

/// The application of a filter to all elements of a list, on two threads.
///
/// Partial results can be read at any time. In parts that are not evaluated yet, the previous
/// results remain.
final class FilterPass: Sendable {
  /// The filter, or `nil` to include all elements.
  let matcher: FilterMatcher?

  /// The scores of the ranking, or `nil` without a ranking.
  let scorer: FilterScorer?

  /// The revision of the filter.
  let number: Int

  /// The first revision of the filter since which each filter has narrowed the one before.
  ///
  /// In parts that were evaluated since then, only the items that passed are evaluated again.
  private let narrowedSince: Int
  let cancellation = CancellationToken()

  private let state: Mutex<State>
  private let order: [Int]
  private let next = Atomic(0)

  private struct State {
    var parts: [ChunkSlice]
    var done = 0
  }

  /// Creates a pass over the parts of a list.
  ///
  /// Parts to which the filter was already applied are skipped.
  ///
  /// - Parameters:
  ///   - parts: The parts of the list.
  ///   - matcher: The filter, or `nil` to include all elements.
  ///   - scorer: The scores of the ranking, or `nil` without a ranking.
  ///   - number: The revision of the filter.
  ///   - narrowedSince: The first revision since which each filter has narrowed the one before.
  ///   - first: The index of the part to start with, because it is visible. The following parts
  ///     come next, the preceding ones last.
  init(
    _ parts: [ChunkSlice], _ matcher: FilterMatcher?, _ scorer: FilterScorer? = nil, number: Int,
    narrowedSince: Int? = nil, first: Int
  ) {
    (self.matcher, self.scorer, self.number) = (matcher, scorer, number)
    self.narrowedSince = narrowedSince ?? number
    order = (Array(parts.indices.dropFirst(first)) + parts.indices.prefix(first))
      .filter { parts[$0].filterRevision != number }
    state = Mutex(State(parts: parts))
  }

  /// Returns the number of elements that must be evaluated.
  ///
  /// - Complexity: O(p), where p is the number of parts.
  func countElements() -> Int {
    state.withLock { state in order.reduce(0) { $0 + state.parts[$1].leaf.range.count } }
  }

  /// The parts of the list with their partial results, and the fraction of the work that is done,
  /// from 0 to 1.
  var results: (parts: [ChunkSlice], fraction: Double) {
    state.withLock { state in
      (state.parts, order.isEmpty ? 1 : Double(state.done) / Double(order.count))
    }
  }

  /// Evaluates parts until all are evaluated or the pass is canceled.
  ///
  /// - Parameter pause: A closure that is called after each part.
  func run(_ pause: () -> Void = {}) {
    while !cancellation.isCancelled {
      let turn = next.add(1, ordering: .relaxed).oldValue
      guard turn < order.count else { return }
      let index = order[turn]
      let result = evaluate(state.withLock { $0.parts[index] })
      state.withLock { state in
        (state.parts[index].indices, state.parts[index].ranks) = result
        state.parts[index].filterRevision = number
        state.done += 1
      }
      pause()
    }
  }
}

extension FilterPass {
  /// Returns the indexes of the elements of a part that pass the filter, and their ranks.
  private func evaluate(_ part: ChunkSlice) -> (indices: [UInt32]?, ranks: [UInt64]?) {
    guard let matcher else { return (nil, nil) }
    guard let candidates = part.indices, part.filterRevision >= narrowedSince else {
      return evaluate(part.leaf, by: matcher)
    }
    var result: (indices: [UInt32], ranks: [UInt64]?) = ([], scorer == nil ? nil : [])
    let elements = ElementSequence(FilteredChunk(part.leaf.chunk, candidates))
    elements.forEachLeaf(in: 0..<elements.count) { leaf in
      let (indices, ranks) = evaluate(leaf, by: matcher)
      result.indices += indices.map { candidates[Int($0)] }
      if let ranks { result.ranks? += ranks }
    }
    return result
  }

  private func evaluate(
    _ leaf: ElementSequence.Leaf, by matcher: FilterMatcher
  ) -> (indices: [UInt32], ranks: [UInt64]?) {
    guard let scorer else { return (matcher.indices(in: leaf), nil) }
    return scorer.rankedIndices(in: leaf, matcher)
  }
}

/// A chunk with some of the elements of another chunk, in the same order.
final class FilteredChunk: ElementChunk {
  let base: any ElementChunk

  /// The indexes of the elements in the other chunk, ascending.
  let indices: [UInt32]

  init(_ base: any ElementChunk, _ indices: [UInt32]) {
    (self.base, self.indices) = (base, indices)
  }

  var count: Int { indices.count }

  func id(at index: Int) -> ItemID { base.id(at: Int(indices[index])) }

  func element(at index: Int) -> any CellModel { base.element(at: Int(indices[index])) }

  func contentHash(at index: Int) -> UInt64? { base.contentHash(at: Int(indices[index])) }

  var estimatedByteCount: Int { indices.count * MemoryLayout<UInt32>.stride }
}
