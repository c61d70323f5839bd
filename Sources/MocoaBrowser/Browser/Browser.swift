internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The browser, which shows pages in tabs, with a prompt, panels, the breadcrumb line and the
/// status line.
@MainActor
final class Browser: ApplicationContent {
  let navigator: Navigator

  /// The theme of all screens, which defines the styles of text roles such as titles and warnings.
  var theme: Theme {
    didSet { showTheme() }
  }

  /// An object that updates the theme when its file or the terminal background changes.
  var themeFollower: ThemeObserver?

  /// The key bindings.
  var keys: KeyBindings

  /// The amount of animation when a page changes.
  var motion = Motion.full {
    didSet { for session in sessions.values { session.screen.animation?.motion = motion } }
  }

  /// A Boolean value that indicates whether changed items of pages that open later stay marked.
  var marksChanges = false

  /// A Boolean value that indicates whether tables of pages that open later may have bars.
  var showsBars = false

  /// The application that runs this browser.
  weak var control: (any ApplicationControl)?

  /// The message in the status line, or `nil`.
  ///
  /// The next key removes it.
  var message: Message?

  /// The loading error and the message that the status line had in the last layout, and the time of
  /// the last change of a watched command.
  var displayedStatus: (failure: String?, message: String?, change: Int?)

  /// The prompt or panel that covers the page, or `nil`.
  var overlay: Overlay?

  /// The completion of the open prompt, and the history of all prompts.
  var input = PromptInput()

  /// The bookmarks and recent files.
  var places = LocationStore() {
    didSet {
      places.onMessage = { [weak self] in
        self?.message = Message(text: $0, isWarning: $1)
        self?.control?.setNeedsDisplay()
      }
    }
  }

  /// A Boolean value that indicates whether a folder that opens now counts as passed through.
  ///
  /// Folders that the user passes through are not recorded as recent.
  var isPassingFolders = false

  /// The controller that moves the cursor by searches and jumps.
  private(set) lazy var cursor = CursorController(self)

  /// The controller of the filter, sort order, groups and columns of the focused list.
  private(set) lazy var queries = QueryController(self, cursor: cursor)

  /// The controller of the column cursor and of the commands on a column.
  private(set) lazy var columns = ColumnController(self, queries: queries)

  /// The controller of the tree in which the focused list shows nested values.
  private(set) lazy var trees = TreeController(self)

  /// The controller that undoes changes of the filter, order, groups and columns.
  private(set) lazy var appearance = AppearanceController(self, queries: queries)

  /// The actions that are deferred until query results are complete.
  private(set) lazy var deferred = DeferredActions(self)

  /// The state of picking, or `nil` if the program was not started to pick items.
  var picking: PickSession?

  /// The controller that runs shell commands on the marked items or the current item.
  private(set) lazy var commands = CommandController(self)

  /// The controller that opens the current item in an editor.
  private(set) lazy var editor = EditorController(self, commands: commands)

  /// The controller that exports items to a file.
  let export = ExportController()

  /// The rows that the parts use, and the status line, as of the last layout.
  var frame = Frame()

  /// The area of the focused page in the last layout, and whether headers stick to its top edge.
  var window = (area: Rect(column: 0, row: 0, columns: 0, rows: 0), sticks: true)

  /// The recorded events of modules, lists and view models.
  let journal: ActivityLog

  /// The folder in which new files are written.
  var folder = "."

  /// The log file for events and list changes, or `nil`.
  var log: LogFile? {
    didSet { log?.onFailure = { [weak self] in self?.showWarning($0) } }
  }

  /// A closure that returns the time in seconds since 1970.
  var now: @MainActor () -> Int = { LocalTime.now } {
    didSet { journal.now = now }
  }

  /// The sessions of the open pages that were shown, by the identity of the page.
  var sessions: [ObjectIdentifier: PageSession] = [:]

  /// A Boolean value that indicates whether the browser has shown its first page.
  ///
  /// Until then, changes of the navigator do not create sessions.
  var hasStarted = false

  /// The range of columns of each tab title in the last layout, or an empty array without a tab
  /// bar.
  var tabSpans: [Range<Int>] = []

  /// The controller that shows the current item in the preview pane.
  private(set) lazy var preview = PreviewController(self)

  /// A prompt, menu or panel that covers the page or its status line, and receives keys.
  enum Overlay {
    case prompt(Prompt)
    case panel(Panel)

    /// The menu of the forms in which items are copied, in the status line.
    case copyMenu
  }

