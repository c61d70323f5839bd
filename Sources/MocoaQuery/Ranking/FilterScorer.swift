internal import MocoaModel

/// The scores of the items that match a filter.
///
/// The score of an item is the sum of the scores of its words. Of alternatives, the best one
/// counts. Conditions on fields, expressions and negated conditions have no score.
final class FilterScorer: Sendable {
  /// The patterns that have a score.
  private let patterns: [ScoredPattern]

  /// The alternatives of each condition, each as indexes in `patterns`.
  private let conditions: [[[Int]]]

  /// The words of the filter, if it contains only words whose letters may be anywhere.
  private let words: [LetterPattern]

  private let keyField: String?

  private enum ScoredPattern: Sendable {
    case scattered(ScatteredPattern)

    /// A text without gaps.
    case text(PatternMatcher)
  }

  /// Creates the scores of a filter, or returns `nil` if no part of the filter has a score.
  init?(_ filter: Filter, _ ranking: ListQuery.Ranking) {
    var patterns: [ScoredPattern] = []
    func indexes(_ nodes: [Filter.Node]) -> [Int] {
      nodes.compactMap { node in
        guard case .value(let pattern) = node, pattern.kind != .expression else { return nil }
        let matcher = PatternMatcher(pattern)
        patterns.append(matcher.scattered.map { .scattered($0) } ?? .text(matcher))
        return patterns.count - 1
      }
    }
    func members(_ node: Filter.Node) -> [Filter.Node] {
      if case .all(let nodes) = node { nodes } else { [node] }
    }
    let nodes = members(filter.root)
    conditions = nodes.compactMap { node in
      guard case .any(let alternatives) = node else {
        let indexes = indexes([node])
        return indexes.isEmpty ? nil : [indexes]
      }
      return alternatives.map { indexes(members($0)) }
    }
    if patterns.isEmpty { return nil }
    let words = patterns.compactMap { pattern in
      if case .scattered(let pattern) = pattern { pattern.letterPattern } else { nil }
    }
    let isSimple = words.count == nodes.count && conditions.allSatisfy { $0.count == 1 }
    self.words = isSimple ? words : []
    self.patterns = patterns
    keyField = ranking.keyField
  }

