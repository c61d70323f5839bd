internal import MocoaModel

/// The value numbers of items in one field.
struct GroupColumn: ItemVisitor {
  private var index: ValueIndex

  /// The value number of each item.
  private(set) var numbers: [UInt32] = []

  /// The distinct values, by value number.
  var values: [ItemGroup.Value] { index.values }

  init(_ field: String, limit: Int, capacity: Int) {
    index = ValueIndex(field, limit: limit)
    numbers.reserveCapacity(capacity)
  }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    numbers.append(self.index.valueNumber(of: item))
  }
}
