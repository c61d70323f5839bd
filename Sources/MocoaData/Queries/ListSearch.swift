package import MocoaModel

/// A search for the next item that passes a filter, from some position on and around the end.
///
/// In a long list it goes on on a thread of its own.
public struct ListSearch: Sendable {
  /// What was found.
  public struct Result: Sendable, Equatable {
    /// The position among all items of all sections.
    public let position: Int

    /// Whether the search went on from the other end.
    public let isWrapped: Bool
  }

  private let matcher: FilterMatcher
  private let list: ListSnapshot
  private let isForward: Bool
  private let cancellation: Cancellation

  /// Lists of at most so many items are searched at once.
  private static let smallCount = 4096

  /// A search in a list, which ends without a result when it is cancelled.
  package init(
    _ filter: Filter, in list: ListSnapshot, isForward: Bool, _ cancellation: Cancellation
  ) {
    (matcher, self.list) = (FilterMatcher(filter), list)
    (self.isForward, self.cancellation) = (isForward, cancellation)
  }

  /// Calls, at once or later, with the first item from a position on; with nil where there is none.
  ///
  /// - Parameter position: among all items; one before the first or behind the last is the other end.
  @MainActor
  package func run(
    from position: Int, then perform: @escaping @MainActor @Sendable (Result?) -> Void
  ) {
    if list.itemCount > Self.smallCount {
      let isStarted = BackgroundThread.run {
        let result = result(from: position)
        if cancellation.isCancelled { return }
        MainTurn.afterThis { perform(result) }
      }
      if isStarted { return }
    }
    perform(result(from: position))
  }

  /// The first item from a position on; nil where there is none.
  func result(from position: Int) -> Result? {
    let parts = Self.parts(of: list)
    let count = list.itemCount
    guard count > 0 else { return nil }
    // Beyond an end one goes on from the other.
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
      let indices =
        sorted.indices(in: part.leaf, matcher, cancellation) ?? matcher.indices(in: part.leaf)
      if cancellation.isCancelled { return nil }
      let positions = indices.lazy.map { part.start + Int($0) - part.leaf.range.lowerBound }
      // Where it has begun, there are those behind the start and, at last, those before it.
      let found =
        isForward
        ? positions.first { isWrapped || $0 >= start }
        : positions.last { isWrapped || $0 <= start }
      if let found { return Result(position: found, isWrapped: isWrapped || isBeyond) }
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

/// What passes a filter in a list that is in an order of its own: asked in the order in which it is
/// stored, for one by one it would be read from everywhere.
private struct SortedMatches {
  /// What was asked last, and which of its elements pass.
  private var asked: (order: ElementOrder, passes: [Bool])?

  /// Which elements of a part of a chunk pass; nil where that is not in an order of its own.
  mutating func indices(
    in leaf: ElementSequence.Leaf, _ matcher: FilterMatcher, _ cancellation: Cancellation
  ) -> [UInt32]? {
    guard let chunk = leaf.chunk as? OrderedChunk else { return nil }
    let passes = passes(chunk.order, matcher, cancellation)
    return leaf.range.filter { passes[chunk.position($0)] }.map { UInt32($0) }
  }

  private mutating func passes(
    _ order: ElementOrder, _ matcher: FilterMatcher, _ cancellation: Cancellation
  ) -> [Bool] {
    if let asked, asked.order === order { return asked.passes }
    let whole = order.whole
    var passes = [Bool](repeating: false, count: whole.count)
    var start = 0
    whole.forEachLeaf(in: 0..<whole.count) { leaf in
      defer { start += leaf.range.count }
      if cancellation.isCancelled { return }
      for index in matcher.indices(in: leaf) {
        passes[start + Int(index) - leaf.range.lowerBound] = true
      }
    }
    asked = (order, passes)
    return passes
  }
}
