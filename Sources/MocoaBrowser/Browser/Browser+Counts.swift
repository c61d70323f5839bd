internal import Mocoa
internal import MocoaLocalization
internal import MocoaQuery
internal import MocoaTerminal

/// Frequency tables, histograms and the list of fields.
extension Browser {
  /// Opens the frequency table of the field to which column commands apply, or of the current field
  /// in a list of fields.
  func countValues() {
    if let page = listPage as? TallyPage, let row = currentFieldRow {
      return openTally(page.countURL(of: row), of: page)
    }
    guard let field = listScreen?.rowColumns?.commandField ?? onlyField else {
      return showMessage(
        localized(
          "no column to count\(keys.hint((.columns, localized("shows fields in columns"))))"
        ))
    }
    countValues(ofField: field)
  }

  /// Opens the frequency table of the field that a text names.
  func countValues(of text: String) {
    guard let field = ListQuery.group(text) else { return countValues() }
    countValues(ofField: field)
  }

  private func countValues(ofField field: String) {
    guard let page = listPage else { return showMessage(localized("not a list")) }
    // The path of such a field would be that of the item.
    guard !field.isEmpty else {
      return showMessage(localized("cannot count a field without a name"))
    }
    session?.syncURL()
    openTally(TallyKind.counts(field: field).url(of: page.tallyURL), of: page)
    // The fields of the nodes of a tree are not those of the records.
    guard listPage !== page, (page as? any TreePage)?.isTree != true else { return }
    page.unknownFieldsMessage(for: [field]).map(showWarning)
  }

  /// Opens the list of the fields of the list.
  func showFields() {
    guard let page = listPage else { return showMessage(localized("not a list")) }
    let isTree = (page as? any TreePage)?.isTree == true
    let fields = isTree ? nil : queries.countedFields
    session?.syncURL()
    openTally(TallyKind.fields(fields).url(of: page.tallyURL), of: page)
  }

  private func openTally(_ url: ModuleURL?, of page: ListPageViewModel) {
    guard let url else { return showMessage(localized("not a list")) }
    cursor.recordItem()
    let isFieldList = (page as? TallyPage).map { $0.kind.field == nil } ?? false
    let options =
      isFieldList && currentFieldRow != nil
      ? (page as? TallyPage)?.sharingOptions(for: listScreen?.currentCell) ?? [:]
      : [ListPageViewModel.sharedPageOption: page]
    go(to: url, .here, options: options)
  }

  /// The field of the list if it has only one, as lines of text have.
  private var onlyField: String? {
    listPage.flatMap { $0.fieldNames.count == 1 ? $0.fieldNames.first : nil }
  }

  private var currentFieldRow: FieldRow? { listScreen?.currentCell?.element as? FieldRow }

  /// Hides the column of the current field of a list of fields in the list that it describes.
  ///
  /// - Returns: `false` if the focused page is not a list of fields.
  func hideCurrentField() -> Bool {
    guard let page = listPage as? TallyPage, let row = currentFieldRow else { return false }
    guard let base = page.base, let session = sessions[ObjectIdentifier(base)],
      let columns = session.screen.focusedList?.rowColumns
    else {
      showMessage(localized("the list shows no columns"))
      return true
    }
    if columns.adjustments.hidden.contains(row.name) {
      columns.adjustments.hidden.remove(row.name)
      showMessage(localized("\(row.name) is shown"))
    } else if columns.hide(row.name) {
      showMessage(localized("\(row.name) is hidden (again shows it)"))
    } else {
      showMessage(localized("\(row.name) has no column that can be hidden"))
    }
    return true
  }
}

extension ListPageViewModel {
  /// The URL with which pages of counts refer to the list: with its filter, without the cursor.
  fileprivate var tallyURL: ModuleURL {
    var url = (restorationURL ?? url).removingListOptions()
    url.fragment = nil
    return url.filtered(by: queried?.query.filter)
  }
}
