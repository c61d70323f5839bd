internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The browser: pages one moves through, a prompt, panels, and the two lines around them.
@MainActor
final class Browser: ApplicationContent {
  let navigator: Navigator

  /// How things look.
  var theme: Theme {
    didSet { showTheme() }
  }

  /// What says that they look otherwise now.
  var themeFollower: ThemeFollower?

  /// The keys.
  var keys: Keys

  /// How much moves when a page changes.
  var motion = Motion.full {
    didSet { for screen in screens.values { screen.motion = motion } }
  }

  /// The application that runs this browser.
  weak var control: (any ApplicationControl)?

  /// What is said in the status line until the next key.
  var message: Message?

  /// Why loading failed, and what was said in the status line, when that was drawn last.
  var told: (failure: String?, message: String?)

  /// What lies over the page.
  var overlay: Overlay?

  /// What the line in the prompt may become, and the lines that were entered before.
  var completion = Completion()
  var histories: [Prompt.Subject: PromptHistory] = [:]

  /// The places that are kept.
  var places = Places() {
    didSet {
      places.tell = { [weak self] in
        self?.message = Message(text: $0, isWarning: $1)
        self?.control?.setNeedsDisplay()
      }
    }
  }

  /// The folders that were opened to get to what is in them or above them, and nothing else yet.
  var passed: Set<ObjectIdentifier> = []

  /// Where the cursors of lists were before they went far, where that which goes far now began, and
  /// what a jump that has not come anywhere yet will not have changed.
  var jumps: [Jumps] = []
  var leaving: ItemID?
  var unfinishedJump: Jumps?

  /// What was looked for last.
  var lastSearch: Filter?

  /// What is picked; nil where the program only shows.
  var picking: Picking?

  /// What runs commands on the terminal.
  var shell = Shell()

  /// Whether a command was hung up because the program ends.
  var isEnding = false

  /// When a command is confirmed before it runs.
  var confirmation = ConfirmationPolicy.dangerous

  /// Called before a command runs that the user has not seen as it runs.
  var willRun: (@MainActor (CommandQuestion) -> Void)?

  /// The file that is being written.
  var writing: Writing?

  /// The search that is going on in a long list, and what is to be looked for when it is known what is
  /// shown.
  var search: Cancellation?
  var awaitedSearch: (page: ObjectIdentifier, filter: Filter)?

  /// The part of the terminal that pages have, as it was drawn last.
  var window = (area: Rect(column: 0, row: 0, columns: 0, rows: 0), sticks: true)

  /// What happened to modules, lists and view models.
  let journal: ActivityJournal

  /// The folder that files are written to.
  var folder = "."

  /// Where changes are written to.
  var log: EventLog? {
    didSet { log?.onFailure = { [weak self] in self?.warn($0) } }
  }

  /// The time in seconds since 1970.
  var now: @MainActor () -> Int = { LocalTime.now } {
    didSet { journal.now = now }
  }

  /// The screens of the pages that were shown, who tells that these are to be drawn again, and the logs
  /// of their changes.
  var screens: [ObjectIdentifier: any Screen] = [:]
  var redraws: [ObjectIdentifier: ObservationToken] = [:]
  var logged: [ObjectIdentifier: ObservationToken] = [:]

  /// The pages whose first items were seen, and of those that are tables who tells of their changes.
  var seen: Set<ObjectIdentifier> = []
  var tables: [ObjectIdentifier: ObservationToken] = [:]

  /// Who waits for enough items to tell whether there is what the URLs of pages ask for.
  var checks: [ObjectIdentifier: ObservationToken] = [:]

  /// The pages that were shown last, to be told when others take their place.
  var displayed: Set<ObjectIdentifier> = []

  /// Where the tabs stand in the first row, as they were drawn last.
  var tabSpans: [Range<Int>] = []

  /// The page that was opened last, until its first items have come.
  var awaited: Awaited?

