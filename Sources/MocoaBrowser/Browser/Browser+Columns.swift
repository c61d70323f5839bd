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
    let names = fieldNames(of: page)
    completion = Completion(fields: names)
    let shown =
      screen?.rowColumns?.chosenFields.map(FieldWords.line)
      ?? (names.count > Self.mostOffered ? "*" : FieldWords.line(names))
    // What is typed is another name.
    open(Prompt(.columns, shown.isEmpty ? "" : shown + " "))
  }

  /// Shows the fields that were typed, as `FieldWords` reads them; without any, items as their modules say.
  func showColumns(_ text: String) {
    guard let screen, let page = listPage else { return }
    show(FieldWords.chosen(text, of: fieldNames(of: page)), in: screen, of: page)
  }

  private func show(_ names: [String], in screen: any Screen, of page: ListPageViewModel) {
    let isChosen = names != fieldNames(of: page)
    screen.rowColumns = names.isEmpty ? nil : Self.columns(of: names, isChosen: isChosen)
    warnOfUnknown(names)
  }

  private static func columns(of names: [String], isChosen: Bool) -> RowColumns {
    RowColumns(names, isChosen: isChosen) { item, count in
      // A group has a heading of its own, of what cannot be read one is to see why, and a large record is
      // not read only to be shown.
      if item is ItemGroup || !ItemExport.hasFieldsAtHand(item) { return nil }
      let values = ItemExport.values(at: names.prefix(count), of: item)
      // What is no record may have none of them, and then shows nothing.
      return item is any FieldReadable || values.contains { $0 != nil } ? values : nil
    }
  }

  /// Shows the fields that the URL says, once there are items; without that, rows of a table in the columns
  /// of that, where no module says otherwise.
  func chooseColumns(for screen: any Screen) {
    guard let page = screen.page as? ListPageViewModel, let path = page.list.snapshot.firstPath,
      seen.insert(ObjectIdentifier(page)).inserted
    else { return }
    // Who hears items wants the names of their fields.
    let names =
      !keys.speaksInWords && page.list.cell(at: path).isGeneric
      ? ItemExport.columnNames(of: page.list.snapshot.element(at: path)) : nil
    if names != nil { followColumns(of: page, in: screen) }
    if let text = page.fieldsOption {
      show(FieldWords.chosen(text, of: fieldNames(of: page)), in: screen, of: page)
    } else if let names, screen.rowColumns == nil {
      screen.rowColumns = Self.columns(of: names, isChosen: false)
    }
  }

  /// Shows the columns that a table has whenever it is another, where nobody has chosen any.
  private func followColumns(of page: ListPageViewModel, in screen: any Screen) {
    tables[ObjectIdentifier(page)] = page.list.observe { [weak screen] update in
      guard let screen, let columns = screen.rowColumns, columns.chosenFields == nil,
        let row = update.after.firstPath.map({ update.after.element(at: $0) }),
        let names = ItemExport.columnNames(of: row), names != columns.fields
      else { return }
      screen.rowColumns = Self.columns(of: names, isChosen: false)
    }
  }

  /// What the URL of a page says of its fields; nil where they are shown as they are anyway.
  func fieldsOption(of page: ListPageViewModel, _ screen: any Screen) -> String? {
    guard seen.contains(ObjectIdentifier(page)) else { return page.fieldsOption }
    let isTable = tables[ObjectIdentifier(page)] != nil
    guard let columns = screen.rowColumns else { return isTable ? "" : nil }
    return columns.chosenFields.map(FieldWords.line) ?? (isTable ? nil : "*")
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
