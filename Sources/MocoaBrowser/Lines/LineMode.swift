internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The browser in lines: what it shows is said once, in order, and what is asked of it is typed.
///
/// It is for those who have the terminal read to them, and for terminals that can do no more. It is
/// the same browser, with the same pages, marks and questions; this is what stands in the place of
/// the screen and the keys. Nothing that was written is written again, and nothing is written but
/// text. A turn is taken after each line, and when something asks for one; idle, nothing wakes.
@MainActor
final class LineMode: ApplicationControl {
  let browser: Browser
  let terminal: any LineTerminal
  let clock: any FrameClock

  /// How many rows are said at once; nil for as many as the terminal has room for.
  var rowsAtOnce: Int?

  /// The item that was said last, which the next rows follow.
  var lastSaid: ItemPath?
  private var carrying: ObservationToken?

  /// What changed by itself, and whether it is said as soon as it is known.
  let news = LineNews()
  var isLive = false
  private var isResting = false

  /// What was said of a page that is drawn, for it has no rows.
  var drawn: [String] = []

  /// What is to be said when what was asked for is there.
  var after = After.nothing

  /// What is to be said.
  enum After {
    case nothing
    case page
    case rows(from: Int)

    /// The first rows of a page whose title was said already.
    case firstRows
    case currentRow

    /// What of a list is shown now, and its first rows.
    case query
    case panel
  }

  /// The page that was said last, and the part of it that had the attention.
  private var said: (page: PageViewModel, part: PageViewModel)?

  /// The pages that were said, and whether that which is said now was before.
  private var known: Set<ObjectIdentifier> = []
  private(set) var isKnown = false

  /// Whether lines wait for what was asked for before; and which wait it is.
  private var isWaiting = false
  private var waitNumber = 0

  private var lines: [String] = []
  private var text = ""
  private var isPromptOpen = false
  private var wasInterrupted = false
  private var needsDisplay = true
  private var isTurnComing = false
  private var exitStatus: Int32?
  private var finish: (@MainActor (Int32) -> Void)?

  /// What stands before a line that is typed.
  static let sign = "mocoa> "

  /// So long one waits in silence for what was asked for.
  static let patience = Duration.seconds(1)

  /// So long it is silent after news that nobody asked for.
  static let rest = Duration.seconds(3)

  /// Lines that are typed ahead; whoever types more does not type for what comes.
  private static let mostLines = 1000

  init(_ browser: Browser, terminal: any LineTerminal, clock: any FrameClock) {
    (self.browser, self.terminal, self.clock) = (browser, terminal, clock)
    browser.motion = .off
    browser.keys.speaksInWords = true
    browser.shell.run = { command, _, lent in
      // What it writes stands where it was written, and need not be waited for.
      ShellTerminal.run(command, title: nil, lent)
    }
    browser.willRun = { [weak self] question in
      // What was typed need not be said again.
      guard let self, question.expansion.text != question.request.text else { return }
      say("$ \(question.expansion.text)")
    }
    news.onChange = { [weak self] in self?.setNeedsDisplay() }
  }

  /// Begins to read lines, and runs until the browser is left.
  ///
  /// - Parameters:
  ///   - remark: why it is in lines, where nobody asked for that.
  ///   - finish: called once, with the exit status.
  func start(remark: String? = nil, _ finish: @escaping @MainActor (Int32) -> Void) throws {
    try terminal.start { [weak self] in self?.receive($0) }
    self.finish = finish
    if let remark { say(phrase("\(remark): rows and commands are lines")) }
    sayMessage()
    comeRound()
  }

  // MARK: - ApplicationControl

  func setNeedsDisplay() {
    needsDisplay = true
    comeRound()
  }

  func quit(status: Int32) {
    exitStatus = exitStatus ?? status
    comeRound()
  }

  func suspend() { terminal.suspend() }

