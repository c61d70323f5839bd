internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The prompt of picking, which is in the first row and ranks the list below it.
extension Browser {
  /// A Boolean value that indicates whether the prompt of picking is open.
  var hasPickPrompt: Bool {
    if case .prompt(let prompt) = overlay { prompt.purpose == .pick } else { false }
  }

  /// Opens the prompt of picking, if picking has a prompt and the focused page is a list.
  func openPickPrompt() {
    guard var picking, picking.hasPrompt, let page = listPage, let queried = queries.makeResults()
    else { return }
    let query = queried.query
    if picking.page !== page || query.filter != picking.promptFilter {
      // The text of the prompt is that of another page, or a command has changed the filter since.
      if picking.hasOpened { picking.text = "" }
      (picking.page, picking.hasOpened) = (page, true)
      (picking.baseFilter, picking.promptFilter) = (query.filter, query.filter)
    }
    // The list may have been sorted with the list keys.
    if !query.orders.isEmpty { (picking.order, picking.sortOrders) = (.column, query.orders) }
    self.picking = picking
    input.completion = Completion()
    show(Prompt(.pick, LineEditor(picking.text)))
  }

  /// Shows the items that match the text of the prompt, the best match first.
  ///
  /// If the text has an error, the list stays as it is.
  func pick(matching text: String) {
    guard let picking, let queried = queries.results,
      let filter = queries.typedFilter(of: text, matching: .scattered)
    else { return }
    self.picking?.text = text
    var query = queried.query
    query.filter = filter.isEmpty ? nil : filter
    if let base = picking.baseFilter {
      query.filter = filter.isEmpty ? base : Filter(base, and: filter)
    }
    self.picking?.promptFilter = query.filter
    let keyField = listScreen?.rowColumns?.keyField
    query.ranking = picking.order == .rank ? .init(keyField: keyField) : nil
    query.orders = picking.order == .column ? picking.sortOrders : []
    if query == queried.query { return }
    listScreen?.unpinCursor()
    queried.query = query
    queried.onUpToDate { [weak self] in self?.control?.setNeedsDisplay() }
  }

  /// Changes the order of the items: by rank, as in the list, or by a column.
  func changePickOrder() {
    guard let picking else { return }
    let orders = PickSession.Order.allCases
    var next = orders[((orders.firstIndex(of: picking.order) ?? 0) + 1) % orders.count]
    if next == .column, picking.sortOrders.isEmpty {
      if let field = listScreen?.rowColumns?.keyField ?? queries.fieldNames.first {
        self.picking?.sortOrders = [ListQuery.Order(field)]
      } else {
        next = .rank
      }
    }
    self.picking?.order = next
    pick(matching: picking.text)
  }

  /// Opens the current item, and the prompt for the page that opens.
  func openFromPickPrompt() {
    let (former, page) = (overlay, navigator.focusedPage)
    overlay = nil
    openSelection(.here)
    if overlay != nil { return }
    if navigator.focusedPage === page {
      overlay = former
    } else {
      updateSessions()
      openPickPrompt()
    }
  }

  /// The number of matching items and of all items, such as `97/375`.
  var pickCount: String? {
    guard let queried = queries.results else { return nil }
    if queried.partialCount != nil { return queries.count }
    let total = NumberFormatting.grouped(queried.base.snapshot.itemCount)
    return "\(NumberFormatting.grouped(queried.itemCount))/\(total)"
  }

  /// The status line below the prompt: its keys, and the number of marked items.
  var pickStatusLine: StatusLine {
    guard let picking else { return StatusLine() }
    let order =
      switch picking.order {
      case .rank: localized("rank")
      case .input: localized("input order")
      case .column: localized("by \(picking.sortOrders.first?.field ?? "")")
      }
    var line = StatusLine()
    line.hints = [KeyHint("↵", localized("choose"), action: .pick)]
    if picking.isMulti { line.hints.append(KeyHint("Tab", localized("mark"), action: .mark)) }
    line.hints += [
      KeyHint("^S", order, action: .changePickOrder),
      KeyHint("Esc", localized("list keys"), action: .escape),
      KeyHint("^C", localized("cancel"), action: .cancelPick),
    ]
    let count = listScreen?.markedCount ?? 0
    if count > 0 { line.statusText = localized("\(NumberFormatting.grouped(count)) marked") }
    return line
  }

  // MARK: - Before the first frame

  /// Opens the prompt, and calls a closure with the number of matches when all items are loaded.
  func awaitMatches(_ body: @escaping @MainActor (Int) -> Void) {
    updateSessions()
    openPickPrompt()
    guard let queried = queries.makeResults() else { return body(-1) }
    var token: ObservationToken?
    var isDone = false
    let check: @MainActor () -> Void = {
      if isDone || queried.base.phase.isLoading { return }
      queried.onUpToDate {
        if isDone || queried.base.phase.isLoading { return }
        isDone = true
        token = nil
        body(queried.itemCount)
      }
    }
    token = queried.base.observe { _ in check() }
    withExtendedLifetime(token) { check() }
  }

  /// Picks the only item of the list.
  ///
  /// - Returns: `false` if the list has no item that can be picked.
  func pickOnlyItem() -> Bool {
    window.area.size = Size(columns: 80, rows: 24)
    syncCursors()
    pick()
    return picking?.picked != nil
  }
}
