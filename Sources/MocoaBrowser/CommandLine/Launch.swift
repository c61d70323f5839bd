internal import MocoaLocalization
package import Mocoa
internal import MocoaModel
internal import MocoaSystem
package import MocoaTerminal

/// One run of the program, from its arguments to its exit status.
@MainActor
package struct Launch {
  nonisolated static let version = "0.1.0"

  let arguments: [String]

  /// The clock of the program.
  let clock: any FrameClock

  /// The program name, which is also the name of its folders for state and data.
  let name: String

  /// The URL of the page that opens if the command line names no source.
  let home: String

  /// The features of the program, which register their modules in this order.
  let features: [ProgramFeature]

  /// A closure that registers the other modules of the program.
  let register: @MainActor (ModuleRegistry) -> Void

  /// The object that retains the interface that is running until the program ends.
  private let running = Running()

  private final class Running {
    var application: Application<Browser>?
    var lines: LineMode?
    var isSaved = false
  }

  /// Prepares the process.
  ///
  /// Call this method before the program opens a file.
  package nonisolated static func prepare() {
    StandardStreams.reserveDescriptors()
    SystemLimits.reportLargeFiles()
    Language.preferred.activate()
  }

  /// Creates a run of a program.
  package init(
    _ arguments: [String], clock: any FrameClock, name: String, home: String? = nil,
    features: [ProgramFeature], register: @escaping @MainActor (ModuleRegistry) -> Void = { _ in }
  ) {
    (self.arguments, self.clock, self.name) = (arguments, clock, name)
    self.home = home ?? HomePage.address
    (self.features, self.register) = (features, register)
  }

  /// The maximum time that the program waits for pending saves when it ends.
  private static let exitSaveTimeout = Duration.seconds(5)

  /// A closure that is called at the end with the exit status.
  package typealias ExitHandler = @MainActor (Int32) -> Void

  /// Closures that create the terminal of the full-screen interface or of line mode.
  ///
  /// A closure is called only when its terminal is needed.
  package struct TerminalFactory {
    let screen: @MainActor () -> any Backend
    let inline: @MainActor (InlineHeight) -> any Backend
    let lines: @MainActor () -> any LineTerminal

    /// A closure that makes the next signal end the program.
    ///
    /// It is called after the terminal is closed.
    let letSignalsEnd: @MainActor () -> Void

    /// Creates a factory from closures.
    package init(
      screen: @escaping @MainActor () -> any Backend,
      inline: (@MainActor (InlineHeight) -> any Backend)? = nil,
      lines: @escaping @MainActor () -> any LineTerminal,
      letSignalsEnd: @escaping @MainActor () -> Void = {}
    ) {
      (self.screen, self.lines, self.letSignalsEnd) = (screen, lines, letSignalsEnd)
      self.inline = inline ?? { _ in screen() }
    }
  }

  /// Runs the program.
  ///
  /// An error is printed as one line to standard error.
  package func run(on terminals: TerminalFactory, _ end: @escaping ExitHandler) {
    let last: ExitHandler = { status in
      // The terminal is already restored here.
      save()
      end(status)
    }
    attempt(last) { try start(terminals, last) }
  }

  /// Waits until the last changes are saved.
  ///
  /// Repeated calls do nothing.
  private func save() {
    if running.isSaved { return }
    running.isSaved = true
    for error in PendingSaves.flush(timeout: Self.exitSaveTimeout) {
      StandardStreams.printError(localized("last changes not saved: \(error)"))
    }
  }

  /// Starts the command that the arguments select.
  ///
  /// - Returns: The exit status, or `nil` if the program continues to run and calls `end` later.
  private func start(_ terminals: TerminalFactory, _ end: @escaping ExitHandler) throws -> Int32? {
    let themes = ThemeCatalog.ofUser
    let settings = Config.settings(themes: themes)
    settings.content.language?.activate()
    if arguments.dropFirst().starts(with: CompletionList.command) {
      return try complete(
        arguments.dropFirst(1 + CompletionList.command.count), themes, settings.content.keys)
    }
    let options = try Options(Array(arguments.dropFirst()), settings.content)
    if options.showsHelp { return try write(Help.text) }
    if options.showsVersion { return try write(versionText) }
    let isInteractive =
      options.picks
      || StandardStreams.outputIsTerminal && (!options.isPlain || StandardStreams.supportsLineMode)
    if options.picks, !StandardStreams.outputIsOpen { throw PickSession.PickError(reason: .closed) }
    let keys = settings.content.keys
    if options.command == .generate {
      return try write(GenerateCommand.text(options.operands.first))
    }
    if options.command == .config { return try ConfigCommand(themes: themes).run(options) }
    if options.command == .modules, options.checksFiles {
      return try ManifestCheck.print(options.operands, keys: keys, features: features)
    }
    if let theme = options.theme, !themes.has(theme) { throw LaunchError.noTheme(theme, themes) }
    let shows =
      isInteractive
      && ([.open, .watch].contains(options.command)
        || options.command == .diff && options.output == nil)
    if ![.modules, .explain].contains(options.command) {
      try SystemLimits.check(showsScreen: shows)
    }
    let manifests = ManifestCatalog(
      paths: options.manifests, userFolder: ManifestFolder.path, isWatching: shows,
      keys: keys)
    let registry = ModuleRegistry()
    // The log also receives the first registrations, and the samples when they are needed.
    let log = try shows ? options.logPath.map { try LogFile(path: $0) } : nil
    for path in (options.operands + options.manifests) where log?.isWritten(to: path) == true {
      throw LaunchError.logOfItself(path)
    }
    log?.follow(registry)
    let journal = shows ? ActivityLog(of: registry) : nil
    for feature in features { feature.setMemoryLimit(settings.content.memoryLimit) }
    let places = LocationStore(
      folder: XDGDirectory.state.path(of: name),
      recents: settings.content.recents ?? LocationStore.recentLimit)
    let context = FeatureContext(
      options: options, follows: isInteractive, manifests: manifests,
      clock: isInteractive ? clock : nil, dataFolder: XDGDirectory.data.path(of: name))
    Self.registerModules(
      of: features, in: registry, context, locations: places, register: register)
    if !shows {
      places.onMessage = { text, _ in StandardStreams.printError(text) }
      for complaint in settings.diagnostics + manifests.errorMessages {
        StandardStreams.printError(complaint)
      }
    }
    switch options.command {
    case .modules: return try ModulesReport.print(registry, below: options.operands.first)
    case .explain: return try ExplainReport.print(registry, options.operands.first)
    case .diff where shows && features.contains(where: { $0.commands[.diff] != nil }): break
    case .diff, .scaffold:
      guard let run = features.compactMap({ $0.commands[options.command] }).first else {
        throw LaunchError.unsupported(options.command)
      }
      wait(end) { try await run(options, registry) }
      return nil
    case .open, .watch, .config, .generate: break
    }
    if let journal {
      let browser = Browser(
        navigator: Navigator(registry: registry, isDebugging: options.isDebugging),
        keys: keys, journal: journal)
      browser.log = log
      browser.places = places
      browser.commands.confirmation = settings.content.confirm ?? browser.commands.confirmation
      browser.tell(of: manifests)
      browser.follow(themes, options.theme)
      browser.navigator.home = try ModuleURL(home)
      let warnings = [
        settings.firstErrorMessage("mocoa config --check"),
        EditorController.keptCopies(EditorCopy.removeAbandoned()),
      ].compactMap(\.self)
      if !warnings.isEmpty { browser.showWarning(warnings.joined(separator: " · ")) }
      if let folder = XDGDirectory.state.path(of: name) {
        Draft.removeAbandoned(in: folder)
      }
      try browse(browser, options, terminals, end)
    } else {
      let resumed = options.resumes ? try resuming.shownURL() : nil
      try list(resumed ?? LaunchTarget(options, registry, home: home).url, registry, options, end)
    }
    return nil
  }

  /// Runs a closure and ends the program with the returned status or after the thrown error.
  ///
  /// If the closure returns `nil`, the program continues.
  private func attempt(_ end: ExitHandler, _ body: () throws -> Int32?) {
    do {
      if let status = try body() { end(status) }
    } catch OutputError.closed {
      end(ExitStatus.closedOutput)
    } catch {
      StandardStreams.printError("\(error)")
      end(ExitStatus.failure)
    }
  }

  /// Registers all modules of the program.
  ///
  /// - Parameters:
  ///   - features: The features of the program.
  ///   - registry: The registry that receives the modules.
  ///   - context: The state of the run.
  ///   - places: The recent files and bookmarks that the home page lists.
  ///   - register: A closure that registers the other modules of the program.
  static func registerModules(
    of features: [ProgramFeature], in registry: ModuleRegistry, _ context: FeatureContext,
    locations places: LocationStore, register: @MainActor (ModuleRegistry) -> Void
  ) {
    let samples: @MainActor () -> [HomeEntry] = {
      let samples = features.flatMap { $0.homeSamples() }
      return samples.indices.filter { index in
        !samples[(index + 1)...].contains { $0.target == samples[index].target }
      }.map { samples[$0] }
    }
    HomePage.register(
      in: registry, follows: context.follows, locations: places,
      suppliers: .init(samples: samples, sections: features.compactMap(\.homeSections)))
    ModulesPage.register(in: registry)
    TallyPage.register(in: registry)
    for feature in features { feature.register(registry, context) }
    register(registry)
    // Manifests come after the modules in code, whose addresses take precedence.
    context.manifests.register(in: registry)
  }

  /// Prints the completions of a command line.
  private func complete(
    _ words: ArraySlice<String>, _ themes: ThemeCatalog, _ keys: KeyBindings
  ) throws -> Int32 {
    let completions = CompletionList(CompletionRequest(Array(words)), themes: themes.names) {
      let registry = ModuleRegistry()
      let manifests = ManifestCatalog(
        paths: [], userFolder: ManifestFolder.path, isWatching: false, keys: keys)
      Self.registerModules(
        of: features, in: registry, FeatureContext(options: Options(), manifests: manifests),
        locations: LocationStore(), register: register)
      return ModulesReport.modules(of: registry.roots).map(\.url.description)
    }
    return try write(completions.text)
  }

  private var versionText: String {
    let libraries = features.flatMap { $0.libraryVersions() }.joined(separator: ", ")
    return "mocoa \(Self.version)\(libraries.isEmpty ? "" : " (\(libraries))")\n"
  }

  private func write(_ text: String) throws -> Int32 {
    try StandardStreams.write(Array(text.utf8), to: 1)
    return ExitStatus.success
  }

  // MARK: - Opening

  /// The time that the program waits for the page before it starts the terminal.
  ///
  /// If an error occurs in this time, it is printed and the program ends. A slower page continues
  /// to load on the screen.
  private static let timeout = Duration.milliseconds(150)

  private var resuming: SessionRestorer { SessionRestorer(file: .standard(of: name)) }

  /// Shows a page, or restores the pages of the last run, until the user quits.
  ///
  /// The method waits with callbacks. Resuming a suspended task would start a thread pool, which
  /// the system then wakes once a second.
  private func browse(
    _ browser: Browser, _ options: Options, _ terminals: TerminalFactory,
    _ end: @escaping ExitHandler
  ) throws {
    let navigator = browser.navigator
    browser.motion = options.motion ?? StandardStreams.motion
    (browser.marksChanges, browser.showsBars) = (options.marksChanges, options.showsBars)
    if options.picks {
      browser.picking = PickSession(options)
      // Rows that move after each key are hard to read.
      if options.hasPickPrompt, options.motion == nil { browser.motion = .off }
    }
    if options.resumes {
      if let warning = try resuming.resume(navigator) { browser.showWarning(warning) }
    } else {
      try navigator.push(LaunchTarget(options, navigator.registry, home: home).url)
    }
    let outcome = options.command == .diff ? navigator.focusedPage as? any OutcomePage : nil
    // Changes before the first frame also belong in the log.
    var earlyLog = navigator.shownPages.compactMap { page in
      (page as? ListPageViewModel).flatMap { browser.log?.follow($0) }
    }
    var isDecided = false
    let decide: @MainActor (String?) -> Void = { reason in
      if isDecided { return }
      isDecided = true
      attempt(end) {
        // Restored pages are shown even if they failed, so that the user sees the error.
        if let reason, !options.resumes { throw LaunchError.incomplete(reason) }
        if browser.hasNothingToPick { return ExitStatus.negative }
        if let outcome, let text = outcome.closingText {
          try StandardStreams.write(Array((text + "\n").utf8), to: 1)
          return outcome.exitStatus
        }
        let finish: ExitHandler = { status in
          browser.export.cancelAndWait()
          if let picking = browser.picking {
            return attempt(end) {
              if status == ExitStatus.success {
                // The reader of the result may be slow, so changes are saved and signals work
                // before it is printed.
                save()
                terminals.letSignalsEnd()
                try picking.print()
              }
              return status
            }
          }
          browser.syncCursorFragments()
          do throws(SessionFile.SessionFileError) {
            try resuming.save(navigator)
          } catch {
            StandardStreams.printError("\(error)")
          }
          guard status == ExitStatus.success, let outcome else { return end(status) }
          if let text = outcome.closingText {
            attempt(end) { try write(text + "\n") }
          } else {
            end(outcome.exitStatus)
          }
        }
        guard options.picksOnlyMatch || options.endsIfEmpty else {
          try show(browser, options, terminals, finish)
          // The shown pages have sessions now, which write the log.
          earlyLog.removeAll()
          return nil
        }
        browser.awaitMatches { count in
          if count == 0, options.endsIfEmpty { return finish(ExitStatus.negative) }
          if count == 1, options.picksOnlyMatch, browser.pickOnlyItem() {
            return finish(ExitStatus.success)
          }
          attempt(end) {
            try show(browser, options, terminals, finish)
            return nil
          }
        }
        return nil
      }
    }
    navigator.focusedPage?.onInitialLoad(decide)
    if !isDecided { clock.call(after: Self.timeout) { decide(nil) } }
  }

  /// Shows the browser in the full-screen interface.
  ///
  /// If the user requests line mode or the terminal has no screen functions, the browser runs in
  /// line mode.
  private func show(
    _ browser: Browser, _ options: Options, _ terminals: TerminalFactory,
    _ end: @escaping ExitHandler
  ) throws {
    if options.isPlain {
      return try read(browser, terminals, reason: nil, end)
    }
    if browser.picking != nil {
      browser.updateSessions()
      browser.openPickPrompt()
    }
    let backend = options.height.map(terminals.inline) ?? terminals.screen()
    backend.isMouseOn = options.hasMouse
    let application = Application(
      backend: backend, content: browser, keys: browser.keys.global, clock: clock)
    browser.control = application
    running.application = application
    do {
      try application.start(end)
    } catch let refusal as any LineModeFallbackError where refusal.allowsLineMode {
      running.application = nil
      try read(browser, terminals, reason: refusal.fallbackReason, end)
    }
  }

  /// Shows the browser in line mode.
  private func read(
    _ browser: Browser, _ terminals: TerminalFactory, reason: String?, _ end: @escaping ExitHandler
  ) throws {
    browser.overlay = nil
    let lines = LineMode(browser, terminal: terminals.lines(), clock: clock)
    browser.control = lines
    running.lines = lines
    try lines.start(reason: reason, end)
  }

  /// Prints the items of a page as they arrive.
  ///
  /// If the page embeds lists, their items are printed.
  private func list(
    _ url: ModuleURL, _ registry: ModuleRegistry, _ options: Options, _ end: @escaping ExitHandler
  ) throws {
    if options.logPath != nil { throw LaunchError.logWithoutScreen }
    let navigator = Navigator(registry: registry)
    let page = try navigator.push(url)
    // A reader of the output could not detect that the filter failed.
    if let fault = (page as? ListPageViewModel)?.applyListOptions() { throw fault }
    guard let listing = PlainListing(of: page, isDebugging: options.isDebugging) else {
      throw LaunchError.notAList(url)
    }
    // An empty list may look complete before the page has settled.
    page.onInitialLoad { _ in
      wait(end) {
        defer { withExtendedLifetime(navigator) {} }
        if let reason = try await listing.print() { throw LaunchError.incomplete(reason) }
        return ExitStatus.success
      }
    }
  }

  /// Awaits a command that needs no terminal, and ends the program with its exit status.
  private func wait(
    _ end: @escaping ExitHandler, _ body: @escaping @MainActor () async throws -> Int32
  ) {
    Task {
      do {
        let status = try await body()
        end(status)
      } catch {
        attempt(end) { throw error }
      }
    }
  }
}
