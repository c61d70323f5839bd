internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

extension TableColumns {
  /// Creates columns for fields of a list.
  ///
  /// - Parameters:
  ///   - selection: The fields.
  ///   - layout: The columns of the page, or `nil` if it has none.
  ///   - readsAll: A Boolean value that indicates whether the columns also show the values of very
  ///     large records, which lists normally do not parse.
  convenience init(
    of selection: Selection, _ layout: TableLayout? = nil, readsAll: Bool = false
  ) {
    self.init(selection) { item in
      Self.isRow(item, readsAll) && (item as? any ExportableItem)?.isMember != true
        ? ItemSerializer.fields(of: item) : nil
    } values: { item, names in
      guard Self.isRow(item, readsAll) else { return nil }
      var values = ItemSerializer.values(at: names, of: item)
      if (item as? any ExportableItem)?.distinguishesEmptyText == false {
        values = values.map { $0 == .string("") ? nil : $0 }
      }
      // An item that is not a record shows columns only if it has at least one of the fields.
      return item is any FieldReadable || values.contains { $0 != nil } ? values : nil
    }
    styles = layout?.styles ?? [:]
  }

  /// Creates the default columns of a table.
  ///
  /// - Parameters:
  ///   - names: The names of the fields that the source or the page declares.
  ///   - layout: The columns of the page, or `nil` if it has none.
  convenience init(ofTable names: [String], _ layout: TableLayout?) {
    self.init(of: layout == nil ? .automatic(names) : .declared(names), layout)
  }

  /// Returns `true` if an item may be shown as a table row.
  ///
  /// Groups have their own heading, and unreadable records show their error instead.
  private static func isRow(_ item: any CellModel, _ readsAll: Bool) -> Bool {
    !(item is ItemGroup) && ItemSerializer.hasLoadedFields(item, readsAll: readsAll)
  }
}

extension ListPageViewModel {
  /// The columns that replace the cells of the page, or `nil`.
  var cellColumns: TableLayout? { (self as? any TablePage)?.tableLayout }

  /// The default columns of a table on a screen.
  ///
  /// `nil` if the list is not a table, or if a module defines its cells.
  var tableFields: [String]? {
    guard let layout = cellColumns, let path = list.snapshot.firstPath, firstRow != nil else {
      return printedTableFields
    }
    return type(of: list.cell(at: path)) == layout.cell ? layout.fields : nil
  }

  /// The default columns of a table that is printed.
  private var printedTableFields: [String]? {
    guard let path = list.snapshot.firstPath, let item = firstRow
    else { return (self as? any TablePage)?.columnNames }
    guard let names = ItemSerializer.columnNames(of: item), list.cell(at: path).isGeneric else {
      return nil
    }
    return names
  }

  /// The first item of the list, or `nil` if the list is empty or starts with a group.
  private var firstRow: (any CellModel)? {
    guard let path = list.snapshot.firstPath else { return nil }
    let item = list.snapshot.element(at: path)
    return item is ItemGroup ? nil : item
  }

  /// Returns `true` if the first item is a row of the table from which columns were created.
  ///
  /// Unlike `tableFields`, the method creates no view model, so that each update can call it.
  func isTable(of columns: TableColumns?) -> Bool {
    guard let names = columns?.declaredFields, let item = firstRow else { return false }
    return (cellColumns?.fields ?? ItemSerializer.columnNames(of: item)) == names
  }

  /// The columns with which the list opens, or `nil` if modules show its items.
  ///
  /// A list without declared columns has columns if its first items are uniform records.
  func makeOpeningColumns() -> TableColumns? {
    if let page = self as? any StyledTablePage { return page.makeColumns() }
    if let names = tableFields { return TableColumns(ofTable: names, cellColumns) }
    guard firstRow != nil, let path = list.snapshot.firstPath, list.cell(at: path).isGeneric
    else { return nil }
    let columns = TableColumns(of: .automatic([]))
    return columns.hasUniformRecords(list.content.snapshot) ? columns : nil
  }

  /// Returns `true` if the first item has none of the fields that columns show.
  func hasOtherFields(than columns: TableColumns?) -> Bool {
    guard let columns, let path = list.content.snapshot.firstPath else { return false }
    let item = list.content.snapshot.element(at: path)
    return ItemSerializer.values(at: columns.fields, of: item).allSatisfy { $0 == nil }
  }

  /// A Boolean value that indicates whether the `fields` option of the URL depends on the items.
  ///
  /// It selects all fields, or all except some.
  var fieldsDependOnItems: Bool {
    fieldsOption.map(FieldListSyntax.words)?.contains { $0.isMinus != $0.isAll } ?? false
  }

  /// Returns the columns that are printed: those in the URL, or those of a table.
  ///
  /// - Returns: The columns, or `nil` if the modules of the items define the output.
  func printedColumns() -> TableColumns? {
    if let text = fieldsOption, !FieldListSyntax.words(text).isEmpty {
      let names = FieldListSyntax.chosen(text, of: fieldNames)
      return names.isEmpty ? nil : TableColumns(of: .requested(names), readsAll: true)
    }
    return printedTableFields.map { TableColumns(of: .automatic($0), readsAll: true) }
  }
}
