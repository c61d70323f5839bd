internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Filters, sorts and groups the focused list, and selects its columns.
@MainActor
final class QueryController {
  /// The maximum number of field names in the initial text of the column prompt.
  ///
  /// If the list has more fields, the initial text is `*`.
  private static let mostOffered = 20

  unowned let context: any ControllerContext

  /// The controller that records the moves of the cursor that filters and searches cause.
  private unowned let cursor: CursorController

  init(_ context: any ControllerContext, cursor: CursorController) {
    (self.context, self.cursor) = (context, cursor)
  }

  /// The query results of the focused list, or `nil` if the list never had a query.
  var results: QueryResults? { context.listPage?.queried }

  /// Returns the query results of the focused list, creating them if needed.
  ///
  /// - Returns: The query results, or `nil` if the focused page is not a list.
  func makeResults() -> QueryResults? {
    guard let page = context.listPage else {
      context.showMessage(localized("not a list"))
      return nil
    }
    let queried = page.makeQueried()
    context.session?.prioritizeCursor(in: queried, of: page)
    return queried
  }

  /// Applies the queries in the URLs of a new page and of the lists embedded in it.
  ///
  /// If the URL of the page contains list options, they replace the options of the first list.
  func applyListOptions(in session: PageSession) {
    let lists = session.page.listPages
    lists.first.map(session.page.passListOptions)
    for list in lists { applyListOptions(of: list, in: session) }
  }

  private func applyListOptions(of page: ListPageViewModel, in session: PageSession) {
    guard !page.listOptions.isEmpty else { return }
    let fault = page.applyListOptions()
    if let queried = page.queried { session.prioritizeCursor(in: queried, of: page) }
    if let fault {
      return context.showWarning(localized("\(fault) (filter not applied)"))
    }
    session.makeList(for: page).checkFields { [weak self, weak page] paths in
      guard let self, let page, context.listPage === page else { return }
      warnOfUnknownFields(paths)
      context.setNeedsDisplay()
    }
  }

  /// Removes the filter of the list, otherwise its groups, otherwise its sort order.
  ///
  /// - Returns: `false` if the list has no query.
  func clear() -> Bool {
    guard let queried = results, !queried.query.isEmpty else { return false }
    if queried.query.filter != nil {
      queried.query.filter = nil
    } else if queried.query.group != nil {
      queried.query.group = nil
    } else {
      queried.query.orders = []
    }
    return true
  }

  // MARK: - Filtering

  func openFilterPrompt() {
    guard let query = makeResults()?.query else { return }
    cursor.beginMove()
    context.open(
      Prompt(.filter(former: query), query.filter?.text ?? ""), completion: Completion())
  }

  /// Applies the text of a filter prompt.
  ///
  /// - Returns: `false` if the text is not a valid filter.
  func acceptFilter(_ text: String) -> Bool {
    guard let filter = typedFilter(of: text) else { return false }
    apply(filter)
    recordMoveByFilter()
    warnOfUnknownFields(filter.fieldPaths.sorted())
    return true
  }

  /// Applies the text of a filter prompt while the user types it.
  ///
  /// If the text has an error, the list stays as it is.
  func filter(by text: String) {
    if let filter = typedFilter(of: text) { apply(filter) }
  }

  /// Parses the text of a prompt while the user types it.
  ///
  /// If the text is not valid, or compares a field of numbers with a text, the method shows the
  /// error and returns `nil`.
  func typedFilter(of text: String, matching: Filter.WordMatching = .wordStarts) -> Filter? {
    guard let filter = filter(of: text, matching: matching) else { return nil }
    guard let operand = wrongOperand(in: text)?.operand else { return filter }
    context.showWarning(localized("\(operand.text) is not a number; \(operand.path) is one"))
    return nil
  }

  /// Returns the first operand in filter text that is not a number, although its field contains
  /// numbers and the operator asks for larger or smaller ones.
  ///
  /// A quoted operand is always compared as text.
  func wrongOperand(in text: String) -> FilterSyntax.Token? {
    guard let columns = context.listScreen?.rowColumns else { return nil }
    return FilterSyntax(text).tokens.first { token in
      guard token.kind == .text, let operand = token.operand,
        operand.sign.contains(where: { "<>".contains($0) }), columns.hasNumbers(operand.path)
      else { return false }
      // The number may not be complete yet.
      return Double(operand.text + "0") == nil && operand.text.lowercased() != "null"
    }
  }

  private func apply(_ filter: Filter) {
    guard let results else { return }
    results.query.filter = filter.isEmpty ? nil : filter
    // The final count differs from the last partial one even if the list does not change.
    results.onUpToDate { [weak self] in self?.context.setNeedsDisplay() }
  }