  /// The pane that shows all of the item under the cursor; nil while it is closed.
  var preview: Preview?

  /// What waits for a filter or an order, in this order.
  var awaitedAnswers: [AwaitedAnswer] = []

  /// Something that lies over the page and has the keys.
  enum Overlay {
    case prompt(Prompt)
    case panel(Panel)
  }

  /// Something said in the status line.
  struct Message {
    var text: String
    var isWarning = false
  }

  /// - Parameter journal: what happened before; nil for what happens from now on.
  init(
    navigator: Navigator, theme: Theme = .standard, keys: Keys = .standard,
    journal: ActivityJournal? = nil
  ) {
    self.navigator = navigator
    (self.theme, self.keys) = (theme, keys)
    self.journal = journal ?? ActivityJournal(of: navigator.registry)
    self.journal.onChange = { [weak self] in self?.noteActivity() }
    navigator.onLetGo = { [weak self] in self?.letGo($0) }
    navigator.onLeftOut = { [weak self] in self?.warn(phrase("left out: \($0)")) }
  }

  /// Writes what changes on a page to the log, from now on.
  func writeLog(of page: PageViewModel) {
    let key = ObjectIdentifier(page)
    guard logged[key] == nil, let list = page as? ListPageViewModel else { return }
    logged[key] = log?.follow(list)
  }

  // MARK: - Keys

  var contextKeys: KeyTable<Action>? {
    switch overlay {
    case .prompt(let prompt): prompt.keys
    case .panel(let panel): panelKeys(of: panel)
    case nil: takesText ? Keys.form : pageKeys
    }
  }

  var usesApplicationKeys: Bool {
    overlay == nil && !takesText
  }

  private func panelKeys(of panel: Panel) -> KeyTable<Action> {
    if panel.isInspector { return keys.inspector }
    return screen?.takesText == true ? keys.panelOverForm : keys.panel
  }

  /// Whether what is typed is text of the page, with nothing over it.
  var takesText: Bool { overlay == nil && screen?.takesText == true }

  /// A key that is bound to nothing writes in a prompt, or in a page that takes text.
  func receive(_ key: KeyPress) {
    message = nil
    if case .prompt(var prompt) = overlay {
      if prompt.question != nil { return answer(key, prompt) }
      _ = prompt.line.press(key)
      show(prompt)
    } else if takesText {
      _ = screen?.press(key)
    }
  }

  /// A Boolean value that indicates whether a question is open, which one key or line answers.
  var isAsking: Bool { if case .prompt(let prompt) = overlay { prompt.isQuestion } else { false } }

  /// What is typed in any prompt but a question is its text.
  var collectsTypedKeys: Bool { if case .prompt = overlay { !isAsking } else { false } }

  /// Writes keys in a prompt, and does once what can be done with the text.
  func receive(typed keys: [KeyPress]) {
    guard case .prompt(var prompt) = overlay else { return }
    message = nil
    for key in keys { _ = prompt.line.press(key) }
    show(prompt)
  }

