internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The fields of a list that are shown, in columns.
extension Browser {
  /// So many fields are offered by their names; of more, all are.
  private static let mostOffered = 20

  func openColumns() {
    guard let page = listPage else { return say(phrase("there is no list here")) }
    let names = page.fieldNames
    completion = Completion(fields: names)
    let shown =
      screen?.rowColumns?.chosenFields.map(FieldWords.line)
      ?? (names.count > Self.mostOffered ? "*" : FieldWords.line(names))
    // What is typed behind it is another name.
    open(Prompt(.columns, shown.isEmpty ? "" : shown + " "))
  }

  /// Shows the fields that were typed, as `FieldWords` reads them; where nothing was, items as they
  /// were opened.
  func showColumns(_ text: String) {
    guard let screen, let page = listPage else { return }
    if FieldWords.words(text).isEmpty { return showAsOpened(page, in: screen) }
    show(text, of: page, in: screen)
  }

  private func show(_ text: String, of page: ListPageViewModel, in screen: any Screen) {
    let known = page.fieldNames
    let names = FieldWords.chosen(text, of: known)
    // Items that are no records, and have none of the fields, are shown as they are.
    let isVain =
      known.isEmpty && page.list.snapshot.itemCount > 0
      && page.unknownFields(among: names).unknown.count == names.count
    screen.rowColumns =
      names.isEmpty || isVain ? nil : RowColumns(of: names, isChosen: names != known)
    warnOfUnknown(names)
  }

  private func showAsOpened(_ page: ListPageViewModel, in screen: any Screen) {
    screen.rowColumns = tableFields(of: page).map { RowColumns(of: $0, isChosen: false) }
  }

  /// The columns that a list has where nobody says otherwise.
  private func tableFields(of page: ListPageViewModel) -> [String]? {
    // Who hears items wants the names of their fields.
    keys.speaksInWords ? nil : page.tableFields
  }

  /// Shows the fields that the URL says, once it is known which there are; without that, rows of a
  /// table in the columns of that, where no module says otherwise.
  ///
  /// Later it has the columns follow what is asked of the list.
  func chooseColumns(for screen: any Screen) {
    if let page = screen.page as? ListPageViewModel, !seen.contains(ObjectIdentifier(page)) {
      openColumns(of: page, in: screen)
    }
    // Also those of a part of a page.
    guard let page = screen.focusedPage as? ListPageViewModel, let columns = screen.rowColumns
    else { return }
    let query = page.queried?.query ?? ListQuery()
    columns.show(orders: query.orders.map { ($0.field, $0.isDescending) })
    // While a filter is typed, and while it is asked, the columns stand still.
    if case .prompt = overlay { return }
    if page.queried?.isAsking != true { columns.fit(to: query) }
  }

  private func openColumns(of page: ListPageViewModel, in screen: any Screen) {
    let names = tableFields(of: page)
    if page.list.snapshot.firstPath == nil, names == nil { return }
    seen.insert(ObjectIdentifier(page))
    if names != nil { followColumns(of: page, in: screen) }
    if let text = page.fieldsOption, !FieldWords.words(text).isEmpty {
      show(text, of: page, in: screen)
    } else if let names, screen.rowColumns == nil {
      screen.rowColumns = RowColumns(of: names, isChosen: false)
    }
  }

  /// Shows the columns that a table has whenever it is another, where nobody has chosen any.
  private func followColumns(of page: ListPageViewModel, in screen: any Screen) {
    tables[ObjectIdentifier(page)] = page.list.observe { [weak screen, weak page] update in
      guard let screen, let columns = screen.rowColumns, columns.chosenFields == nil else { return }
      let row = update.after.firstPath.map { update.after.element(at: $0) }
      let names =
        row.map { ItemExport.columnNames(of: $0) } ?? (page as? any TablePage)?.columnNames
      guard let names, names != columns.fields else { return }
      screen.rowColumns = RowColumns(of: names, isChosen: false)
    }
  }

  /// Moves the columns that have no room into sight.
  func scrollColumns(_ way: RowColumns.Sideways) {
    guard let columns = screen?.rowColumns else {
      return say(
        phrase(
          "there are no columns here\(keys.remark((.columns, phrase("shows fields in columns"))))"))
    }
    columns.scroll(way)
  }

  /// What the URL of a page says of its fields; nil where they are shown as they are anyway.
  func fieldsOption(of page: ListPageViewModel, _ screen: any Screen) -> String? {
    guard seen.contains(ObjectIdentifier(page)) else { return page.fieldsOption }
    let isTable = tables[ObjectIdentifier(page)] != nil
    guard let columns = screen.rowColumns else { return isTable ? FieldWords.none : nil }
    return columns.chosenFields.map(FieldWords.line) ?? (isTable ? nil : "*")
  }

  /// The fields that `#` tells of: those in columns that were asked for, as far as they are fields and
  /// do not lead into one; nil for all.
  var countedFields: [String]? {
    guard let shown = shownFields else { return nil }
    let known = Set(fieldNames)
    let counted = shown.filter { known.contains($0) || !$0.contains(".") }
    return counted.isEmpty ? nil : counted
  }

  /// The fields that are to be written of each item: those in columns that were asked for; nil for all,
  /// and where there are folded groups, which have other fields.
  var shownFields: [String]? {
    guard let fields = screen?.rowColumns?.chosenFields else { return nil }
    let sections = listPage?.list.snapshot.sections ?? []
    let areGroupsFolded =
      queried?.query.group != nil
      && sections.contains { $0.items.count == 1 && $0.items.element(at: 0) is ItemGroup }
    return areGroupsFolded ? nil : fields
  }
}
