internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaSystem
internal import MocoaTerminal

/// The home screen: recent files, bookmarks, the working folder, this machine, and samples.
final class HomePage: ListPageViewModel {
  nonisolated static let address = "mocoa://home/"

  /// The providers of the items that are not saved locations.
  struct Suppliers {
    /// A closure that returns the samples of the program.
    var samples: @MainActor () -> [HomeEntry] = { [] }

    /// Closures that return further sections.
    ///
    /// They are called on a background thread, because they read folders.
    var sections: [@Sendable () -> [HomeSection]] = []

    /// A closure that examines a file.
    ///
    /// It is called on another background thread, because a file system may not respond.
    var status: @Sendable (String) -> FileStatus = { FileStatus(ofFileAt: $0) }

    /// A closure that returns the present time in seconds since 1970.
    var now: @MainActor () -> Int = { LocalTime.now }
  }

  /// The time at which the page appeared, from which the ages of recent locations follow.
  private(set) var time: Int

  /// The offset of the local time zone from UTC, in seconds.
  private(set) var timeZoneOffset: Int

  private let source: HomeSource
  private let locations: LocationStore
  private let follows: Bool
  private let suppliers: Suppliers
  private var contents: HomeContents
  private var tokens: [ObservationToken] = []
  private var watch: FileObserver?

  /// The files of the saved locations, as last examined.
  private var files: [String: FileStatus] = [:]

  /// The paths that were examined since the page appeared.
  private var examinedPaths: Set<String> = []

  /// The removals of this page that can be undone, oldest first.
  private var removals: [LocationStore.Removal] = []

  /// The providers of sections that were not called yet.
  private var pendingSuppliers: [@Sendable () -> [HomeSection]]

  /// A Boolean value that indicates whether a background thread calls providers of sections.
  private var isLoadingSections = false

  /// A Boolean value that indicates whether a background thread examines files.
  private var isExamining = false

  /// The closures to call when the further sections are loaded.
  private var waiting: [@MainActor () -> Void] = []

  /// The columns of sections in a wide window: the saved locations, and the other sections.
  private static let columnsStyle = SectionColumnsStyle(
    leading: Set(
      [HomeIntro.kind, HomeSection.Kind.recents.rawValue, HomeSection.Kind.bookmarks.rawValue]
        .map { ItemID($0) }), minimumWidth: 160, minimumItemCount: 3)

  /// Registers the page.
  ///
  /// - Parameters:
  ///   - registry: The registry for the module.
  ///   - follows: A Boolean value that indicates whether the page is updated when another process
  ///     saves a bookmark or a recent file.
  ///   - places: The bookmarks and recent files.
  ///   - suppliers: The providers of the other items.
  static func register(
    in registry: ModuleRegistry, follows: Bool, locations places: LocationStore,
    suppliers: Suppliers
  ) {
    let home = registry.define(address).page(localized("Home")) {
      HomePage(
        url: $0.url, registry: registry, follows: follows, locations: places, suppliers: suppliers)
    }
    home.sectionColumns(columnsStyle)
    home.section.header.register(HeadingViewModel.self)
    home.section.supplement(HomeIntro.kind).register(HomeIntroViewModel.self)
      .view(HomeIntroCell.self)
    home.section.cell.register(HomeCellViewModel.self).view(HomeCell.self)
  }

  init(
    url: ModuleURL, registry: ModuleRegistry, follows: Bool, locations places: LocationStore,
    suppliers: Suppliers
  ) {
    (self.locations, self.follows, self.suppliers) = (places, follows, suppliers)
    time = suppliers.now()
    timeZoneOffset = LocalTime(time).timeZoneOffset
    var contents = HomeContents()
    contents.part = url[HomeContents.partOption].flatMap(HomeContents.Part.init) ?? .start
    let isStart = contents.part == .start
    pendingSuppliers = isStart ? suppliers.sections : []
    if isStart {
      contents.samples = suppliers.samples().filter { $0.isRegistered(in: registry) }
      contents.program = Self.programEntries(registry)
    }
    self.contents = contents
    source = HomeSource(contents.makeList())
    super.init(
      url: url, list: ListViewModel(source: source, module: registry.define(url.withoutOptions)))
    updateLocations()
    tokens = places.lists.map { list in
      list.observe { [weak self] in
        self?.updateLocations()
        self?.examineFiles()
      }
    }
  }

