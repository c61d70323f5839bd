internal import Mocoa
internal import MocoaModel

/// The formats and the widths of columns, from sampled items.
extension TableColumns {
  /// Measures columns that were not measured yet.
  ///
  /// - Parameters:
  ///   - candidates: The indexes of the columns.
  ///   - items: The items of the list.
  ///   - records: The statistics of the first items, or `nil` if they are unknown.
  func measureColumns(
    _ candidates: [Int], of items: inout SampledItems, _ records: RecordSample?
  ) {
    let indexes = candidates.filter { columns[$0] == nil }
    guard !indexes.isEmpty else { return }
    let names = indexes.map { fields[$0] }
    let limit = min(TablePlan.maxRecords, max(20, 20_000 / max(1, names.count)))
    let first = items.first(limit)
    let last = items.itemCount > limit ? items.lastItems() : []
    let lastRows = rows(last + items.footers, names)
    let sample = rows(first, names) + lastRows
    let formatted = formatted(&items)
    let formats = formatted?.fieldFormats
    let showsFormer = Self.showsFormerValues(width: lastWidth)
    let records = records.flatMap { $0.itemCount == first.count ? $0 : nil }
    for (number, index) in indexes.enumerated() {
      let known = records?.profile(ofField: fields[index])
      var profile = known ?? ColumnProfile(path: fields[index])
      for row in known == nil ? sample : lastRows { profile.add(row.values[number]) }
      var column = Column(path: fields[index])
      column.format = styles[fields[index]]?.applied(to: profile.format) ?? profile.format
      column.format.meaning = formats?[fields[index]]
      column.format.showsFormerValues =
        showsFormer
        && sample.contains { row in row.former.map { $0[number] != row.values[number] } ?? false }
      column.measure(
        sample.map { row in
          let former = showsFormer ? row.former.map { $0[number] } : nil
          return Canvas.columns(
            of: shownText(column, row.item, row.values[number], former: former),
            atMost: Column.widest)
        })
      if !column.format.showsFormerValues, column.format.meaning == nil,
        styles[fields[index]] == nil,
        formatted?.hasFixedColumns != true
      {
        column.setBars(sample.map { $0.values[number] })
      }
      columns[index] = column
    }
  }

  /// Returns the items that are shown as table rows, with their values and their old values in some
  /// columns.
  private func rows(
    _ items: some Sequence<any CellModel>, _ names: [String]
  ) -> [(item: any CellModel, values: [FieldValue?], former: [FieldValue?]?)] {
    items.compactMap { item in
      values(item, names).map { (item, $0, formerValues(of: item, names)) }
    }
  }

  /// Returns the cell of a value of an item.
  func cell(of value: FieldValue?, in column: Column, _ item: any CellModel) -> TableCell {
    styles[column.path]?.cell?(item, value) ?? column.format.cell(value)
  }

  /// Returns the first item that states the meaning of its fields, or `nil`.
  func formatted(_ items: inout SampledItems) -> (any FormattedItem)? {
    items.first(1).first as? any FormattedItem
  }
}