  /// A message that the status line shows.
  struct Message {
    var text: String
    var isWarning = false
  }

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - navigator: The navigator of the pages.
  ///   - theme: The initial theme.
  ///   - keys: The key bindings.
  ///   - journal: The log of the events until now, or `nil` to record events from now on.
  init(
    navigator: Navigator, theme: Theme = .standard, keys: KeyBindings = .standard,
    journal: ActivityLog? = nil
  ) {
    self.navigator = navigator
    (self.theme, self.keys) = (theme, keys)
    self.journal = journal ?? ActivityLog(of: navigator.registry)
    export.onChange = { [weak self] in self?.control?.setNeedsDisplay() }
    self.journal.onChange = { [weak self] in self?.noteActivity() }
    navigator.onPageClosed = { [weak self] in self?.endSession(of: $0) }
    navigator.onPagesChange = { [weak self] in
      if let self, hasStarted { updateSessions() }
    }
    navigator.onPageUnavailable = { [weak self] in self?.showWarning(localized("skipped: \($0)")) }
  }

  // MARK: - Keys

  var contextKeys: KeyTable<Action>? {
    switch overlay {
    case .prompt(let prompt): prompt.keys
    case .panel(let panel): panelKeys(of: panel)
    case .copyMenu: KeyBindings.copyMenu
    case nil: takesText ? KeyBindings.form : pageKeys
    }
  }

  var allowsApplicationKeys: Bool {
    overlay == nil && !takesText
  }

  private func panelKeys(of panel: Panel) -> KeyTable<Action> {
    if panel.isInspector { return keys.inspector }
    return screen?.focusedTextInput != nil ? keys.panelOverForm : keys.panel
  }

  /// A Boolean value that indicates whether the page receives typed text.
  ///
  /// The page accepts text input, and no prompt or panel is open.
  var takesText: Bool { overlay == nil && screen?.focusedTextInput != nil }

  /// Processes a key that is not bound to an action, as text for the prompt or for a page with text
  /// input.
  func receive(_ key: KeyPress) {
    message = nil
    // Another key closes the menu.
    if case .copyMenu = overlay { overlay = nil }
    if case .prompt(var prompt) = overlay {
      if prompt.question != nil { return commands.answer(key, prompt) }
      _ = prompt.line.press(key)
      show(prompt)
    } else if takesText {
      _ = screen?.sendKey(key)
    }
  }

  /// A Boolean value that indicates whether a prompt or a question is open.
  var hasPrompt: Bool { if case .prompt = overlay { true } else { false } }

  /// A Boolean value that indicates whether a question is open, which is answered by one key, or by
  /// one line in line mode.
  var isAsking: Bool { if case .prompt(let prompt) = overlay { prompt.isQuestion } else { false } }

  /// A Boolean value that indicates whether a question is open that the user has not seen yet.
  var hasUnseenQuestion: Bool {
    if case .prompt(let prompt) = overlay { prompt.isQuestion && !prompt.isShown } else { false }
  }

  /// Records that the user has seen the open question, so that it can be confirmed.
  func noteQuestionShown() {
    guard hasUnseenQuestion, case .prompt(var prompt) = overlay else { return }
    prompt.isShown = true
    overlay = .prompt(prompt)
  }

  /// A Boolean value that indicates whether typed keys are text for a prompt that is not a
  /// question.
  var collectsTypedKeys: Bool { if case .prompt = overlay { !isAsking } else { false } }

  /// Inserts typed keys into the prompt together, so that the resulting text is applied once.
  func receive(typed keys: [KeyPress]) {
    guard case .prompt(var prompt) = overlay else { return }
    message = nil
    for key in keys { _ = prompt.line.press(key) }
    show(prompt)
  }