  func lendTerminal(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    flush()
    terminal.lend(wholeScreen: wholeScreen, perform)
  }

  // MARK: - Turns

  private func receive(_ event: LineEvent) {
    switch event {
    case .line(let line):
      wasInterrupted = false
      if lines.count < Self.mostLines { lines.append(line) }
    case .end:
      // Nothing could be answered any more. What was typed before is done.
      lines.append(Self.endWord)
    case .interrupt: interrupt()
    case .resumed: isPromptOpen = false
    case .terminate(let signal): quit(status: 128 + signal)
    case .closed: quit(status: 129)
    }
    comeRound()
  }

  /// What stands among the lines for their end; no line has an end in it.
  private static let endWord = "\n"

  /// ^C stops what goes on; once more, or where nothing does, it ends the program.
  private func interrupt() {
    // The terminal has said ^C itself, and stands behind it.
    if !isPromptOpen { text += "\n" }
    lines.removeAll { $0 != Self.endWord }
    if stopWork() {
      // Of a page that was opened, what is there is said.
      if case .page = after {} else { after = .nothing }
      say(phrase("stopped"))
    } else if wasInterrupted {
      quit(status: ExitStatus.cancelled)
    } else {
      say(phrase("^C again ends mocoa"))
    }
    wasInterrupted = true
  }

  private func comeRound() {
    guard !isTurnComing else { return }
    isTurnComing = true
    Task { [weak self] in self?.takeTurn() }
  }

  private func takeTurn() {
    isTurnComing = false
    lookAround()
    while !isWaiting, exitStatus == nil, !lines.isEmpty {
      let line = lines.removeFirst()
      if line == Self.endWord {
        // Until what was asked for is done, which comes round again.
        if browser.writing != nil || !browser.awaitedAnswers.isEmpty {
          lines.insert(line, at: 0)
          break
        }
        quit(status: browser.picking == nil ? ExitStatus.success : ExitStatus.cancelled)
        break
      }
      // Who has ended a line with Enter stands on the next one.
      isPromptOpen = false
      take(line)
      if browser.isAsking { dropLines() }
    }
    if let exitStatus { return end(exitStatus) }
    if browser.screen?.isFollowing == true || isLive { tellNews() }
    prompt()
    flush()
  }

  /// Drops the lines that were typed before a question: only lines that follow it answer it.
  private func dropLines() {
    let count = lines.count { $0 != Self.endWord }
    guard count > 0 else { return }
    lines.removeAll { $0 != Self.endWord }
    say(phrase("\(count, "line", "lines") typed before the question: not read"))
  }

  private func take(_ line: String) {
    browser.message = nil
    // What was asked for before and still goes on is answered when it is there.
    let (owed, before) = (after, work)
    after = .nothing
    obey(line)
    if case .nothing = after, work == before {
      if work != nil { after = owed }
      return lookAround()
    }
    lookAround(isAsked: true)
  }

  /// Takes note of what is so now, and says what was waited for.
  private func lookAround(isAsked: Bool = false) {
    if needsDisplay || isAsked {
      needsDisplay = false
      fit()
      browser.catchUp()
    }
    sayMessage()
    noteOpening()
    if exitStatus != nil { return }
    if let work {
      if isAsked || isOpening { wait(for: work) }
    } else {
      isWaiting = false
      sayAfter()
    }
    isOpening = false
  }

  /// Whether another page has just been opened.
  private var isOpening = false

  /// Says another page as soon as there is something of it.
  private func noteOpening() {
    guard let screen = browser.screen, let page = browser.navigator.current else { return }
    let part = screen.focusedPage
    guard said?.page !== page || said?.part !== part else { return }
    said = (page, part)
    isKnown = !known.insert(ObjectIdentifier(part)).inserted
    (isOpening, after) = (true, .page)
    lastSaid = nil
    carrying = (part as? ListPageViewModel)?.list.observe { [weak self] update in
      guard let self, let last = lastSaid else { return }
      let path = update.changes.positions.newPosition(of: last) ?? last
      lastSaid = update.after.contains(path) ? path : update.after.lastPath.map { min($0, path) }
    }
    news.follow(part as? ListPageViewModel)
    page.whenSettled { [weak self] _ in self?.setNeedsDisplay() }
  }

