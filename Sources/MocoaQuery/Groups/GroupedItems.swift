internal import MocoaModel

/// Items grouped by the value of a field.
///
/// The groups are in the order of their first items.
///
/// If no item has a field `count`, a sort order by `count` sorts the groups by their number of
/// items.
struct GroupedItems: Sendable {
  /// The indexes of the items, group by group.
  private let order: ElementPermutation
  private let groups: [Group]

  private struct Group {
    let model: ItemGroup

    /// The range of the group's items in `order`.
    let range: Range<Int>
  }

  /// The maximum number of values that have their own group.
  private static let limit = 1000

  /// Groups items.
  ///
  /// Returns `nil` if the operation was canceled.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - field: The path of the field.
  ///   - orders: The sort orders of the items.
  ///   - order: The indexes of the items in their display order, or `nil` for the order of `items`.
  ///   - cancellation: The token of the operation.
  ///   - progress: A closure that is called repeatedly with the fraction of the work that is done,
  ///     from 0 to 1.
  /// - Complexity: O(n) time, and 12 bytes of temporary memory for each item.
  init?(
    _ items: ElementSequence, by field: String, _ orders: [ListQuery.Order] = [],
    inOrder order: [UInt32]?, _ cancellation: CancellationToken,
    _ progress: (Double) -> Void = { _ in }
  ) {
    var column = GroupColumn(field, limit: Self.limit, capacity: items.count)
    items.forEachLeaf(in: 0..<items.count) { leaf in
      guard !cancellation.isCancelled else { return }
      ItemTexts.visit(leaf, by: &column)
      progress(Double(column.numbers.count) / Double(items.count))
    }
    let countOrder = Self.countOrder(of: orders, items)
    if cancellation.isCancelled { return nil }
    let numbers = column.numbers
    let order = order ?? (0..<UInt32(items.count)).map(\.self)
    var counts = Array(repeating: 0, count: column.values.count)
    // The groups, in the order of their first displayed items.
    var first: [(number: Int, position: UInt32)] = []
    for position in order {
      let number = Int(numbers[Int(position)])
      if counts[number] == 0 { first.append((number, position)) }
      counts[number] += 1
    }
    if let countOrder {
      let isDescending = orders[countOrder].isDescending
      // Groups of equal size keep the order of their first items.
      first = first.enumerated().sorted { one, other in
        let (a, b) = (counts[one.element.number], counts[other.element.number])
        return a == b ? one.offset < other.offset : isDescending ? a > b : a < b
      }
      .map(\.element)
      let items = ElementPermutation(items, first.map(\.position)).elements
      let former = Array(orders[..<countOrder])
      guard let sorted = SortedItems(items, by: former, cancellation, { _ in }) else { return nil }
      if let sorting = sorted.order { first = sorting.map { [first] in first[Int($0)] } }
    }
    var ends = counts
    var start = 0
    groups = first.map { number, _ in
      let range = start..<(start + counts[number])
      (ends[number], start) = (start, range.upperBound)
      return Group(
        model: ItemGroup(
          field: field, value: column.values[number], count: range.count, isFolded: false),
        range: range)
    }
    var positions = [UInt32](repeating: 0, count: order.count)
    for position in order {
      let number = Int(numbers[Int(position)])
      positions[ends[number]] = position
      ends[number] += 1
    }
    self.order = ElementPermutation(items, positions)
  }

  /// Returns the index of the sort order by the number of items, or `nil`.
  private static func countOrder(of orders: [ListQuery.Order], _ items: ElementSequence) -> Int? {
    guard let index = orders.firstIndex(where: { $0.field == ItemGroup.countField }) else {
      return nil
    }
    var search = FieldSearch(field: ItemGroup.countField)
    items.forEachLeaf(in: 0..<items.count) { leaf in
      if !search.isFound { ItemTexts.visit(leaf, by: &search) }
    }
    return search.isFound ? nil : index
  }

  /// The number of items in all groups.
  var itemCount: Int { order.positions.count }

  /// Returns the groups as sections of a list.
  ///
  /// A folded group is a section with a single item, which represents its items.
  func sections(_ folding: FoldState) -> [SectionSnapshot] {
    groups.map { group in
      let id = group.model.itemID
      if folding.contains(id) {
        return SectionSnapshot(id: id, items: ElementSequence(elements: [group.model.folded]))
      }
      return SectionSnapshot(id: id, header: group.model, items: order.elements(group.range))
    }
  }

  /// Returns the index of the group that contains an item, or `nil` if no group does.
  ///
  /// - Parameter position: The index of the item among all items.
  /// - Complexity: O(n).
  func section(ofItem position: Int) -> Int? { location(ofItem: position)?.section }

  /// Returns the path of an item in the sections, or `nil` if its group is folded.
  ///
  /// - Parameters:
  ///   - position: The index of the item among all items.
  ///   - folding: The fold states of the groups.
  /// - Complexity: O(n).
  func path(ofItem position: Int, _ folding: FoldState) -> ItemPath? {
    guard let path = location(ofItem: position),
      !folding.contains(groups[path.section].model.itemID)
    else { return nil }
    return path
  }

  /// Returns the group of an item, and the index of the item in the group.
  private func location(ofItem position: Int) -> ItemPath? {
    guard let rank = order.positions.firstIndex(of: UInt32(position)) else { return nil }
    let section = groups.partitioningIndex { $0.range.upperBound > rank }
    return ItemPath(section: section, item: rank - groups[section].range.lowerBound)
  }
}

/// A visitor that detects whether any item has a value in a field.
private struct FieldSearch: ItemVisitor {
  let field: String
  private(set) var isFound = false

  init(field: String) { self.field = field }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    if isFound { return }
    var isFound = false
    _ = item.withCanonicalText(ofField: field) { isFound = $1 != .null }
    self.isFound = isFound
  }
}