  func perform(_ action: Action) {
    message = nil
    if case .copyMenu = overlay, action != .escape { overlay = nil }
    if shouldDefer(action) { return }
    appearance.record()
    if overlay == nil { session?.noteOptions() }
    if overlay == nil, action.has(.usesList) { recordVisitedFolder() }
    switch action {
    case .move(let movement): move(movement)
    case .edit(let edit): self.edit(edit)
    case .complete(let direction): complete(direction)
    case .recall(let direction): recall(direction)
    case .accept: accept()
    case .open: openSelection(.here)
    case .peek: openSelection(.over)
    case .openTab: openSelection(.tab)
    case .openByKey(let key): open(byKey: key)
    case .pageCommand(let letter): perform(commandWith: letter)
    case .goToParent: goToParent()
    case .back: goBack()
    case .forward: goForward()
    case .closePage: closePage()
    case .nextTab: goToTab(by: 1)
    case .previousTab: goToTab(by: -1)
    case .closeTab: closeTab()
    case .nextPane: focusNext()
    case .home: goHome()
    case .quit: quit()
    case .help: showHelp()
    case .inspect: inspect()
    case .inspectNext: inspectNeighbour { $0.selectNext() }
    case .inspectPrevious: inspectNeighbour { $0.goToPrevious() }
    case .showLog: showActivity()
    case .copy: copy()
    case .copyURL: copyURL()
    case .copyForm(let form): copyItems(as: form)
    case .bookmark: toggleBookmark()
    case .copyCode: copyCode()
    case .writeManifest: writeManifest()
    case .debug: toggleDebugging()
    case .prompt: openPrompt()
    case .palette: openPalette()
    case .filter: picking?.hasPrompt == true ? openPickPrompt() : queries.openFilterPrompt()
    case .sort: queries.openSortPrompt()
    case .fieldStatistics: showFields()
    case .preview: preview.toggle()
    case .previewDown: preview.scroll(.halfPageDown)
    case .previewUp: preview.scroll(.halfPageUp)
    case .previewLarger: preview.resize(by: 10)
    case .previewSmaller: preview.resize(by: -10)
    case .reverse: queries.reverseOrder()
    case .group: queries.openGroupPrompt()
    case .columns: queries.openColumnsPrompt()
    case .moveColumnCursor(let movement): columns.moveCursor(movement)
    case .sortColumn: columns.sort()
    case .showOnlyValue: columns.filterByValue()
    case .hideValue: columns.filterByValue(isExcluded: true)
    case .countValues: countValues()
    case .hideColumn: if !hideCurrentField() { columns.hide() }
    case .narrowColumn: columns.resize(by: -ColumnController.widthStep)
    case .widenColumn: columns.resize(by: ColumnController.widthStep)
    case .fitColumn: columns.toggleFit()
    case .freezeColumns: columns.toggleFrozen()
    case .undoView: appearance.undo()
    case .resetView: appearance.reset()
    case .fold: if !trees.toggle() { queries.toggleFold() }
    case .foldAll: if !trees.toggleLevel() { queries.toggleFoldOfAll() }
    case .switchView: switchView()
    case .tree(let action): perform(action)
    case .search: queries.openSearchPrompt()
    case .searchNext: cursor.searchAgain(isForward: true)
    case .searchPrevious: cursor.searchAgain(isForward: false)
    case .toggleBaseline: toggleBaseline()
    case .removeChangeMarks: removeChangeMarks()
    case .nextChange: cursor.moveToChange(isForward: true)
    case .previousChange: cursor.moveToChange(isForward: false)
    case .jumpBack: cursor.jump(isForward: false)
    case .jumpForward: cursor.jump(isForward: true)
    case .escape: escape()
    case .cancel: cancel()
    case .reload: readAgain()
    case .pause: togglePause()
    case .follow: toggleFollowing()
    case .mark: toggleMark()
    case .markItems(.none): mark(.none)
    case .markItems(let marking): deferred.perform { self.mark(marking) }
    case .pick: deferred.perform { self.pick() }
    case .cancelPick: pickNothing()
    case .changePickOrder: changePickOrder()
    case .runCommand: commands.openPrompt(.run)
    case .pipeToCommand: commands.openPrompt(.pipe)
    case .editSource: editor.edit()
    case .write: openWritePrompt()
    case .older: goInTime(by: -1)
    case .newer: goInTime(by: 1)
    case .latest: returnToLive()
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
        cursor.recordingMove { screen?.focusedScrolling?.move(movement) }
      } else {
        screen?.focusedScrolling?.move(movement)
      }
    }
  }

  /// Closes the innermost of several states: the prompt or panel, deferred actions, the export, the
  /// presented page, or the query.
  private func escape() {
    if overlay == nil, !deferred.cancelAll(), !export.stop(), !navigator.dismiss(),
      !columns.removeCursor(), !cursor.removeHighlights(), !queries.clear(), picking != nil
    {
      showMessage(keys.offer((.closePage, localized("cancels"))))
    }
    if case .panel(let panel) = overlay, let asking = panel.suspendedPrompt {
      overlay = .prompt(asking)
      return
    }
    if case .prompt(let prompt) = overlay { leave(prompt) }
    overlay = nil
  }

  private func toggleDebugging() {
    navigator.isDebugging.toggle()
    for session in sessions.values { session.screen.styling?.isDebugging = navigator.isDebugging }
    showMessage(
      navigator.isDebugging
        ? localized("debug mode on") : localized("debug mode off"))
  }

  private func cancel() {
    if export.stop() { return }
    let stopped = navigator.focusedPage?.stopLoading() ?? false
    showMessage(
      stopped
        ? localized("loading stopped: the list may be incomplete")
        : keys.offer((.closePage, localized("quits"))))
  }
}
