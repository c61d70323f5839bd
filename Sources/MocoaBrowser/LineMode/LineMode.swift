internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The line interface of the browser (`--plain`).
///
/// It prints content once, in order, and reads typed commands.
///
/// It is intended for screen readers and for terminals with limited functions. It controls a
/// ``Browser``, as the screen interface does, and replaces only the screen and the keys. The output
/// is plain text and is never overwritten. The interface runs after each typed line, and when the
/// browser requests a frame. It needs no timer while it is idle.
@MainActor
final class LineMode: ApplicationControl {
  let browser: Browser
  let terminal: any LineTerminal
  let clock: any FrameClock

  /// The number of rows that a command prints, or `nil` to print as many rows as fit on the
  /// terminal.
  var rowsAtOnce: Int?

  /// The path of the item that was printed last.
  ///
  /// The next rows follow it.
  var lastWrittenPath: ItemPath?
  private var carrying: ObservationToken?

  /// The changes of the list that were not reported yet.
  ///
  /// If `isLive` is `true`, they are reported immediately, otherwise before the next prompt.
  let news = LineModeChanges()
  var isLive = false
  private var isResting = false

  /// The lines that were printed last for a page that is neither a list nor a form.
  var drawn: [String] = []

  /// The output that is deferred until its content is available.
  var after = PendingOutput.nothing

  /// A kind of output that is deferred until its content is available.
  enum PendingOutput {
    case nothing
    case page
    case rows(from: Int)

    /// The first rows of a page whose title was already printed.
    case firstRows
    case currentRow

    /// The query of the list and its first rows.
    case query
    case panel
  }

  /// The page that was printed last, and its focused embedded page.
  private var lastWritten: (page: PageViewModel, part: PageViewModel)?

  /// The identities of the pages that were already printed.
  private var known: Set<ObjectIdentifier> = []

  /// A Boolean value that indicates whether the current page was printed before.
  private(set) var isKnown = false

  /// A Boolean value that indicates whether typed lines wait for an operation.
  private var isWaiting = false

  /// The number of times that typed lines have waited for an operation.
  ///
  /// The timeout of a wait compares this number, so that it does not end a later wait.
  private var waitNumber = 0

  private var lines: [String] = []
  private var text = ""
  private var isPromptOpen = false
  private var wasInterrupted = false
  private var needsDisplay = true
  private var isTurnComing = false
  private var exitStatus: Int32?
  private var finish: (@MainActor (Int32) -> Void)?

  /// The prompt before a typed line.
  static let sign = "mocoa> "

  /// The maximum time that a typed line waits for an operation.
  ///
  /// The prompt is not printed during this time.
  static let timeout = Duration.seconds(1)

  /// The minimum time between two reports of changes that the user has not requested.
  static let rest = Duration.seconds(3)

  /// The maximum number of typed lines that are queued.
  ///
  /// Further lines are dropped.
  private static let mostLines = 1000

  init(_ browser: Browser, terminal: any LineTerminal, clock: any FrameClock) {
    (self.browser, self.terminal, self.clock) = (browser, terminal, clock)
    browser.motion = .off
    browser.keys.speaksInWords = true
    browser.commands.shell.run = { command, _, lent in
      // The command's own output is already visible, so the user need not confirm its end.
      ShellTerminal.run(command, title: nil, lent)
    }
    browser.commands.willRun = { [weak self] question in
      // A command that equals the typed text need not be repeated.
      guard let self, question.expansion.text != question.request.text else { return }
      write("$ \(question.expansion.text)")
    }
    news.onChange = { [weak self] in self?.setNeedsDisplay() }
  }

  /// Starts to read lines.
  ///
  /// The interface runs until the user quits. The value of `reason` is the reason for line mode if
  /// the user did not request it.
  ///
  /// - Parameter finish: A closure that is called once with the exit status.
  func start(reason: String? = nil, _ finish: @escaping @MainActor (Int32) -> Void) throws {
    try terminal.start { [weak self] in self?.receive($0) }
    self.finish = finish
    if let reason { write(localized("\(reason): using line mode")) }
    writeMessage()
    fit()
    browser.updateSessions()
    scheduleTurn()
  }

  // MARK: - ApplicationControl

  func setNeedsDisplay() {
    needsDisplay = true
    scheduleTurn()
  }

  func quit(status: Int32) {
    exitStatus = exitStatus ?? status
    scheduleTurn()
  }