  /// Adds a condition to the filter.
  func addCondition(_ condition: String) {
    guard let queried = makeResults() else { return }
    cursor.beginMove()
    let former = queried.query.filter
    guard Filter.text(former?.text ?? "", and: condition) != nil else {
      return context.showMessage(
        localized("complete the filter first\(context.keys.hint((.filter, localized("edits it"))))")
      )
    }
    guard let added = filter(of: condition) else { return }
    // The words of a pick prompt keep the letters that they match.
    apply(former.map { Filter($0, and: added) } ?? added)
    recordMoveByFilter()
  }

  /// Parses the text of a filter prompt.
  ///
  /// If the text is not valid, shows the error and returns `nil`.
  func filter(of text: String, matching: Filter.WordMatching = .wordStarts) -> Filter? {
    do throws(FilterError) {
      return try Filter(text, matching: matching)
    } catch {
      context.showWarning("\(error.offset + 1): \(error)")
      return nil
    }
  }

  /// Adds the item that was current before a filter to the jump list, if another item is current
  /// now.
  ///
  /// The item is added after the results of the filter are complete.
  private func recordMoveByFilter() {
    guard let page = context.listPage, let queried = results else { return }
    queried.onUpToDate { [weak self, weak page] in
      guard let self, let page, context.listPage === page else { return }
      context.syncCursors()
      cursor.endMove()
    }
  }

  /// Shows a warning about fields that the first items do not have.
  ///
  /// The text is appended to a warning that is already shown, such as an error in the URL.
  func warnOfUnknownFields(_ paths: [String]) {
    guard let complaint = context.listPage?.unknownFieldsMessage(for: paths) else { return }
    guard let message = context.message, message.isWarning, !message.text.hasSuffix(complaint)
    else {
      return context.showWarning(complaint)
    }
    context.showWarning([message.text, complaint].joined(separator: " · "))
  }

  // MARK: - Searching

  func openSearchPrompt() {
    guard context.listPage != nil else { return context.showMessage(localized("not a list")) }
    cursor.beginMove()
    context.open(
      Prompt(.search(from: context.listScreen?.itemNumber ?? 1)), completion: Completion())
  }

  // MARK: - Sorting

  func openSortPrompt() {
    guard let query = makeResults()?.query else { return }
    context.open(Prompt(.sort, query.orderText), completion: Completion(fields: fieldNames))
  }

  /// Sorts the list by the fields that the sort prompt names.
  func sort(by text: String) {
    let orders = ListQuery.orders(text)
    results?.query.orders = orders
    warnOfUnknownFields(orders.map(\.field))
  }

  func reverseOrder() {
    guard let queried = results, !queried.query.orders.isEmpty else {
      return context.showMessage(
        localized("not sorted\(context.keys.hint((.sort, localized("sorts it"))))"))
    }
    for index in queried.query.orders.indices {
      queried.query.orders[index].isDescending.toggle()
    }
  }

  /// The field names of the first items.
  var fieldNames: [String] { context.listPage?.fieldNames ?? [] }

  /// Sorts the list by a field, then in the reverse order, then not at all.
  ///
  /// - Parameter isDescendingFirst: A Boolean value that indicates whether the first order is
  ///   descending.
  func cycleOrder(ofField name: String, isDescendingFirst: Bool) {
    guard let queried = makeResults() else { return }
    let natural = (context.listPage as? any StyledTablePage)?.naturalOrders ?? []
    let orders =
      queried.query.orders.isEmpty
      ? natural.map { .init($0.field, isDescending: $0.isDescending) } : queried.query.orders
    let former = orders.first.flatMap { $0.field == name ? $0.isDescending : nil }
    queried.query.orders =
      switch former {
      case nil: [.init(name, isDescending: isDescendingFirst)]
      case isDescendingFirst: [.init(name, isDescending: !isDescendingFirst)]
      default: []
      }
  }

  // MARK: - Grouping

  func openGroupPrompt() {
    guard let query = makeResults()?.query else { return }
    context.open(
      Prompt(.group, query.groupText ?? ""), completion: Completion(candidates: fieldNames))
  }

  /// Groups the list by the field that the group prompt names.
  func group(by text: String) {
    results?.query.group = ListQuery.group(text)
    warnOfUnknownFields([results?.query.group].compactMap(\.self))
  }

  /// Folds or unfolds the group of the current item, and moves the cursor to its first item.
  func toggleFold() {
    guard let path = context.listScreen?.currentCell?.shownPath, let queried = results,
      queried.query.group != nil
    else {
      return context.showMessage(
        localized(
          "no section to fold\(context.keys.hint((.group, localized("groups by a field"))))"))
    }
    guard let position = queried.toggleFolding(ofSection: path.section) else { return }
    _ = context.listScreen?.move(toItem: position + 1)
  }

