internal import Mocoa
public import MocoaModel

/// A table of fields, which shows items in columns below a header.
///
/// The rows of the table replace the views that modules have registered for the items. If the
/// window is too narrow for all columns, the first column stays in view and the others scroll
/// horizontally.
///
/// The columns and their widths follow from sampled items. They do not change while the user
/// scrolls. A change of the list makes a column wider if there is free space.
///
/// - Complexity: Drawing the header or a row costs O(visible columns). Selecting the columns costs
///   O(fields) for a fixed number of sampled items.
@MainActor
public final class TableColumns {
  /// The fields that a table shows.
  public enum Selection: Sendable {
    /// The fields that the user requested, in column order.
    case requested([String])

    /// All fields of the items, in column order.
    case all([String])

    /// The fields that the page of the list declares, in column order.
    case declared([String])

    /// The fields of the sampled items, selected and ordered by their importance.
    ///
    /// The associated value contains the names that the source declares. It is empty if the names
    /// follow from the items.
    case automatic([String])
  }

  /// The names of the fields, in column order.
  public private(set) var fields: [String]

  private let selection: Selection

  /// The names of the fields if the user requested them, or `nil` if the program selected them.
  public var requestedFields: [String]? {
    if case .requested(let fields) = selection { fields } else { nil }
  }

  /// The names of the fields that the source or the page declares, or `nil` for another selection.
  public var declaredFields: [String]? {
    switch selection {
    case .declared(let names), .automatic(let names): names
    case .requested, .all: nil
    }
  }

  /// The number of items from which columns are selected.
  public static let sampleLimit = TablePlan.maxRecords

  /// A closure that returns the values of fields of an item.
  ///
  /// It returns `nil` if the item is not shown as a table row.
  let values: @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?

  /// A closure that returns the fields of an item, or `nil` if the item is not shown as a table
  /// row.
  private let record: @MainActor (_ item: any CellModel) -> [FieldValue.Field]?

  /// The scores of the columns, in column order.
  var scores: [Int]

  /// The names of the fields that have no column because all items have the same value.
  public private(set) var constantFields: [String] = []

  /// The measured columns by index.
  ///
  /// Columns that were never visible are missing.
  var columns: [Int: Column] = [:]

  /// The indexes of the columns in the order in which they scroll.
  ///
  /// The first columns fit in the window. Columns with low scores follow.
  private(set) var scrollOrder: [Int] = []

  /// The number of columns at the start of `scrollOrder` that fit in the window.
  private var keptCount = 0

  /// The indexes of the most important columns, as many as may fit in the window.
  private(set) var importantColumns: [Int] = []

  /// The index in `scrollOrder` of the first visible column after column 0, which is always
  /// visible.
  ///
  /// The index is 0 if the table is not scrolled.
  var start = 0

  /// The width of the window in terminal columns at the last layout.
  var lastWidth = -1

  /// The fields by which the items are sorted, the most significant first.
  private(set) var orders: [Order] = []

  /// The names of the fields on which the items are filtered.
  private(set) var filteredFields: Set<String> = []

  /// The number of columns that the user has hidden.
  private(set) var hiddenCount = 0

  /// The indexes of the columns that the user has frozen.
  private(set) var frozenIndexes: [Int] = []

  /// A Boolean value that indicates whether a column of numbers may have bars.
  public var showsBars = false

  /// The name of the field under the column cursor, or `nil` without a column cursor.
  public internal(set) var cursorField: String?

  /// The appearance of columns that a page defines, by field.
  package var styles: [String: ColumnStyle] = [:]

  /// The changes that the user has made to the columns.
  public var adjustments = ColumnAdjustments() {
    didSet {
      guard adjustments != oldValue else { return }
      updateAdjustedColumns()
      if let field = cursorField, adjustments.hidden.contains(field) { cursorField = nil }
      if lastWidth >= 0 { arrange(in: lastWidth) }
    }
  }

  /// The number of items from which the columns were selected.
  private var plannedItems = 0

  /// The number of items of the list at the last layout.
  private var lastItemCount = -1

  /// A Boolean value that indicates whether values of the next layout may make columns wider.
  private var acceptsWiderValues = false

