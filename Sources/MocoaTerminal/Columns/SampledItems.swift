internal import MocoaModel

/// Items at the start and at the end of a list, each of which is read once.
///
/// Reading an item may parse its record.
struct SampledItems {
  private let list: ListSnapshot

  /// The number of items of the list.
  let itemCount: Int

  /// The first items, as many as were read.
  private var first: [any CellModel] = []

  /// The last items, or `nil` if they were not read yet.
  private var last: [any CellModel]?

  /// The number of items at the end of the list.
  private static let lastCount = 20

  init(of list: ListSnapshot) { (self.list, itemCount) = (list, list.itemCount) }

  /// Returns the first items of the list, at most `limit`.
  mutating func first(_ limit: Int) -> ArraySlice<any CellModel> {
    var skipped = first.count
    for section in list.sections where first.count < limit {
      let start = min(skipped, section.items.count)
      skipped -= start
      for index in start..<min(section.items.count, start + limit - first.count) {
        first.append(section.items.element(at: index))
      }
    }
    return first.prefix(limit)
  }

  /// The footers of the list that have values in the columns.
  var footers: [any CellModel] {
    list.sections.last?.footer.flatMap { $0 is any TableFooter ? [$0] : nil } ?? []
  }

  /// Returns the last items of the last section, at most 20.
  mutating func lastItems() -> [any CellModel] {
    if let last { return last }
    guard let section = list.sections.last else { return [] }
    let count = section.items.count
    let items = (max(0, count - Self.lastCount)..<count).map { section.items.element(at: $0) }
    last = items
    return items
  }
}
