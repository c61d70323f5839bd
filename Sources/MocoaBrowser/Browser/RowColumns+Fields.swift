internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

extension RowColumns {
  /// The columns of fields of whatever a list has.
  ///
  /// - Parameters:
  ///   - isChosen: whether somebody asked for these.
  ///   - readsAll: whether large records are read for them: not where that is only to show them.
  convenience init(of names: [String], isChosen: Bool, readsAll: Bool = false) {
    self.init(names, isChosen: isChosen) { item, names in
      // A group has a heading of its own, and of what cannot be read one is to see why.
      if item is ItemGroup || !ItemExport.hasFieldsAtHand(item, readsAll: readsAll) { return nil }
      let values = ItemExport.values(at: names, of: item)
      // What is no record may have none of them, and then shows nothing.
      return item is any FieldReadable || values.contains { $0 != nil } ? values : nil
    }
  }
}

/// A page that may show the rows of a table, also of one that has none.
@MainActor
protocol TablePage: ListPageViewModel {
  /// The names of the columns of what is read; nil where it is no table, or a module says how it is
  /// shown.
  var columnNames: [String]? { get }
}

extension ListPageViewModel {
  /// The columns in which the rows of a table stand as long as nobody says otherwise; nil for what
  /// is no table, or is shown as a module says.
  var tableFields: [String]? {
    guard let path = list.snapshot.firstPath, !(list.snapshot.element(at: path) is ItemGroup)
    else { return (self as? any TablePage)?.columnNames }
    guard list.cell(at: path).isGeneric else { return nil }
    return ItemExport.columnNames(of: list.snapshot.element(at: path))
  }

  /// Whether the fields that its URL says are other ones for other items: all, or all but some.
  var fieldsDependOnItems: Bool {
    fieldsOption.map(FieldWords.words)?.contains { $0.isMinus != $0.isAll } ?? false
  }

  /// The columns that a list has when it is printed: those that its URL says, or those of a table.
  ///
  /// - Returns: nil where items are printed as their modules say.
  func printedColumns() -> RowColumns? {
    if let text = fieldsOption, !FieldWords.words(text).isEmpty {
      let names = FieldWords.chosen(text, of: fieldNames)
      return names.isEmpty ? nil : RowColumns(of: names, isChosen: true, readsAll: true)
    }
    return tableFields.map { RowColumns(of: $0, isChosen: false, readsAll: true) }
  }
}