  func perform(_ action: Action) {
    message = nil
    if defers(action) { return }
    if overlay == nil, action.isDeed { noteStay() }
    switch action {
    case .move(let movement): move(movement)
    case .edit(let edit): self.edit(edit)
    case .complete(let direction): complete(direction)
    case .recall(let direction): recall(direction)
    case .accept: accept()
    case .open: openSelection(.here)
    case .openOver: openSelection(.over)
    case .openTab: openSelection(.tab)
    case .openByKey(let key): open(byKey: key)
    case .pageCommand(let letter): perform(commandWith: letter)
    case .out: goOut()
    case .back: goBack()
    case .forward: goForward()
    case .leave: leave()
    case .nextTab: goToTab(by: 1)
    case .previousTab: goToTab(by: -1)
    case .closeTab: closeTab()
    case .nextPart: focusNext()
    case .home: goHome()
    case .quit: quit()
    case .help: showHelp()
    case .inspect: inspect()
    case .inspectNext: inspectNeighbour { $0.goToNext() }
    case .inspectPrevious: inspectNeighbour { $0.goToPrevious() }
    case .activity: showActivity()
    case .copy: copy()
    case .copyURL: copyURL()
    case .bookmark: toggleBookmark()
    case .copyCode: copyCode()
    case .writeManifest: writeManifest()
    case .debug: toggleDebugging()
    case .prompt: openPrompt()
    case .palette: openPalette()
    case .filter: openFilter()
    case .sort: openSort()
    case .summary: showSummary()
    case .preview: togglePreview()
    case .previewDown: scrollPreview(.halfPageDown)
    case .previewUp: scrollPreview(.halfPageUp)
    case .previewLarger: resizePreview(by: 10)
    case .previewSmaller: resizePreview(by: -10)
    case .reverse: reverseOrder()
    case .group: openGrouping()
    case .columns: openColumns()
    case .scrollColumns(let way): scrollColumns(way)
    case .fold: toggleFold()
    case .foldAll: toggleFoldOfAll()
    case .search: openSearch()
    case .searchNext: searchAgain(isForward: true)
    case .searchPrevious: searchAgain(isForward: false)
    case .jumpBack: jump(isForward: false)
    case .jumpForward: jump(isForward: true)
    case .escape: escape()
    case .cancel: cancel()
    case .readAgain: readAgain()
    case .pause: togglePause()
    case .follow: toggleFollowing()
    case .mark: toggleMark()
    case .markSeveral(.none): mark(.none)
    case .markSeveral(let marking): afterAnswer { self.mark(marking) }
    case .pick: afterAnswer { self.pick() }
    case .pickNothing: pickNothing()
    case .runCommand: openCommandPrompt(.run)
    case .pipeToCommand: openCommandPrompt(.pipe)
    case .editSource: editSource()
    case .write: openWritePrompt()
    case .older: goInTime(by: -1)
    case .newer: goInTime(by: 1)
    case .live: returnToLive()
    case .motion(let motion): setMotion(motion)
    case .repaint: control?.repaint()
    case .suspend: control?.suspend()
    case .mouse: toggleMouse()
    }
  }

  private func move(_ movement: Movement) {
    if case .panel(var panel) = overlay {
      panel.text.move(movement)
      overlay = .panel(panel)
    } else if case .prompt(var prompt) = overlay, case .palette(var palette) = prompt.purpose {
      palette.move(movement)
      prompt.purpose = .palette(palette)
      overlay = .prompt(prompt)
    } else {
      if movement == .first || movement == .last {
        goingFar { screen?.move(movement) }
      } else {
        screen?.move(movement)
      }
    }
  }

  /// Ends the innermost thing: what lies over the page, else what is presented over another.
  private func escape() {
    if overlay == nil, !stopWaiting(), !stopWriting(), !navigator.dismiss(), !clearQuery(),
      picking != nil
    {
      pickNothing()
    }
    if case .panel(let panel) = overlay, let asking = panel.asking {
      overlay = .prompt(asking)
      return
    }
    if case .prompt(let prompt) = overlay { leave(prompt) }
    overlay = nil
  }

  private func toggleDebugging() {
    navigator.isDebugging.toggle()
    for screen in screens.values { screen.isDebugging = navigator.isDebugging }
    say(
      navigator.isDebugging
        ? phrase("debug on: what no module can show has a placeholder") : phrase("debug off"))
  }

  private func cancel() {
    if stopWriting() { return }
    let stopped = navigator.current?.stopLoading() ?? false
    say(
      stopped
        ? phrase("stopped loading; what is there stays") : keys.offer((.leave, phrase("quits"))))
  }

  func say(_ text: String) {
    message = Message(text: text)
  }

  func warn(_ text: String) {
    message = Message(text: text, isWarning: true)
  }
}
