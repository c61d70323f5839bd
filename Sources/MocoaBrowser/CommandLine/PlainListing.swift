internal import Mocoa
internal import MocoaData
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
      let reason = try await print(page, to: &output)
      sayUnknown(of: page)
      return reason
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
      sayUnknown(of: part)
      failure = failure ?? reason
      printed.append(part)
      // What stands beside it may be about what the cursor is on, which nobody moves here.
      let start = part.url.fragment.flatMap { part.start(for: $0) }
      part.list.highlight(start ?? part.list.snapshot.firstPath)
    }
    return failure
  }

  /// Says which field that a URL asks for no item has.
  private func sayUnknown(of page: ListPageViewModel) {
    page.complaint(aboutUnknown: page.askedFields).map(StandardStreams.complain)
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
    let complaint = renderer.columns?.chosenFields.flatMap(page.complaint(aboutUnknown:))
    if let complaint { StandardStreams.complain(complaint) }
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
    let queried = list.source as? QueriedList
    var renderer = PlainTextRenderer(isDebugging: isDebugging)
    var last: ListElement?
    while true {
      let phase = list.phase
      if !phase.isLoading, let queried { await answer(of: queried) }
      // What is not answered yet may come to stand above what is known.
      let settled = queried?.settledCount ?? .max
      if settled > 0 || !phase.isLoading {
        if last == nil { chooseColumns(of: page, for: &renderer) }
        let end = list.snapshot.path(ofItem: settled)
        last = try renderer.write(list, from: last, before: end) { line throws(OutputError) in
          try output.line(line)
        }
        try output.flush()
      }
      switch phase {
      case .finished: return nil
      case .failed(let reason): return reason
      case .loading: await pending.next()
      }
    }
  }
}