  override var title: String {
    switch contents.part {
    case .start: localized("home")
    case .recents: contents.title(of: .recents)
    case .bookmarks: contents.title(of: .bookmarks)
    }
  }

  override var parentURL: ModuleURL? { contents.part == .start ? nil : navigator?.home }
  override var breadcrumb: [String] { contents.part == .start ? [] : [title] }

  override func willAppear() {
    if follows { watch = locations.watch() }
    time = suppliers.now()
    timeZoneOffset = LocalTime(time).timeZoneOffset
    // Files may have changed since the page was shown last.
    examinedPaths = []
    source.setPhase(.loading(fraction: nil))
    locations.load()
    // Usually the files respond first, so that one frame shows both.
    examineFiles()
    loadSections()
  }

  override func didDisappear() { watch = nil }

  /// Calls a closure after the further sections are loaded.
  ///
  /// The closure does not wait for the files of the saved locations.
  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    if isLoadingSections { waiting.append { perform(nil) } } else { perform(nil) }
  }

  // MARK: - Commands

  /// The key bindings of the page, as the manual lists them.
  nonisolated static let bindings: [KeyBindings.Binding] = [
    .init(
      (1...9).map { .character(Unicode.Scalar(UInt8(ascii: "0") + $0)) }, .pageCommand("1"),
      "open item by number"),
    .init([.character("D")], .pageCommand("D"), "remove from list"),
    .init([.character("U")], .pageCommand("U"), "undo removal"),
  ]

  /// The commands that open items by their numbers, that remove the saved location under the
  /// cursor, and that undo a removal.
  override var commands: [PageCommand] {
    var commands = numberCommands
    if let saved = (list.highlightedViewModel as? HomeCellViewModel)?.model.savedLocation {
      commands.append(
        PageCommand(localized("remove"), letter: "D") { [weak self] in
          guard let self else { return }
          if let removal = locations.remove(saved.location, from: saved.kind) {
            removals.append(removal)
          }
        })
    }
    if !removals.isEmpty {
      commands.append(
        PageCommand(localized("undo"), letter: "U") { [weak self] in
          guard let self, let removal = removals.popLast() else { return }
          locations.restore(removal)
        })
    }
    return commands
  }

  /// The commands that open items by their numbers.
  ///
  /// The status line and the help list only the first command.
  private var numberCommands: [PageCommand] {
    let count = numberedPaths.count
    return (1..<(count + 1)).map { number in
      let letter = Unicode.Scalar(UInt8(ascii: "0") + UInt8(number))
      let hint = count > 1 ? localized("1–\(count) open") : localized("1 open")
      return PageCommand(
        number == 1 ? localized("open item by number") : "", letter: letter,
        hint: number == 1 ? hint : ""
      ) { [weak self] in self?.open(number) }
    }
  }

  /// The paths of the numbered items in the list, except items that a filter excludes.
  private var numberedPaths: [(number: Int, path: ItemPath)] {
    let snapshot = list.snapshot
    let first = snapshot.sections.prefix(4).enumerated()
    return first.flatMap { section, content in
      (0..<min(content.items.count, HomeContents.recentLimit * 2)).compactMap { item in
        guard let number = (content.items.element(at: item) as? HomeEntry)?.number else {
          return nil
        }
        return (number, ItemPath(section: section, item: item))
      }
    }
  }

  /// Opens the item with a number.
  private func open(_ number: Int) {
    guard let path = numberedPaths.first(where: { $0.number == number })?.path,
      let entry = list.snapshot.element(at: path) as? HomeEntry
    else { return }
    if let fragment = fragment(for: path) { moveCursor(to: fragment) }
    switch entry.target {
    case .page(let url):
      do {
        try navigator?.push(ModuleURL(url))
      } catch {
        locations.onMessage?("\(error)", true)
      }
    case .unavailable(let reason): locations.onMessage?(reason, false)
    case .action: break
    }
  }

  // MARK: - Contents

  /// Returns the items about the program itself: its modules, settings and keys.
  private static func programEntries(_ registry: ModuleRegistry) -> [HomeEntry] {
    var entries = [
      HomeEntry(
        name: localized("Modules"), detail: localized("all registered URLs"),
        url: ModulesPage.address)
    ]
    if let path = Config.path {
      let url = SmallFile.exists(path) ? try? registry.url(forPath: path) : nil
      entries.append(
        HomeEntry(
          name: localized("Settings"), detail: XDGDirectory.short(path),
          target: url.map { .page("\($0)") }
            ?? .unavailable(localized("no settings file (mocoa config --init creates one)"))))
    }
    entries.append(
      HomeEntry(
        name: localized("Keys"), detail: localized("all keys and commands"),
        target: .action(.help)))
    return entries
  }

  /// Updates the saved locations in the list.
  private func updateLocations() {
    contents.recents = entries(of: locations.recents)
    contents.bookmarks = entries(of: locations.bookmarks)
    source.show(contents.makeList())
  }

  private func entries(of list: LocationList) -> [HomeEntry] {
    list.locations.prefix(list.limit).map { location in
      HomeEntry(
        location, of: list.kind, status: location.path.flatMap { files[$0] } ?? .unknown)
    }
  }

  /// Returns the paths of the shown saved locations that were not examined yet.
  private func unexaminedPaths() -> Set<String> {
    let shown = contents.makeSections().flatMap(\.entries)
    return Set(shown.compactMap(\.savedLocation?.location.path).filter { $0.hasPrefix("/") })
      .subtracting(examinedPaths)
  }

  /// Loads the further sections, such as the working folder, on a background thread.
  private func loadSections() {
    if isLoadingSections { return }
    let suppliers = pendingSuppliers
    guard !suppliers.isEmpty else { return finishLoading() }
    isLoadingSections = true
    pendingSuppliers = []
    let take: @MainActor @Sendable ([HomeSection]) -> Void = { [weak self] in self?.take($0) }
    let isStarted = BackgroundThread.run {
      let sections = suppliers.flatMap { $0() }
      MainActorScheduler.schedule { take(sections) }
    }
    if isStarted { return }
    // Without a thread, the list has no further sections until it appears again.
    pendingSuppliers = suppliers
    finishLoading()
  }

  private func take(_ sections: [HomeSection]) {
    contents.found += sections
    updateLocations()
    finishLoading()
  }

  /// Calls the closures that wait for the further sections.
  private func finishLoading() {
    isLoadingSections = false
    source.setPhase(.finished)
    let closures = waiting
    waiting = []
    for perform in closures { perform() }
  }

  /// Examines the files of the saved locations on their own background thread.
  ///
  /// A file system may not respond, and must not delay the further sections.
  private func examineFiles() {
    let paths = unexaminedPaths()
    if isExamining || paths.isEmpty { return }
    isExamining = true
    examinedPaths.formUnion(paths)
    let take: @MainActor @Sendable ([String: FileStatus]) -> Void = { [weak self] in
      self?.take($0)
    }
    let isStarted = BackgroundThread.run { [status = suppliers.status] in
      let files = paths.map { ($0, status($0)) }
      MainActorScheduler.schedule { take(Dictionary(uniqueKeysWithValues: files)) }
    }
    if isStarted { return }
    // Without a thread, the list has no sizes until it appears again.
    examinedPaths.subtract(paths)
    isExamining = false
  }

  private func take(_ files: [String: FileStatus]) {
    self.files.merge(files) { $1 }
    isExamining = false
    updateLocations()
    // The saved locations may have changed in the meantime.
    examineFiles()
  }
}

extension HomePage: ActionListPage, FailureExplaining {
  func action(of cell: AnyCellViewModel) -> Action? {
    guard case .action(let action) = (cell as? HomeCellViewModel)?.model.target else { return nil }
    return action
  }

  func openFailureReason(of cell: AnyCellViewModel) -> String? {
    guard case .unavailable(let reason) = (cell as? HomeCellViewModel)?.model.target else {
      return nil
    }
    return reason
  }
}

extension HomeEntry {
  /// Returns `true` if the page of the item is registered.
  @MainActor
  fileprivate func isRegistered(in registry: ModuleRegistry) -> Bool {
    guard case .page(let url) = target else { return true }
    return (try? registry.module(at: ModuleURL(url))) != nil
  }
}