  /// A Boolean value that indicates whether the layout has made a column wider since the last call
  /// of `consumeLayoutChange()`.
  private var hasChanged = false

  /// The maximum number of visible columns.
  ///
  /// Usual windows have no space for more columns, and reading more values is slow.
  static let maxColumns = 100

  /// The maximum number of items in which constant values are searched.
  ///
  /// The values are compared after each change of the list.
  private static let maxCompared = 300

  /// The items that were found to be uniform records, until the first layout selects the columns
  /// from them.
  private var openingSample: (items: SampledItems, records: RecordSample)?

  /// The additional score of a column whose values differ from those of another list.
  private static let changedScore = 60

  /// The columns that fit in the window of the last layout.
  var fitting = ColumnFitting()

  /// A field by which the items are sorted.
  public struct Order: Hashable, Sendable {
    /// The name of the field.
    public let field: String

    /// A Boolean value that indicates whether the largest value comes first.
    public let isDescending: Bool

    /// Creates a sort order.
    public init(_ field: String, isDescending: Bool = false) {
      (self.field, self.isDescending) = (field, isDescending)
    }
  }

  /// Creates columns for fields.
  ///
  /// - Parameters:
  ///   - selection: The fields of the table.
  ///   - record: A closure that returns the fields of an item, or `nil` if the item is not shown as
  ///     a table row. It is called for sampled items of an automatic selection.
  ///   - values: A closure that returns the values of the named fields of an item, or `nil` if the
  ///     item is not shown as a table row.
  public init(
    _ selection: Selection,
    record: @escaping @MainActor (_ item: any CellModel) -> [FieldValue.Field]? = { _ in nil },
    values: @escaping @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?
  ) {
    (self.selection, self.record, self.values) = (selection, record, values)
    switch selection {
    case .requested(let names), .all(let names), .declared(let names), .automatic(let names):
      fields = names
    }
    scores = fields.indices.map { -$0 }
    scrollOrder = Array(fields.indices)
  }

  /// Sets the sort order and the filtered fields, which the header shows after the names.
  public func show(orders: [Order], filteredFields: Set<String> = []) {
    guard orders != self.orders || filteredFields != self.filteredFields else { return }
    (self.orders, self.filteredFields) = (orders, filteredFields)
    fitting = makeFitting(in: lastWidth, from: start)
  }

  /// Returns the columns that fit in a window of `available` terminal columns.
  func fitting(in available: Int) -> ColumnFitting {
    available == lastWidth ? fitting : makeFitting(in: available, from: start)
  }

  /// Returns `true` if the first items of a list are records with enough fields in common for a
  /// table.
  public func hasUniformRecords(_ list: ListSnapshot) -> Bool {
    var items = SampledItems(of: list)
    let records = makeSample(of: &items, limit: TablePlan.maxRecords)
    openingSample = (items, records)
    return records.isUniform
  }

  /// Allows the next layout to make columns wider, because the list has changed.
  func listDidChange() {
    acceptsWiderValues = true
    openingSample = nil
  }

  // MARK: - Measuring

  /// Selects the columns, and measures sampled items of a list in the columns that a window of
  /// `available` terminal columns may show.
  ///
  /// - Complexity: O(sections), plus a fixed number of items and columns.
  public func measure(_ list: ListSnapshot, width available: Int) {
    let count = list.itemCount
    let isFirst = lastItemCount <= 0
    let isResized = available != lastWidth
    let opening = openingSample.flatMap { $0.items.itemCount == count ? $0 : nil }
    openingSample = nil
    var items = opening?.items ?? SampledItems(of: list)
    var records: RecordSample?
    if case .automatic(let declared) = selection, isResized || needsPlan(for: &items) {
      let limit = min(TablePlan.maxRecords, max(20, 100_000 / max(1, declared.count)))
      let sample = opening?.records ?? makeSample(of: &items, limit: limit)
      plan(sample, of: &items, declared, width: available)
      records = sample
    }
    if isResized || importantColumns.isEmpty { importantColumns = mostImportant(in: available) }
    if Self.showsFormerValues(width: available) != Self.showsFormerValues(width: lastWidth) {
      // Cells with old values are wider.
      columns = [:]
    }
    lastWidth = available
    if count != lastItemCount, count > 0, isFirst || lastItemCount < TablePlan.maxRecords {
      columns = [:]
    }
    let candidates = candidates(in: available, importantColumns)
    measureColumns(candidates, of: &items, records)
    if count != lastItemCount, !isFirst {
      acceptsWiderValues = true
      for item in items.lastItems() { widen(for: item, candidates) }
    }
    lastItemCount = count
    arrange(in: available)
    hasChanged = false
  }

