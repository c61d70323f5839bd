internal import Mocoa
internal import MocoaLocalization
internal import MocoaQuery
internal import MocoaTerminal

/// The prompt: opening, editing, completing, accepting and canceling it.
extension Browser {
  func openPrompt() {
    open(
      Prompt(.go),
      completion: Completion(
        candidates: candidates, operands: Command.fieldCandidates(queries.fieldNames)))
  }

  func complete(_ direction: Completion.Direction) {
    guard case .prompt(var prompt) = overlay else { return }
    if prompt.isFilter, !input.completion.continues(prompt.line.text) {
      input.completion = queries.completion(ofFilter: prompt.line.text)
    }
    prompt.line = LineEditor(input.completion.complete(prompt.line.text, direction))
    show(prompt)
  }

  /// Opens a prompt with a completion.
  func open(_ prompt: Prompt, completion: Completion = Completion()) {
    input.completion = completion
    input.rewind(prompt)
    overlay = .prompt(prompt)
  }

  /// Replaces the line of the prompt by an entry of its history.
  func recall(_ direction: PromptHistory.Direction) {
    guard case .prompt(var prompt) = overlay, let line = input.recall(direction, in: prompt) else {
      return
    }
    prompt.line = LineEditor(line)
    show(prompt)
  }

  /// Shows a prompt whose text has changed.
  ///
  /// If the text takes effect during typing, as in a filter or a search, the method also applies
  /// it.
  func show(_ prompt: Prompt) {
    overlay = .prompt(prompt)
    let text = prompt.line.text
    switch prompt.purpose {
    case .filter: queries.filter(by: text)
    case .pick: pick(matching: text)
    case .palette(var palette):
      palette.search(text)
      overlay = .prompt(Prompt(.palette(palette), prompt.line))
    case .search(let number):
      guard let filter = queries.typedFilter(of: text) else { return }
      if filter.isEmpty {
        cursor.cancelSearch(returningTo: number)
      } else {
        cursor.search(filter, from: number)
      }
    case .overwrite(let file):
      // The first key after the question was visible answers it.
      if !prompt.isShown {
        overlay = .prompt(Prompt(prompt.purpose))
      } else if text.lowercased() == "y" {
        overlay = nil
        deferred.perform { self.write(file) }
      } else if !text.isEmpty {
        overlay = .prompt(Prompt(.write, file.path))
      }
    case .run, .pipe:
      var prompt = prompt
      prompt.preview = CommandPreview(of: prompt)
      overlay = .prompt(prompt)
      if prompt.preview?.isComplete == false { commands.completePreviewLater() }
    default: break
    }
  }

  /// Executes the text of a prompt.
  ///
  /// A text with an error remains in the prompt for correction.
  func accept(_ prompt: Prompt) {
    let text = prompt.line.text
    input.record(prompt)
    switch prompt.purpose {
    case .filter: if !queries.acceptFilter(text) { overlay = .prompt(prompt) }
    case .sort: queries.sort(by: text)
    case .columns: if let listPage { session?.showColumns(text, of: listPage) }
    case .group: queries.group(by: text)
    case .run, .pipe: deferred.perform { self.unlessOverlaid { self.commands.run(prompt) } }
    case .write: deferred.perform { self.unlessOverlaid { self.write(to: text) } }
    case .palette(let palette): accept(palette)
    case .search(let number):
      if let filter = queries.typedFilter(of: text) {
        cursor.acceptSearch(filter, from: number)
      } else {
        overlay = .prompt(prompt)
      }
    case .go, .overwrite, .confirm, .pick: break
    }
  }

  /// Cancels a prompt, and restores the state that the list had when the prompt opened.
  func leave(_ prompt: Prompt) {
    cursor.cancelMove()
    switch prompt.purpose {
    case .filter(let former): queries.results?.query = former
    case .search(let number):
      cursor.cancelSearch(returningTo: number)
    case .confirm: commands.answer(.no, prompt)
    default: break
    }
  }

  /// The candidates of the completion: the command words, the registered pages, and the visited
  /// pages, newest first.
  private var candidates: [String] {
    var pages: [String] = []
    for root in navigator.registry.roots {
      root.forEach { if $0.pageTitle != nil { pages.append($0.url.description) } }
    }
    let visited = navigator.history.reversed().map(\.description)
    return Command.words.map(\.name).sorted() + pages + visited
  }

  /// Draws the completion candidates on the row above the prompt, over the last row of the page.
  func drawOffer(for line: LineEditor, row: Int, into canvas: inout Canvas) {
    let offer = input.completion.offer(for: line.text)
    // At least one row remains for the page.
    guard row > 0, !offer.candidates.isEmpty else { return }
    let area = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    canvas.fill(area)
    canvas.within(area) { draw(offer, into: &$0) }
  }

  /// Draws candidates side by side, scrolled so that the selected candidate is visible.
  private func draw(_ offer: Completion.Candidates, into canvas: inout Canvas) {
    let (gap, room) = (2, canvas.size.columns - 2)
    let texts = offer.candidates.map { candidate in
      let text = Completion.bare(candidate)
      return offer.frequencies[candidate].map { "\(text) (\($0))" } ?? text
    }
    var (first, used) = (0, 0)
    for place in 0...(offer.chosen ?? 0) {
      used += Canvas.columns(of: texts[place], atMost: room) + gap
      while used > room, first < place {
        used -= Canvas.columns(of: texts[first], atMost: room) + gap
        first += 1
      }
    }
    var column = 1
    for place in first..<texts.count where column <= room {
      let style = place == offer.chosen ? theme[.chosen] : theme.quiet
      column += canvas.write(
        texts[place], at: Point(column: column, row: 0), style: style, limit: room + 1 - column,
        truncation: .ellipsis)
      column += gap
    }
  }
}
