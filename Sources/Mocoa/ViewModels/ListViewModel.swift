public import MocoaModel

/// The view model of a list: it follows a source and makes the view models of what is looked at.
///
/// `content` is the list with all edits on top of its source. What is displayed is that, or an
/// `excerpt` of it. Edits refer to the content, all else to what is displayed.
///
/// Cell view models are made and prepared on first access; `children` holds the sections made so
/// far, and theirs the cells, in the order of the list. An item that stays keeps its view model
/// even when its content changes; one whose module changed gets a new one.
@MainActor
open class ListViewModel: ViewModel {
  /// The module of the list, below which sections and cells are looked for.
  public final let module: Module

  /// The list with all edits on top of its source, before a query: the whole of any excerpt.
  ///
  /// While a large difference is computed, `targetSnapshot` is the content that was asked for.
  public final var content: any ListSource { editedContent }

  final let editedContent: ListContent

  /// Calls a closure with each update of `content` before any other observer receives it.
  ///
  /// State that is kept by positions in the content, such as marks, follows so; observers read it.
  package final func trackContent(
    _ perform: @escaping @MainActor (ListUpdate) -> Void
  ) -> ObservationToken {
    editedContent.track(perform)
  }

  /// The source of the list, without edits.
  package final var baseSource: any ListSource { editedContent.source }

  /// The excerpt of `content` that is displayed; nil where all of it is, as it stands there.
  public internal(set) final var excerpt: (any ListExcerpt)?
  final var excerptToken: ObservationToken?

  /// What is displayed, as a source: the excerpt, or the content.
  public final var source: any ListSource { excerpt ?? content }

  /// The list as it is displayed now: the content, or an excerpt of it.
  public internal(set) final var snapshot: ListSnapshot

  /// The list that was asked for last, which is shown as soon as the difference is known.
  final var target: ListTarget

  /// With more items to compare than these, a difference is computed on a thread.
  package final var immediateLimit = 10_000

  /// The batches that are under way.
  final var batches = Batches()

  /// The sections made so far, by their position.
  final var sections = Made<SectionViewModel>()

  /// How many items may be selected; those that are too many are deselected.
  public final var selectionMode = SelectionMode.single {
    didSet { if selectionMode != oldValue { limitSelection() } }
  }

  /// The items that are selected.
  public internal(set) final var selection = ItemRanges()

  /// The view model that the cursor is on; nil where nothing is shown.
  public internal(set) final var highlighted: AnyCellViewModel?

  /// What a renderer shows now, and what may be let go.
  final var display = Display()
  private let resolutions = ResolutionCache()

  /// Which module shows an item, where that is not left to the modules below that of the list; nil
  /// for an item of which nothing is known.
  final var itemResolution: (@MainActor (any CellModel) -> Resolution?)?

  /// Which module shows what stands for items, or above them, whatever the module of the list is.
  final var standInResolution: (@MainActor (any CellModel) -> Resolution?)?

  /// Called when an item was selected, after its view model was told.
  final var onSelect: (@MainActor (ItemPath) -> Void)?

  final let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// A list that follows a source.
  public init(source: any ListSource, module: Module) {
    editedContent = ListContent(source)
    self.module = module
    snapshot = source.snapshot
    target = ListTarget(snapshot)
    super.init()
    token = source.observe { [weak self] in self?.follow($0) }
  }

  /// A list that shows a model, which never changes.
  public convenience init(model: some ListModel, module: Module) {
    self.init(source: StaticListSource(model), module: module)
  }

  /// A list that shows plain data by the rules of `PlainData`.
  public convenience init(data: (any Sendable)?, module: Module) {
    self.init(model: PlainData(data), module: module)
  }

  override final var ownLedger: Module.Ledger? { module.ledger }

  /// How far loading has come.
  public final var phase: ListPhase { source.phase }

  /// Tells a renderer of every change, until the token is cancelled or let go.
  public final func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void)
    -> ObservationToken
  {
    observers.add(perform)
  }

  /// Consumes `redraw` of a section; passes all else on.
  open override func didReceive(_ emission: Emission) {
    guard emission.name == .redraw, let section = emission.target as? SectionViewModel,
      sections[section.shownPosition] === section
    else {
      super.didReceive(emission)
      return
    }
    redraw(.section(section.shownPosition), for: emission)
  }

  /// Forgets a section that was removed by hand, so that it is made anew when looked at.
  open override func didRemoveChild(_ child: ViewModel) {
    if let section = child as? SectionViewModel, sections[section.shownPosition] === section {
      sections[section.shownPosition] = nil
      for (_, cell) in section.cells { cell.shownPath = nil }
    }
  }

  /// Which module shows an element, and what was tried.
  public final func resolution(
    _ kind: ElementKind, named name: String, section: String
  ) -> Resolution {
    resolutions.resolve(kind, named: name, section: section, in: module)
  }

  /// Which module shows an element of a section.
  final func resolution(
    of element: any CellModel, _ kind: ElementKind, section: String
  ) -> Resolution {
    if let resolution = standInResolution?(element) { return resolution }
    if kind == .cell, let resolution = itemResolution?(element) { return resolution }
    return resolution(kind, named: element.moduleName, section: section)
  }

  /// How many resolutions were found in the tree of modules, and not remembered.
  package final var resolutionFindings: Int { resolutions.findings }
}