  /// Returns the indexes of the elements in a part of a chunk that match, with their ranks.
  ///
  /// - Parameters:
  ///   - leaf: The part of a chunk.
  ///   - matcher: The matcher of the filter.
  func rankedIndices(
    in leaf: ElementSequence.Leaf, _ matcher: FilterMatcher
  ) -> (indices: [UInt32], ranks: [UInt64]) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: AlignmentSearch.scratchCount) { scratch in
      guard let scratch = scratch.baseAddress else { return ([], []) }
      if words.isEmpty {
        var finder = Finder(scorer: self, matcher: matcher, scratch: scratch)
        ItemTexts.visit(leaf, by: &finder)
        return (finder.found, finder.ranks)
      }
      return words.withUnsafeBufferPointer { words in
        var finder = WordFinder(words: words, keyField: keyField, scratch: scratch)
        ItemTexts.visit(leaf, by: &finder)
        return (finder.found, finder.ranks)
      }
    }
  }

  /// A visitor for filters that contain only words.
  private struct WordFinder: ItemVisitor {
    let words: UnsafeBufferPointer<LetterPattern>
    let keyField: String?
    let scratch: UnsafeMutablePointer<Int>
    var found: [UInt32] = []
    var ranks: [UInt64] = []

    mutating func visit(_ index: Int, _ item: some FilterSubject) {
      var total = Alignment(score: 0, start: .max, span: 0)
      var length = 0
      for word in words {
        guard let own = best(word, in: item, &length) else { return }
        total.add(own)
      }
      found.append(UInt32(index))
      ranks.append(RankOrder.rank(total, length: length / words.count))
    }

    private func best(
      _ word: LetterPattern, in item: some FilterSubject, _ length: inout Int
    ) -> Alignment? {
      FilterScorer.best(in: item, keyField: keyField, &length) {
        word.alignment(in: $0, scratch: scratch)
      }
    }
  }

  /// A visitor for all filters.
  private struct Finder: ItemVisitor {
    let scorer: FilterScorer
    let matcher: FilterMatcher
    let scratch: UnsafeMutablePointer<Int>
    var found: [UInt32] = []
    var ranks: [UInt64] = []

    var required: RequiredBytes? { matcher.required }

    mutating func visit(_ index: Int, _ item: some FilterSubject) {
      guard matcher.matches(item) else { return }
      found.append(UInt32(index))
      ranks.append(scorer.rank(of: item, scratch))
    }
  }

  private func rank(of item: some FilterSubject, _ scratch: UnsafeMutablePointer<Int>) -> UInt64 {
    var lengths = 0
    let found = patterns.map { pattern in
      var length = 0
      defer { lengths = max(lengths, length) }
      return Self.best(in: item, keyField: keyField, &length) { text in
        switch pattern {
        case .scattered(let word): word.letterPattern.alignment(in: text, scratch: scratch)
        case .text(let matcher): Self.alignment(of: matcher, in: text)
        }
      }
    }
    var total = Alignment(score: 0, start: .max, span: 0)
    for alternatives in conditions {
      var best: Alignment?
      for alternative in alternatives {
        var sum = Alignment(score: 0, start: .max, span: 0)
        let parts = alternative.compactMap { found[$0] }
        guard parts.count == alternative.count else { continue }
        for part in parts { sum.add(part) }
        if best.map({ sum.isBetter(than: $0) }) ?? true { best = sum }
      }
      if let best { total.add(best) }
    }
    return RankOrder.rank(total, length: lengths)
  }

  /// Returns the best alignment in the texts of an item, or `nil` if no text matches.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - keyField: The field whose matches count twice, or `nil`.
  ///   - length: The number of bytes of the texts, which the method adds.
  ///   - align: A closure that returns the best alignment in a text.
  @inline(__always)
  private static func best(
    in item: some FilterSubject, keyField: String?, _ length: inout Int,
    _ align: (UnsafeRawBufferPointer) -> Alignment?
  ) -> Alignment? {
    var best: Alignment?
    item.forEachText { text in
      length += text.count
      if let own = align(text), best.map({ own.isBetter(than: $0) }) ?? true { best = own }
      return true
    }
    guard best != nil, let keyField else { return best }
    _ = item.forEachText(ofField: keyField) { text in
      if var own = align(text) {
        own.score *= Score.keyFactor
        if best.map({ own.isBetter(than: $0) }) ?? true { best = own }
      }
      return true
    }
    return best
  }

  /// The maximum number of occurrences of a text that are compared.
  private static let maxOccurrences = 8

  /// Returns the best occurrence of a text without gaps.
  private static func alignment(
    of matcher: PatternMatcher, in text: UnsafeRawBufferPointer
  ) -> Alignment? {
    var best: Alignment?
    for range in matcher.ranges(in: text, limit: maxOccurrences) {
      var alignment = Alignment(
        score: Score.substring - Score.consecutive, start: range.lowerBound, span: range.count)
      // The bytes after the first one of a letter count nothing.
      for offset in range where text[offset] & 0xC0 != 0x80 {
        let before = offset == 0 ? nil : LetterClass(UInt32(text[offset - 1]))
        alignment.score +=
          Score.letter + Score.consecutive
          + Score.bonus(LetterClass(UInt32(text[offset])), after: before)
      }
      if best.map({ alignment.isBetter(than: $0) }) ?? true { best = alignment }
    }
    return best
  }
}

extension Alignment {
  /// Adds the alignment of another word.
  @inline(__always)
  fileprivate mutating func add(_ other: Alignment) {
    score += other.score
    span += other.span
    start = min(start, other.start)
  }
}
