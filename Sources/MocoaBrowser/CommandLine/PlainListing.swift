internal import Mocoa
internal import MocoaData
internal import MocoaLanguage
internal import MocoaModel
internal import MocoaTerminal

/// A page printed to standard output: its list, as its items arrive; of a page that is put
/// together, the lists in it, one below the other.
@MainActor
struct PlainListing {
  let page: PageViewModel
  let isDebugging: Bool

  /// What prints a page; nil where there is no list in it.
  init?(of page: PageViewModel, isDebugging: Bool) {
    (self.page, self.isDebugging) = (page, isDebugging)
    if page.listPages.isEmpty { return nil }
  }

  /// Prints the page to its end.
  ///
  /// - Returns: why it is not complete, in one line; nil when it is.
  func print() async throws(OutputError) -> String? {
    var output = StandardOutput()
    if let page = page as? ListPageViewModel {
      return try await print(page, to: &output)
    }
    var printed: [ListPageViewModel] = []
    var failure: String?
    while let part = part(behind: printed) {
      if printed.isEmpty { page.handExcerpt(to: part) }
      if let fault = part.showExcerpt() { return "\(fault)" }
      if !printed.isEmpty { try output.line("") }
      try output.line(SanitizedText.line(part.title))
      await settle(part)
      let reason = try await print(part, to: &output)
      failure = failure ?? reason
      printed.append(part)
      // What stands beside it may be about what the cursor is on, which nobody moves here.
      let start = part.url.fragment.flatMap { part.start(for: $0) }
      part.list.highlight(start ?? part.list.snapshot.firstPath)
    }
    return failure
  }

  /// Says which fields that are asked for no item has.
  private func sayUnknown(of page: ListPageViewModel, _ columns: RowColumns?) {
    page.complaint(aboutUnknown: page.askedFields + (columns?.chosenFields ?? []))
      .map(StandardStreams.complain)
  }

  /// The next part, which may be there only when the one before has a cursor.
  private func part(behind printed: [ListPageViewModel]) -> ListPageViewModel? {
    page.listPages.first { part in !printed.contains { $0 === part } }
  }

  /// Waits until a part has something to show, or never will.
  private func settle(_ part: ListPageViewModel) async {
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    part.whenSettled { _ in answer.finish() }
    for await _ in answers {}
  }

  /// Waits until all that a list shows of another is known.
  private func answer(of queried: QueriedList) async {
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    queried.whenAnswered { answer.finish() }
    for await _ in answers {}
  }

  /// Has the fields be printed that the URL says, or those of a table, as soon as it is known which
  /// there are.
  private func chooseColumns(of page: ListPageViewModel, for renderer: inout PlainTextRenderer) {
    guard renderer.columns == nil, page.list.snapshot.firstPath != nil else { return }
    renderer.columns = page.printedColumns()
  }

  /// How many items, from the first on, stay where they are while more come, so that they can be
  /// printed.
  private func settledCount(of page: ListPageViewModel) -> Int {
    let list = page.list.snapshot
    // More bytes may make other records of a stream.
    if Self.standing(of: page).isProvisional { return 0 }
    // What comes may belong to a section that is printed already, and its footer stands behind it.
    guard list.sections.allSatisfy(\.isBare), list.sections.count < 2 else { return 0 }
    // Which fields there are, the first items tell.
    let known = page.list.content.snapshot.itemCount
    if page.fieldsDependOnItems, known < ListPageViewModel.sectionCount { return 0 }
    return page.queried?.settledCount ?? list.itemCount
  }

  /// Whether the records of the source that a page shows will stay.
  private static func standing(of page: ListPageViewModel) -> RecordStanding {
    (page.list.baseSource as? RecordSource)?.standing ?? RecordStanding()
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
      let standing = Self.standing(of: page)
      if let restartCount, restartCount != standing.restartCount {
        return phrase(
          "more follows the first value, whose items are printed (jq -c writes one value a line)")
      }
      // What came while a question was answered is one more.
      if !phase.isLoading, let queried { while queried.isAsking { await answer(of: queried) } }
      let settled = phase.isLoading ? settledCount(of: page) : list.snapshot.itemCount
      if settled > 0 || !phase.isLoading {
        if last == nil { chooseColumns(of: page, for: &renderer) }
        let end = list.snapshot.path(ofItem: settled)
        last = try renderer.write(list, from: last, before: end) { line throws(OutputError) in
          try output.line(line)
        }
        try output.flush()
        if last != nil { restartCount = standing.restartCount }
      }
      if phase.isLoading {
        await pending.next()
        continue
      }
      sayUnknown(of: page, renderer.columns)
      if case .failed(let reason) = phase { return reason }
      return nil
    }
  }
}