  /// Folds all groups, or unfolds them if all are folded.
  ///
  /// The cursor stays in its group.
  func toggleFoldOfAll() {
    guard let queried = results, queried.query.group != nil else { return toggleFold() }
    let section = context.listScreen?.currentCell?.shownPath?.section
    queried.toggleFoldingOfAllSections()
    guard let section, section < queried.snapshot.sections.count else { return }
    let first = ItemPath(section: section, item: 0)
    _ = context.listScreen?.move(toItem: queried.snapshot.flatIndex(of: first) + 1)
  }

  /// Unfolds the group under the cursor.
  ///
  /// - Returns: `true` if the cursor was on a folded group.
  func unfoldSelection() -> Bool {
    guard context.listScreen?.currentCell?.element is ItemGroup else { return false }
    toggleFold()
    return true
  }

  // MARK: - Columns

  func openColumnsPrompt() {
    guard let page = context.listPage else { return context.showMessage(localized("not a list")) }
    let names = page.fieldNames
    let shown =
      context.listScreen?.rowColumns?.requestedFields.map(FieldListSyntax.line)
      ?? (names.count > Self.mostOffered ? "*" : FieldListSyntax.line(names))
    // The trailing blank lets the user type another name.
    context.open(
      Prompt(.columns, shown.isEmpty ? "" : shown + " "), completion: Completion(fields: names))
  }

  /// The fields that the statistics panel shows, or `nil` for all fields.
  ///
  /// These are the fields of the table columns. A path to a nested value, such as `artist.name`, is
  /// omitted unless a field has exactly that name.
  var countedFields: [String]? {
    guard let shown = shownFields else { return nil }
    let known = Set(fieldNames)
    let counted = shown.filter { known.contains($0) || !$0.contains(".") }
    return counted.isEmpty ? nil : counted
  }

  /// The fields of each item that are exported, or `nil` for all fields.
  ///
  /// These are the fields of the table columns. The value is also `nil` if the list shows folded
  /// groups, because a group does not have the fields of the items.
  var shownFields: [String]? {
    guard let fields = context.listScreen?.rowColumns?.requestedFields else { return nil }
    let sections = context.listPage?.list.snapshot.sections ?? []
    let areGroupsFolded =
      results?.query.group != nil
      && sections.contains { $0.items.count == 1 && $0.items.element(at: 0) is ItemGroup }
    return areGroupsFolded ? nil : fields
  }

  // MARK: - Status text

  /// The number of matching items and the number of all items.
  ///
  /// While the query is running, it is the number of matching items found until now, and the share
  /// of the items that were evaluated.
  var count: String? {
    guard let queried = results else { return nil }
    guard let (passing, _) = queried.partialCount else {
      let total = NumberFormatting.grouped(queried.base.snapshot.itemCount)
      return localized("\(NumberFormatting.grouped(queried.itemCount)) of \(total)")
    }
    let count = NumberFormatting.grouped(passing) + "+"
    return queried.progress.map { "\(count) · \(Int($0 * 100)) %" } ?? count
  }

  /// Returns the position of the cursor followed by the number of items before filtering, such as
  /// `3/172 of 50,000`.
  ///
  /// While the filter is running, the text is the number of matching items found until now and the
  /// share of the items that were evaluated, because the list still contains other items.
  func positionText(at position: String) -> String {
    guard let queried = results, queried.query.filter != nil else { return position }
    if queried.partialCount != nil, let count { return count }
    let total = NumberFormatting.grouped(queried.base.snapshot.itemCount)
    return (position.isEmpty ? "0" : position) + localized(" of \(total)")
  }

  /// The filter of the list, or an empty string.
  var filterText: String { results?.query.filter?.text ?? "" }

  /// The sort order and the groups of the list, and the error of its query.
  ///
  /// A sort order that the header of the columns shows is omitted.
  var orderText: String {
    guard let queried = results, !queried.query.isEmpty else { return "" }
    var query = queried.query
    query.filter = nil
    if let columns = context.listScreen?.rowColumns,
      query.orders.allSatisfy({ columns.showsTitle(of: $0.field) })
    {
      query.orders = []
    }
    return [query.text(), queried.errorMessage ?? ""].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The status text of the query, or an empty string if the list has no query.
  var statusText: String {
    guard let queried = results, !queried.query.isEmpty else { return "" }
    let text = queried.query.text(count: self.count.map { " (\($0))" } ?? "")
    return [text, queried.errorMessage].compactMap(\.self).joined(separator: " · ")
  }
}

extension ItemGroup {
  /// The text of the group's header: its value and the number of its items.
  var heading: TextContent {
    TextContent(
      [.init((isFolded ? "▸ " : "") + title, .heading)],
      trailing: [.init(NumberFormatting.grouped(count), .number)])
  }
}
