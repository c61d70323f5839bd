internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Prints a page to standard output.
///
/// The items of a list are printed as they arrive. If a page embeds several lists, they are printed
/// one after another.
@MainActor
struct PlainListing {
  let page: PageViewModel
  let isDebugging: Bool

  /// Creates a listing of a page, or returns `nil` if the page contains no list.
  init?(of page: PageViewModel, isDebugging: Bool) {
    (self.page, self.isDebugging) = (page, isDebugging)
    if page.listPages.isEmpty { return nil }
  }

  /// Prints all items of the page.
  ///
  /// - Returns: The reason why the output is incomplete, in one line, or `nil` if it is complete.
  func print() async throws(OutputError) -> String? {
    var output = StandardOutput()
    if let page = page as? ListPageViewModel {
      return try await print(page, to: &output)
    }
    var printed: [ListPageViewModel] = []
    var failure: String?
    while let part = part(after: printed) {
      if printed.isEmpty { page.passListOptions(to: part) }
      if let fault = part.applyListOptions() { return "\(fault)" }
      if !printed.isEmpty { try output.line("") }
      try output.line(SanitizedText.line(part.title))
      await waitForContent(part)
      let reason = try await print(part, to: &output)
      failure = failure ?? reason
      printed.append(part)
      // A part beside it may depend on the current item, which no user moves here.
      let start = part.url.fragment.flatMap { part.initialPath(forFragment: $0) }
      part.list.highlight(start ?? part.list.snapshot.firstPath)
    }
    return failure
  }

  /// Prints an error for each requested field that no item has.
  private func writeUnknownFields(of page: ListPageViewModel, _ columns: TableColumns?) {
    page.unknownFieldsMessage(for: page.queriedFields + (columns?.requestedFields ?? []))
      .map(StandardStreams.printError)
  }

  /// Returns the list that is printed next, or `nil` if there is none.
  ///
  /// An embedded list may exist only after the previous list has a current item.
  private func part(after printed: [ListPageViewModel]) -> ListPageViewModel? {
    page.listPages.first { part in !printed.contains { $0 === part } }
  }

  /// Waits until the first content of a list is available or its loading fails.
  private func waitForContent(_ part: ListPageViewModel) async {
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    part.onInitialLoad { _ in answer.finish() }
    for await _ in answers {}
  }

  /// Waits until the results of a query are complete.
  private func waitForResults(of queried: QueryResults) async {
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    queried.onUpToDate { answer.finish() }
    for await _ in answers {}
  }

  /// Sets the columns that are printed, after the first item is available.
  ///
  /// They are the fields in the URL, or the columns of a table.
  private func chooseColumns(of page: ListPageViewModel, for renderer: inout PlainTextRenderer) {
    guard renderer.columns == nil, page.list.snapshot.firstPath != nil else { return }
    renderer.columns = page.printedColumns()
  }

  /// Returns the number of items at the start of the list whose paths do not change while more
  /// items arrive.
  ///
  /// These items can be printed.
  private func finalCount(of page: ListPageViewModel) -> Int {
    let list = page.list.snapshot
    // More bytes may change how the records of a stream are recognized.
    if Self.provisionalSource(of: page)?.isProvisional == true { return 0 }
    // New items may belong to a section that is already printed, and a footer follows all of its
    // items.
    guard list.sections.allSatisfy(\.hasOnlyItems), list.sections.count < 2 else { return 0 }
    // The first items determine the fields.
    let known = page.list.content.snapshot.itemCount
    if page.fieldsDependOnItems, known < ListPageViewModel.sectionCount { return 0 }
    return page.queried?.finalItemCount ?? list.itemCount
  }

  /// Returns the source of a page if it may replace its items while it loads.
  private static func provisionalSource(
    of page: ListPageViewModel
  ) -> (any ProvisionalSource)? {
    page.list.baseSource as? any ProvisionalSource
  }

  private func print(
    _ page: ListPageViewModel, to output: inout StandardOutput
  ) async throws(OutputError) -> String? {
    let list = page.list
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = list.observe { _ in changed.yield() }
    defer { token.cancel() }
    var pending = changes.makeAsyncIterator()
    let queried = page.queried
    var renderer = PlainTextRenderer(isDebugging: isDebugging)
    var last: ListElement?
    var restartCount: Int?
    while true {
      let phase = list.phase
      let currentCount = Self.provisionalSource(of: page)?.restartCount ?? 0
      if let restartCount, restartCount != currentCount {
        return localized(
          "only the items of the first JSON value are printed (jq -c writes one value per line)")
      }
      // Items that arrive during a query cause another query.
      if !phase.isLoading, let queried {
        while queried.isUpdatingResults { await waitForResults(of: queried) }
      }
      let settled = phase.isLoading ? finalCount(of: page) : list.snapshot.itemCount
      if settled > 0 || !phase.isLoading {
        if last == nil { chooseColumns(of: page, for: &renderer) }
        let end = list.snapshot.path(forItemAt: settled)
        last = try renderer.write(list, from: last, before: end) { line throws(OutputError) in
          try output.line(line)
        }
        try output.flush()
        if last != nil { restartCount = currentCount }
      }
      if phase.isLoading {
        await pending.next()
        continue
      }
      writeUnknownFields(of: page, renderer.columns)
      if case .failed(let reason) = phase { return reason }
      return queried?.errorMessage
    }
  }
}
