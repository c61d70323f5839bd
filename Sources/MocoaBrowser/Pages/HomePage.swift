internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaSystem
internal import MocoaTerminal

/// The home screen: bookmarks, recent files, samples, and all registered modules.
final class HomePage: ListPageViewModel {
  static let address = "mocoa://home/"

  private let source: HomeSource
  private let locations: LocationStore
  private let follows: Bool
  private var tokens: [ObservationToken] = []
  private var watch: FileObserver?

  /// Registers the page.
  ///
  /// - Parameters:
  ///   - registry: The registry for the module.
  ///   - follows: A Boolean value that indicates whether the page is updated when another process
  ///     saves a bookmark or a recent file.
  ///   - places: The bookmarks and recent files.
  ///   - samples: A closure that returns the samples of the program.
  static func register(
    in registry: ModuleRegistry, follows: Bool, locations places: LocationStore,
    samples: @escaping @MainActor () -> [HomeEntry]
  ) {
    let home = registry.define(address).page(localized("Home")) {
      HomePage(
        url: $0.url, registry: registry, follows: follows, locations: places, samples: samples())
    }
    home.section.header.register(HeadingViewModel.self)
    home.section.cell.register(HomeCellViewModel.self)
  }

  init(
    url: ModuleURL, registry: ModuleRegistry, follows: Bool, locations places: LocationStore,
    samples: [HomeEntry]
  ) {
    (self.locations, self.follows) = (places, follows)
    let rest = Self.sections(of: samples, registry) + Self.modules(registry)
    source = HomeSource(SectionedList(Self.savedSections(places) + rest))
    super.init(
      url: url, list: ListViewModel(source: source, module: registry.define(url.withoutOptions)))
    tokens = places.lists.map { list in
      list.observe { [weak self] in
        guard let self else { return }
        source.show(SectionedList(Self.savedSections(self.locations) + rest))
      }
    }
  }

  override var title: String { localized("home") }
  override var parentURL: ModuleURL? { nil }
  override var breadcrumb: [String] { [] }

  override func willAppear() {
    if follows { watch = locations.watch() }
    locations.load()
  }

  override func didDisappear() { watch = nil }

  /// The key bindings for a saved location, as the manual lists them.
  nonisolated static let bindings: [KeyBindings.Binding] = [
    .init([.character("D")], .pageCommand("D"), "remove from list")
  ]

  /// The command that removes the saved location under the cursor.
  override var commands: [PageCommand] {
    guard let kept = (list.highlightedViewModel as? HomeCellViewModel)?.model.savedLocation else {
      return []
    }
    return [
      PageCommand(localized("remove"), letter: "D") { [locations] in
        locations.remove(kept.location, from: kept.kind)
      }
    ]
  }

  // MARK: - Sections

  private static func savedSections(_ places: LocationStore) -> [Section] {
    [
      (places.bookmarks, "bookmarks", localized("Bookmarks")),
      (places.recents, "recent", localized("Recent")),
    ].compactMap { list, id, title in
      section(id, title, list.locations.prefix(list.limit).map { HomeEntry($0, of: list.kind) })
    }
  }

  private static func sections(
    of samples: [HomeEntry], _ registry: ModuleRegistry
  ) -> [Section] {
    [
      section(
        "samples", localized("Samples"),
        samples.filter { (try? registry.module(at: ModuleURL($0.url))) != nil })
    ].compactMap(\.self)
  }

  private static func modules(_ registry: ModuleRegistry) -> [Section] {
    var modules: [HomeEntry] = []
    for root in registry.roots {
      root.forEach { if !$0.isEmpty { modules.append(HomeEntry($0)) } }
    }
    let count = localized("\(modules.count) registered")
    return [section("modules", localized("Modules"), count: count, modules)].compactMap(\.self)
  }

  /// Returns a section with a heading, or `nil` if it has no items.
  private static func section(
    _ id: String, _ title: String, count: String = "", _ entries: [HomeEntry]
  ) -> Section? {
    guard !entries.isEmpty else { return nil }
    return Section(
      id: ItemID(id), header: Heading(text: title, count: count), items: entries)
  }
}