  func suspend() { terminal.suspend() }

  func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    flush()
    terminal.suspendOutput(wholeScreen: wholeScreen, perform)
  }

  // MARK: - Turns

  private func receive(_ event: LineEvent) {
    switch event {
    case .line(let line):
      wasInterrupted = false
      if lines.count < Self.mostLines { lines.append(line) }
    case .end:
      // No further answers are possible. The lines before the end are still executed.
      lines.append(Self.endWord)
    case .interrupt: interrupt()
    case .resumed: isPromptOpen = false
    case .terminate(let signal): quit(status: 128 + signal)
    case .closed: quit(status: 129)
    }
    scheduleTurn()
  }

  /// The entry that marks the end of input in the queue.
  ///
  /// A typed line never contains a line feed.
  private static let endWord = "\n"

  /// Processes Control-C, which stops the operation in progress.
  ///
  /// Without an operation, the first Control-C prints a hint. A second one before the next line
  /// ends the program.
  private func interrupt() {
    // The terminal has echoed `^C` and left the cursor after it.
    if !isPromptOpen { text += "\n" }
    lines.removeAll { $0 != Self.endWord }
    if stopWork() {
      // The available content of a newly opened page is still printed.
      if case .page = after {} else { after = .nothing }
      write(localized("stopped"))
    } else if wasInterrupted {
      quit(status: ExitStatus.cancelled)
    } else {
      write(localized("press ^C again to quit"))
    }
    wasInterrupted = true
  }

  private func scheduleTurn() {
    guard !isTurnComing else { return }
    isTurnComing = true
    Task { [weak self] in self?.takeTurn() }
  }

  private func takeTurn() {
    isTurnComing = false
    lookAround()
    // A deferred command or a change of the list may have opened a question.
    dropLinesBeforeQuestion()
    while !isWaiting, exitStatus == nil, !lines.isEmpty {
      let line = lines.removeFirst()
      if line == Self.endWord {
        // The end waits for pending operations, which request another turn.
        if browser.writing != nil || !browser.deferred.isEmpty {
          lines.insert(line, at: 0)
          break
        }
        quit(status: browser.picking == nil ? ExitStatus.success : ExitStatus.cancelled)
        break
      }
      // After Enter, the cursor is at the start of the next line.
      isPromptOpen = false
      take(line)
      dropLinesBeforeQuestion()
    }
    if let exitStatus { return end(exitStatus) }
    if browser.listScreen?.isFollowing == true || isLive { tellNews() }
    prompt()
    flush()
  }

  /// Drops the queued lines that were typed before a question was printed.
  ///
  /// Only lines that are typed later may answer it.
  private func dropLinesBeforeQuestion() {
    let count = lines.count { $0 != Self.endWord }
    guard browser.hasUnseenQuestion, count > 0 else { return }
    lines.removeAll { $0 != Self.endWord }
    write(localized("\(count, one: "line", other: "lines") typed before the question: not read"))
  }

  private func take(_ line: String) {
    browser.message = nil
    // An unfinished operation keeps its deferred output.
    let (owed, before) = (after, work)
    after = .nothing
    obey(line)
    if case .nothing = after, work == before {
      if work != nil { after = owed }
      return lookAround()
    }
    lookAround(isAsked: true)
  }

  /// Updates the state of the browser, and prints the deferred output if its content is available
  /// now.
  private func lookAround(isAsked: Bool = false) {
    if needsDisplay || isAsked {
      needsDisplay = false
      fit()
      browser.syncCursors()
    }
    writeMessage()
    noteOpening()
    if exitStatus != nil { return }
    if let work {
      if isAsked || isOpening { wait(for: work) }
    } else {
      isWaiting = false
      writeDeferred()
    }
    isOpening = false
  }

  /// A Boolean value that indicates whether another page was just opened.
  private var isOpening = false

  /// Detects that another page is shown, and defers its output until its content is available.
  private func noteOpening() {
    guard let screen = browser.screen, let page = browser.navigator.focusedPage else { return }
    let part = screen.focusedPage
    guard lastWritten?.page !== page || lastWritten?.part !== part else { return }
    lastWritten = (page, part)
    isKnown = !known.insert(ObjectIdentifier(part)).inserted
    (isOpening, after) = (true, .page)
    lastWrittenPath = nil
    carrying = (part as? ListPageViewModel)?.list.observe { [weak self] update in
      guard let self, let last = lastWrittenPath else { return }
      let path = update.changes.makePathMap().newPath(of: last) ?? last
      lastWrittenPath =
        update.after.contains(path) ? path : update.after.lastPath.map { min($0, path) }
    }
    news.follow(part as? ListPageViewModel)
    page.onInitialLoad { [weak self] _ in self?.setNeedsDisplay() }
  }

  /// Makes typed lines wait for an operation for at most ``timeout``.
  private func wait(for work: PendingWork) {
    isWaiting = true
    waitNumber += 1
    let number = waitNumber
    clock.call(after: Self.timeout) { [weak self] in
      guard let self, isWaiting, waitNumber == number else { return }
      isWaiting = false
      if case .page = after {
        writeTitle()
        after = .firstRows
      }
      if let work = self.work {
        write(localized("\(work.words)… (^C cancels)"))
      }
      scheduleTurn()
    }
  }

  private func end(_ status: Int32) {
    guard let finish else { return }
    self.finish = nil
    writeMessage()
    if isPromptOpen { text += "\n" }
    flush()
    terminal.close()
    finish(status)
  }

  // MARK: - Output

  /// The maximum width of a line, in columns.
  var columns: Int { max(2, terminal.size.columns - 1) }

  /// Prints text on a separate line, or on several lines if it is too long.
  func write(_ text: String) {
    for line in TextWrapping.wrapped(text, columns: columns) { writeLine(line) }
  }

  /// Prints text on exactly one line.
  ///
  /// Text that does not fit is truncated.
  func writeTruncated(_ text: String) { writeLine(TextWrapping.cut(text, columns: columns)) }

  private func writeLine(_ line: String) {
    if isPromptOpen { text += "\n" }
    isPromptOpen = false
    text += "\(line)\n"
  }

  /// Prints the message of the browser, if any.
  func writeMessage() {
    guard let message = browser.message else { return }
    browser.message = nil
    write(message.text)
    guard message.isWarning else { return }
    // After a warning, the requested output does not exist.
    switch after {
    case .rows, .currentRow, .query: after = .nothing
    case .nothing, .page, .firstRows, .panel: break
    }
  }

  /// The question about a command that was printed last, or `nil`.
  private var writtenQuestion: CommandQuestion?

  /// Prints a new confirmation question before its prompt.
  ///
  /// The question about a command contains the complete command. If it changes, it is printed
  /// again.
  private func writeQuestion() {
    guard case .prompt(let prompt) = browser.overlay, prompt.isQuestion else {
      writtenQuestion = nil
      return
    }
    guard prompt.question != writtenQuestion || !prompt.isShown else { return }
    writtenQuestion = prompt.question
    if let question = prompt.question {
      write(question.headline)
      write("  \(question.commandLine)")
    } else if isPromptOpen {
      // The prompt of the question is the question.
      text += "\n"
      isPromptOpen = false
    }
  }

  private func prompt() {
    if isWaiting { return }
    writeQuestion()
    guard !isPromptOpen else { return }
    // Changes are printed after requested output and before the prompt.
    if case .nothing = after, let line = takeNews() { write(line) }
    if case .prompt(let prompt) = browser.overlay {
      text += prompt.lineModeSign
      browser.noteQuestionShown()
    } else {
      text += Self.sign
    }
    isPromptOpen = true
  }

  private func flush() {
    if !text.isEmpty { terminal.write(text) }
    text = ""
  }

  /// Prints the changes of the list, and the rows that were appended to a list that is followed.
  ///
  /// The next report follows after ``rest`` at the earliest.
  private func tellNews() {
    guard !isResting, !isWaiting, let line = takeNews() else { return }
    write(line)
    if browser.listScreen?.isFollowing == true { writeAppendedRows() }
    isResting = true
    clock.call(after: Self.rest) { [weak self] in
      self?.isResting = false
      self?.setNeedsDisplay()
    }
  }

  /// Returns the changes since the last report in one line and marks them as reported, or returns
  /// `nil` if there are none.
  private func takeNews() -> String? {
    if let line = news.take() { return line }
    guard let lines = drawnLines(), lines != drawn else { return nil }
    drawn = lines
    return localized("page changed (rows prints it)")
  }

  /// Passes the size of the terminal to the browser.
  private func fit() {
    let size = terminal.size
    let room = Size(columns: max(1, size.columns), rows: max(1, size.rows - 1))
    browser.window = (area: Rect(room), sticks: false)
  }
}
