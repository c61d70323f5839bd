internal import MocoaModel

/// Counts the values of all fields of the visited items.
package struct ListAccumulator: ItemTally {
  private(set) var fields: [FieldAccumulator] = []
  package private(set) var itemCount = 0

  /// A Boolean value that indicates whether the items have more than `maxFields` fields.
  private(set) var isTruncated = false

  private var indexes: [[UInt8]: Int] = [:]

  /// The maximum number of fields that are counted, because a table may have tens of thousands.
  private static let maxFields = 500

  /// A Boolean value that indicates whether only the fields that were passed to the initializer are
  /// counted.
  private let isClosed: Bool

  /// Creates an accumulator without items.
  ///
  /// - Parameter names: The fields to count, or `nil` for all fields.
  package init(of names: [String]? = nil) {
    isClosed = names != nil
    for name in names ?? [] {
      let name = Array(name.utf8)
      guard indexes[name] == nil else { continue }
      indexes[name] = fields.count
      fields.append(FieldAccumulator(name: name))
    }
  }

  package mutating func visit(_ index: Int, _ item: some FilterSubject) {
    itemCount += 1
    // Most items have their fields in the same order.
    var expected = 0
    item.forEachField { name, kind, text in
      guard let index = fieldIndex(of: name, expected) else { return }
      expected = index + 1
      if let kind {
        fields[index].add(kind, text)
      } else {
        fields[index].addEmpty()
      }
    }
  }

  private mutating func fieldIndex(of name: UnsafeRawBufferPointer, _ expected: Int) -> Int? {
    if expected < fields.count, fields[expected].name.elementsEqual(name) { return expected }
    let name = Array(name)
    if let index = indexes[name] { return index }
    if isClosed { return nil }
    guard fields.count < Self.maxFields else {
      isTruncated = true
      return nil
    }
    indexes[name] = fields.count
    fields.append(FieldAccumulator(name: name))
    return fields.count - 1
  }

  package func makeResult() -> ListSummary.State {
    ListSummary.State(
      fields: fields.map { $0.summary(of: itemCount) }, itemCount: itemCount,
      isTruncated: isTruncated)
  }
}
