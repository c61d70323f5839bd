internal import MocoaModel

/// Items put together by what they have in a field, in the order in which their groups come first.
///
/// An order by `count`, where no item has such a field, is one of the groups: by how many items they
/// have.
struct GroupedItems: Sendable {
  /// The items, group by group.
  private let order: ElementOrder
  private let groups: [Group]

  private struct Group {
    let model: ItemGroup

    /// Where its items stand in the order.
    let places: Range<Int>
  }

  /// So many values have groups of their own.
  private static let limit = 1000

  /// Groups items; nil where it was cancelled.
  ///
  /// - Parameters:
  ///   - orders: the fields by which they are in order.
  ///   - order: where they stand in the sequence, in the order in which they are to be shown; nil for
  ///     that of the sequence.
  ///   - progress: called from time to time with how much of the work is done, 0 to 1.
  /// - Complexity: O(n); what is kept meanwhile are 12 bytes an item.
  init?(
    _ items: ElementSequence, by field: String, _ orders: [ListQuery.Order] = [],
    inOrder order: [UInt32]?, _ cancellation: Cancellation, _ progress: (Double) -> Void = { _ in }
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
    // The groups, in the order in which their first items are to be shown.
    var first: [(number: Int, position: UInt32)] = []
    for position in order {
      let number = Int(numbers[Int(position)])
      if counts[number] == 0 { first.append((number, position)) }
      counts[number] += 1
    }
    if let countOrder {
      let isDescending = orders[countOrder].isDescending
      // Groups of the same size stay in the order of their first items.
      first = first.enumerated().sorted { one, other in
        let (a, b) = (counts[one.element.number], counts[other.element.number])
        return a == b ? one.offset < other.offset : isDescending ? a > b : a < b
      }
      .map(\.element)
      let items = ElementOrder(items, first.map(\.position)).elements
      let former = Array(orders[..<countOrder])
      guard let sorted = SortedItems(items, by: former, cancellation, { _ in }) else { return nil }
      if let places = sorted.order { first = places.map { [first] in first[Int($0)] } }
    }
    var ends = counts
    var start = 0
    groups = first.map { number, _ in
      let places = start..<(start + counts[number])
      (ends[number], start) = (start, places.upperBound)
      return Group(
        model: ItemGroup(
          field: field, value: column.values[number], count: places.count, isFolded: false),
        places: places)
    }
    var positions = [UInt32](repeating: 0, count: order.count)
    for position in order {
      let number = Int(numbers[Int(position)])
      positions[ends[number]] = position
      ends[number] += 1
    }
    self.order = ElementOrder(items, positions)
  }

  /// Returns the place of the order by how many items groups have; nil for none.
  private static func countOrder(of orders: [ListQuery.Order], _ items: ElementSequence) -> Int? {
    guard let place = orders.firstIndex(where: { $0.field == ItemGroup.countField }) else {
      return nil
    }
    var search = FieldSearch(field: ItemGroup.countField)
    items.forEachLeaf(in: 0..<items.count) { leaf in
      if !search.isFound { ItemTexts.visit(leaf, by: &search) }
    }
    return search.isFound ? nil : place
  }

  /// How many items are in all groups.
  var itemCount: Int { order.positions.count }

  /// The groups as sections of a list; one that is folded has one item, which stands for all of its own.
  func sections(_ folding: Folding) -> [SectionSnapshot] {
    groups.map { group in
      let id = group.model.itemID
      if folding.contains(id) {
        return SectionSnapshot(id: id, items: ElementSequence(elements: [group.model.folded]))
      }
      return SectionSnapshot(id: id, header: group.model, items: order.elements(group.places))
    }
  }

  /// Which of the groups an item is in, by its position among all items; nil where there is none such.
  ///
  /// - Complexity: O(n).
  func section(ofItem position: Int) -> Int? {
    order.positions.firstIndex(of: UInt32(position)).map { place in
      groups.firstPlace { $0.places.upperBound > place }
    }
  }
}

/// Whether any item has something in a field.
private struct FieldSearch: ItemVisitor {
  let field: String
  private(set) var isFound = false

  init(field: String) { self.field = field }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    if isFound { return }
    var isFound = false
    _ = item.withWhole(ofField: field) { isFound = !$1 }
    self.isFound = isFound
  }
}
