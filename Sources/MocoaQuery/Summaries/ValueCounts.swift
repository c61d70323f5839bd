internal import MocoaModel

/// The numbers of items with each value of a field.
package struct ValueCounts: Sendable {
  /// The most frequent values, in descending order of their counts.
  ///
  /// Values with the same count are in the order of their first occurrence. Null and missing values
  /// are among them.
  package let groups: [ItemGroup]

  /// The indexes in `groups` of values whose texts are truncated or repaired.
  package let inexactGroups: Set<Int>

  /// The number of items with other values.
  package let otherCount: Int

  /// The number of items.
  package let itemCount: Int

  /// The number of different values, including null and missing values.
  package let distinctCount: Int

  /// A Boolean value that indicates whether `distinctCount` is exact and not a lower bound.
  package let isDistinctExact: Bool

  /// The maximum number of values that are listed.
  package static let listLimit = 10_000

  /// The maximum number of different values that are distinguished.
  package static let distinctLimit = 100_000
}

/// Counts the values of one field.
package struct ValueCounter: ItemTally {
  private let field: String
  private let listLimit: Int
  private var index: ValueIndex
  private var counts: [Int] = []

  package private(set) var itemCount = 0

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - field: The path of the field.
  ///   - listLimit: The maximum number of values that are listed.
  ///   - distinctLimit: The maximum number of different values that are distinguished.
  package init(
    _ field: String, listLimit: Int = ValueCounts.listLimit,
    distinctLimit: Int = ValueCounts.distinctLimit
  ) {
    (self.field, self.listLimit) = (field, listLimit)
    index = ValueIndex(field, limit: distinctLimit)
  }

  package mutating func visit(_ index: Int, _ item: some FilterSubject) {
    itemCount += 1
    let number = Int(self.index.valueNumber(of: item))
    if number == counts.count { counts.append(0) }
    counts[number] += 1
  }

  package func makeResult() -> ValueCounts {
    let values = index.values
    let order = counts.indices.filter { values[$0] != .other }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
    let listed = order.prefix(listLimit)
    let inexact = listed.indices.filter { index.inexactNumbers.contains(UInt32(listed[$0])) }
    return ValueCounts(
      groups: listed.map {
        ItemGroup(field: field, value: values[$0], count: counts[$0], isFolded: false)
      },
      inexactGroups: Set(inexact), otherCount: itemCount - listed.reduce(0) { $0 + counts[$1] },
      itemCount: itemCount, distinctCount: order.count, isDistinctExact: !index.isFull)
  }
}
