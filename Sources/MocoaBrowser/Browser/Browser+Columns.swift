internal import MocoaLocalization
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The fields of a list that are shown in table columns.
extension Browser {
  /// The maximum number of fields whose names the prompt contains at first.
  ///
  /// For more fields, it contains `*`.
  private static let mostOffered = 20

  func openColumns() {
    guard let page = listPage else { return showMessage(localized("not a list")) }
    let names = page.fieldNames
    let shown =
      listScreen?.rowColumns?.requestedFields.map(FieldListSyntax.line)
      ?? (names.count > Self.mostOffered ? "*" : FieldListSyntax.line(names))
    // The trailing blank lets the user type another name.
    open(
      Prompt(.columns, shown.isEmpty ? "" : shown + " "), completion: Completion(fields: names))
  }

  /// Scrolls the table columns horizontally.
  func scrollColumns(_ way: TableColumns.HorizontalScroll) {
    guard let columns = listScreen?.rowColumns else {
      return showMessage(
        localized(
          "no columns\(keys.hint((.columns, localized("shows fields in columns"))))"
        ))
    }
    columns.scroll(way)
  }

  /// The fields that the statistics panel shows, or `nil` for all fields.
  ///
  /// These are the fields of the table columns. A path into a field is omitted unless the list has
  /// a field with that name.
  var countedFields: [String]? {
    guard let shown = shownFields else { return nil }
    let known = Set(fieldNames)
    let counted = shown.filter { known.contains($0) || !$0.contains(".") }
    return counted.isEmpty ? nil : counted
  }

  /// The fields of each item that are exported, or `nil` for all fields.
  ///
  /// These are the fields of the table columns. The value is also `nil` if the list has folded
  /// groups, because groups have other fields.
  var shownFields: [String]? {
    guard let fields = listScreen?.rowColumns?.requestedFields else { return nil }
    let sections = listPage?.list.snapshot.sections ?? []
    let areGroupsFolded =
      queried?.query.group != nil
      && sections.contains { $0.items.count == 1 && $0.items.element(at: 0) is ItemGroup }
    return areGroupsFolded ? nil : fields
  }
}
