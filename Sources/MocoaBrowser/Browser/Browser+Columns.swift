internal import MocoaLocalization
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The fields of a list that are shown in columns.
extension Browser {
  /// The maximum number of fields whose names are prefilled in the prompt; for more, it contains
  /// `*`.
  private static let mostOffered = 20

  func openColumns() {
    guard let page = listPage else { return showMessage(localized("not a list")) }
    let names = page.fieldNames
    completion = Completion(fields: names)
    let shown =
      screen?.rowColumns?.requestedFields.map(FieldListSyntax.line)
      ?? (names.count > Self.mostOffered ? "*" : FieldListSyntax.line(names))
    // The trailing blank lets the user type another name.
    open(Prompt(.columns, shown.isEmpty ? "" : shown + " "))
  }

  /// Shows the fields in a text, which `FieldListSyntax` parses.
  ///
  /// If the text is empty, the method restores the appearance that the page had when it opened.
  func showColumns(_ text: String) {
    guard let screen, let page = listPage else { return }
    if FieldListSyntax.words(text).isEmpty { return showAsOpened(page, in: screen) }
    show(text, of: page, in: screen)
  }

  private func show(_ text: String, of page: ListPageViewModel, in screen: any Screen) {
    let known = page.fieldNames
    let names = FieldListSyntax.chosen(text, of: known)
    // Items that are not records, and that have none of the fields, keep their appearance.
    let isVain =
      known.isEmpty && page.list.snapshot.itemCount > 0
      && page.unknownFields(among: names).unknown.count == names.count
    screen.rowColumns =
      names.isEmpty || isVain ? nil : TableColumns(of: names, isChosen: names != known)
    warnOfUnknown(names)
  }

  private func showAsOpened(_ page: ListPageViewModel, in screen: any Screen) {
    screen.rowColumns = tableFields(of: page).map { TableColumns(of: $0, isChosen: false) }
  }

  /// The default columns of a list, or `nil` if it has none.
  private func tableFields(of page: ListPageViewModel) -> [String]? {
    // In line mode, each value needs the name of its field.
    keys.speaksInWords ? nil : page.tableFields
  }

  /// Applies the columns in the URL of a page, or the columns of a table, after the first item
  /// loads.
  ///
  /// If the URL has no columns, only generic cells are shown in the columns of the table. Later
  /// calls adapt the columns to the query of the list.
  func chooseColumns(in session: PageSession) {
    let screen = session.screen
    if let page = session.page as? ListPageViewModel, !session.hasOpenedColumns {
      openColumns(of: page, in: session)
    }
    // The focused pane of a page also has columns.
    guard let page = screen.focusedPage as? ListPageViewModel, let columns = screen.rowColumns
    else { return }
    let query = page.queried?.query ?? ListQuery()
    columns.show(orders: query.orders.map { ($0.field, $0.isDescending) })
    // The widths stay fixed while the user types a filter and until its results are complete.
    if case .prompt = overlay { return }
    if page.queried?.isUpdatingResults != true { columns.resetWidths(for: query) }
  }

  private func openColumns(of page: ListPageViewModel, in session: PageSession) {
    let screen = session.screen
    let names = tableFields(of: page)
    if page.list.snapshot.firstPath == nil, names == nil { return }
    session.hasOpenedColumns = true
    if names != nil { session.tableColumns = followColumns(of: page, in: screen) }
    if let text = page.fieldsOption, !FieldListSyntax.words(text).isEmpty {
      show(text, of: page, in: screen)
    } else if let names, screen.rowColumns == nil {
      screen.rowColumns = TableColumns(of: names, isChosen: false)
    }
  }

  /// Replaces the columns when the columns of the table change, unless the user selected columns.
  private func followColumns(
    of page: ListPageViewModel, in screen: any Screen
  ) -> ObservationToken {
    page.list.observe { [weak screen, weak page] update in
      guard let screen, let columns = screen.rowColumns, columns.requestedFields == nil else {
        return
      }
      let row = update.after.firstPath.map { update.after.element(at: $0) }
      let names =
        row.map { ItemSerializer.columnNames(of: $0) } ?? (page as? any TablePage)?.columnNames
      guard let names, names != columns.fields else { return }
      screen.rowColumns = TableColumns(of: names, isChosen: false)
    }
  }

  /// Scrolls the columns horizontally.
  func scrollColumns(_ way: TableColumns.HorizontalScroll) {
    guard let columns = screen?.rowColumns else {
      return showMessage(
        localized(
          "no columns\(keys.hint((.columns, localized("shows fields in columns"))))"
        ))
    }
    columns.scroll(way)
  }

  /// Returns the `fields` option for the URL of a page, or `nil` if the page shows its default
  /// fields.
  func fieldsOption(of page: ListPageViewModel, _ session: PageSession) -> String? {
    guard session.hasOpenedColumns else { return page.fieldsOption }
    let isTable = session.tableColumns != nil
    guard let columns = session.screen.rowColumns else {
      return isTable ? FieldListSyntax.none : nil
    }
    return columns.requestedFields.map(FieldListSyntax.line) ?? (isTable ? nil : "*")
  }

  /// The fields for the statistics panel, or `nil` for all fields.
  ///
  /// These are the selected columns. A path into a field is omitted unless the list has a field of
  /// that name.
  var countedFields: [String]? {
    guard let shown = shownFields else { return nil }
    let known = Set(fieldNames)
    let counted = shown.filter { known.contains($0) || !$0.contains(".") }
    return counted.isEmpty ? nil : counted
  }

  /// The fields to export of each item, which are the selected columns, or `nil` for all fields.
  ///
  /// The value is also `nil` if the list has folded groups, because groups have other fields.
  var shownFields: [String]? {
    guard let fields = screen?.rowColumns?.requestedFields else { return nil }
    let sections = listPage?.list.snapshot.sections ?? []
    let areGroupsFolded =
      queried?.query.group != nil
      && sections.contains { $0.items.count == 1 && $0.items.element(at: 0) is ItemGroup }
    return areGroupsFolded ? nil : fields
  }
}
