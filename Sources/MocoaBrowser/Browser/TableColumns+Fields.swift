internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

extension TableColumns {
  /// Creates columns for fields of a list.
  ///
  /// - Parameters:
  ///   - names: The names of the fields.
  ///   - isChosen: A Boolean value that indicates whether the user selected the fields, not the
  ///     program.
  ///   - readsAll: A Boolean value that indicates whether the columns also show the values of very
  ///     large records, which lists normally do not parse.
  convenience init(of names: [String], isChosen: Bool, readsAll: Bool = false) {
    self.init(names, isChosen: isChosen) { item, names in
      // Groups have their own heading, and unreadable records show their error instead.
      if item is ItemGroup || !ItemSerializer.hasLoadedFields(item, readsAll: readsAll) {
        return nil
      }
      let values = ItemSerializer.values(at: names, of: item)
      // An item that is not a record shows columns only if it has at least one of the fields.
      return item is any FieldReadable || values.contains { $0 != nil } ? values : nil
    }
  }
}

extension ListPageViewModel {
  /// The default columns of a table.
  ///
  /// `nil` if the list is not a table, or if a module defines its cells.
  var tableFields: [String]? {
    guard let path = list.snapshot.firstPath, !(list.snapshot.element(at: path) is ItemGroup)
    else { return (self as? any TablePage)?.columnNames }
    guard list.cell(at: path).isGeneric else { return nil }
    return ItemSerializer.columnNames(of: list.snapshot.element(at: path))
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
      return names.isEmpty ? nil : TableColumns(of: names, isChosen: true, readsAll: true)
    }
    return tableFields.map { TableColumns(of: $0, isChosen: false, readsAll: true) }
  }
}