  /// Has lines wait for a while.
  private func wait(for work: Work) {
    isWaiting = true
    waitNumber += 1
    let number = waitNumber
    clock.call(after: Self.patience) { [weak self] in
      guard let self, isWaiting, waitNumber == number else { return }
      isWaiting = false
      if case .page = after {
        sayTitle()
        after = .firstRows
      }
      if let work = self.work {
        say(phrase("\(work.words)… (^C stops it; other commands can be typed)"))
      }
      comeRound()
    }
  }

  private func end(_ status: Int32) {
    guard let finish else { return }
    self.finish = nil
    sayMessage()
    if isPromptOpen { text += "\n" }
    flush()
    terminal.close()
    finish(status)
  }

  // MARK: - Saying

  /// The columns of a line.
  var columns: Int { max(2, terminal.size.columns - 1) }

  /// Says something in a line of its own, or in as many as it takes.
  func say(_ text: String) {
    for line in LineText.wrapped(text, columns: columns) { sayLine(line) }
  }

  /// Says something in exactly one line.
  func sayCut(_ text: String) { sayLine(LineText.cut(text, columns: columns)) }

  private func sayLine(_ line: String) {
    if isPromptOpen { text += "\n" }
    isPromptOpen = false
    text += "\(line)\n"
  }

  /// Says what the browser has to say.
  func sayMessage() {
    guard let message = browser.message else { return }
    browser.message = nil
    say(message.text)
    guard message.isWarning else { return }
    // What was asked for did not come about.
    switch after {
    case .rows, .currentRow, .query: after = .nothing
    case .nothing, .page, .firstRows, .panel: break
    }
  }

  /// The question that was said last.
  private var saidQuestion: CommandQuestion?

  /// Says the question whether a command is to run, and all of the command; again if it has changed.
  private func sayQuestion() {
    guard case .prompt(let prompt) = browser.overlay, let question = prompt.question else {
      saidQuestion = nil
      return
    }
    guard question != saidQuestion || !question.isShown else { return }
    saidQuestion = question
    say(question.headline)
    say("  \(question.commandLine)")
    browser.noteQuestionShown()
  }

  private func prompt() {
    sayQuestion()
    guard !isPromptOpen, !isWaiting else { return }
    // Behind what is said of itself comes what one is asked.
    if case .nothing = after, let line = takeNews() { say(line) }
    if case .prompt(let prompt) = browser.overlay {
      text += prompt.lineModeSign
    } else {
      text += Self.sign
    }
    isPromptOpen = true
  }

  private func flush() {
    if !text.isEmpty { terminal.write(text) }
    text = ""
  }

  /// Says what changed, and of a list whose end is followed what was added there; then it is silent for
  /// a while.
  private func tellNews() {
    guard !isResting, !isWaiting, let line = takeNews() else { return }
    say(line)
    if browser.screen?.isFollowing == true { sayAdded() }
    isResting = true
    clock.call(after: Self.rest) { [weak self] in
      self?.isResting = false
      self?.setNeedsDisplay()
    }
  }

  /// What changed since it was told, in one line; nil for nothing.
  private func takeNews() -> String? {
    if let line = news.take() { return line }
    guard let lines = drawnLines(), lines != drawn else { return nil }
    drawn = lines
    return phrase("the page has changed (rows says it again)")
  }

  /// Has the pages know the room that there is.
  private func fit() {
    let size = terminal.size
    let room = Size(columns: max(1, size.columns), rows: max(1, size.rows - 1))
    browser.window = (area: Rect(room), sticks: false)
  }
}