  /// Returns `true` if the columns must be selected from the items of a list.
  private func needsPlan(for items: inout SampledItems) -> Bool {
    // A list that only fluctuates keeps its columns.
    if plannedItems < TablePlan.maxRecords, items.itemCount * 4 > plannedItems * 5 { return true }
    // A constant field gets its column when a value changes.
    return acceptsWiderValues && !constantFields.isEmpty
      && constants(of: &items, among: Set(constantFields)).count < constantFields.count
  }

  /// Returns the records among the first items of a list, at most `limit`.
  private func makeSample(of items: inout SampledItems, limit: Int) -> RecordSample {
    var sample = RecordSample()
    for item in items.first(limit) { sample.add(record(item)) }
    return sample
  }

  private func plan(
    _ sample: RecordSample, of items: inout SampledItems, _ declared: [String],
    width available: Int
  ) {
    plannedItems = items.itemCount
    guard sample.count > 0 else { return }
    let changed = changedFields(of: items.first(TablePlan.maxRecords))
    let constants =
      (sample.count == items.itemCount
      ? sample.constantPaths : constants(of: &items, among: sample.constantPaths))
      .subtracting(changed)
    var plan = TablePlan(
      sample, width: available, declared: declared, constants: constants)
    if formatted(&items)?.hasFixedColumns == true {
      let order = Dictionary(declared.enumerated().map { ($1, $0) }) { first, _ in first }
      plan.columns.sort { order[$0.path] ?? .max < order[$1.path] ?? .max }
    }
    constantFields = plan.constants
    let names = plan.columns.map(\.path)
    scores = plan.columns.map { $0.score + (changed.contains($0.path) ? Self.changedScore : 0) }
    if names != fields {
      columns = [:]
      // The indexes of the former columns are invalid.
      (scrollOrder, keptCount) = ([], 0)
    }
    fields = names
    importantColumns = []
    // Declared fields that no sampled item has.
    let planned = Set(names).union(constantFields)
    for name in declared where !planned.contains(name) {
      fields.append(name)
      scores.append(-100)
    }
    start = min(start, max(0, fields.count - 1))
    if let field = cursorField, !fields.contains(field) { cursorField = nil }
    updateAdjustedColumns()
  }

  /// Returns the fields that have the same value in all items of a list.
  ///
  /// In a list with more than 300 items, no field counts as constant.
  private func constants(of items: inout SampledItems, among names: Set<String>) -> Set<String> {
    guard !names.isEmpty, items.itemCount <= Self.maxCompared else { return [] }
    let names = names.sorted()
    var first: [FieldValue?]?
    var differing: Set<Int> = []
    for item in items.first(Self.maxCompared) {
      guard let values = values(item, names) else { return [] }
      guard let first else {
        first = values
        continue
      }
      for index in names.indices where values[index] != first[index] { differing.insert(index) }
    }
    return Set(names.indices.lazy.filter { !differing.contains($0) }.map { names[$0] })
  }

  /// Returns the maximum number of columns that fit in a window of `available` terminal columns.
  private func maxCount(in available: Int) -> Int {
    min(Self.maxColumns, available / (1 + TextContentDrawing.gap) + 2)
  }

  /// Returns the indexes of the most important columns, at most as many as fit in a window of
  /// `available` terminal columns, in column order.
  private func mostImportant(in available: Int) -> [Int] {
    let most = maxCount(in: available)
    if fields.count <= most { return Array(fields.indices) }
    guard case .automatic = selection else { return Array(0..<most) }
    let best = fields.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }.prefix(most).sorted()
    return best.first == 0 ? best : [0] + best.dropLast()
  }

  /// Returns the indexes of the columns that a window of `available` terminal columns may show.
  ///
  /// - Parameter best: The most important columns.
  private func candidates(in available: Int, _ best: [Int]) -> [Int] {
    guard start > 0, scrollOrder.count + hiddenCount == fields.count else { return best }
    let most = maxCount(in: available)
    let near = scrollOrder[max(0, start - most)..<min(scrollOrder.count, start + most)]
    return Set(best).union(near).sorted()
  }

  /// Returns `true` if the layout has made a column wider since the last call of this method.
  ///
  /// In this case the rows need another layout.
  func consumeLayoutChange() -> Bool {
    acceptsWiderValues = false
    defer { hasChanged = false }
    return hasChanged
  }

  /// Makes columns wide enough for the values of an item if there is free space.
  private func widen(for item: any CellModel, _ indexes: [Int]) {
    guard let values = values(item, indexes.map { fields[$0] }) else { return }
    widen(for: zip(indexes, values).map { ($0, cell(of: $1, in: column($0), item)) })
  }

  func widen(for cells: [(index: Int, cell: TableCell)]) {
    guard acceptsWiderValues else { return }
    for (index, cell) in cells {
      let width = Canvas.columns(of: cell.text, atMost: Column.widest)
      guard var column = columns[index], width > column.maxWidth else { continue }
      let added = column.format.isRigid ? width - column.maxWidth : 0
      guard added <= freeSpace else { continue }
      column.widen(to: width)
      columns[index] = column
      hasChanged = true
      fitting = makeFitting(in: lastWidth, from: start)
    }
  }

  /// The number of free terminal columns to the right of the table.
  private var freeSpace: Int {
    fitting.hiddenRight > 0 ? 0 : max(0, lastWidth - (fitting.ranges.last?.upperBound ?? 0))
  }

  func column(_ index: Int) -> Column { columns[index] ?? Column(path: fields[index]) }

  /// Returns the width of a column in the last layout, or `nil` if it was not visible.
  func visibleWidth(_ index: Int) -> Int? {
    fitting.indexes.firstIndex(of: index).map { fitting.widths[$0] }
  }

  /// Returns `true` if the user has hidden the column with an index.
  func isHidden(_ index: Int) -> Bool { adjustments.hidden.contains(fields[index]) }

  /// The number of columns that stay in view while the others scroll.
  var frozenCount: Int { max(1, min(frozenIndexes.count, scrollOrder.count)) }

  /// Updates the indexes of the frozen columns and the number of hidden columns.
  ///
  /// - Complexity: O(fields) if columns are frozen or hidden.
  private func updateAdjustedColumns() {
    hiddenCount =
      adjustments.hidden.isEmpty ? 0 : fields.count { adjustments.hidden.contains($0) }
    frozenIndexes = adjustments.frozen.compactMap(fields.firstIndex)
  }

  /// Updates the order in which the columns scroll in a window of `available` terminal columns.
  private func arrange(in available: Int) {
    let kept = columnsThatFit(in: available)
    if kept.count != keptCount || !scrollOrder.starts(with: kept)
      || scrollOrder.count + hiddenCount != fields.count
    {
      let others = Set(kept)
      scrollOrder = kept + fields.indices.filter { !others.contains($0) && !isHidden($0) }
      keptCount = kept.count
      start = min(start, max(0, scrollOrder.count - 1))
    }
    // After the last column there is empty space that columns before `start` may fill.
    while start > 0 {
      let next = makeFitting(in: available, from: before(start))
      guard next.hiddenRight == 0, next.isComplete else { break }
      start = before(start)
    }
    fitting = makeFitting(in: available, from: start)
    // Measured widths can hide the column under the cursor.
    if let cursorField, !showsTitle(of: cursorField), let position = position(of: cursorField) {
      reveal(position)
    }
  }

  /// Returns the fields of an item, or `nil` if the item is not shown as a table row.
  func fields(of item: any CellModel) -> [FieldValue.Field]? { record(item) }

  /// Returns the values of an item in some fields, or `nil` if the item is not shown as a table row.
  func values(of item: any CellModel, at names: [String]) -> [FieldValue?]? { values(item, names) }

  /// Returns the values of an item in some columns, or `nil` if the item is not shown as a table
  /// row.
  func values(of item: any CellModel, in indexes: [Int]) -> [FieldValue?]? {
    values(item, indexes.map { fields[$0] })
  }
}
