public import MocoaModel

/// The view model of a list.
///
/// It follows a source and creates view models on access.
///
/// `content` is the list with all edits on top of its source. The list displays its content or
/// `derivedList`, a derived list of it. Edits refer to the content; all other paths refer to
/// the displayed list.
///
/// Cell view models are created and prepared on first access. `children` contains the existing
/// sections, and their `children` the existing cells, in list order. An item keeps its view model
/// when its content changes. It gets a new one when its module changes.
@MainActor
open class ListViewModel: ViewModel {
  /// The module of the list.
  ///
  /// The modules of sections and cells are searched among its submodules.
  public final let module: Module

  /// The list with all edits on top of its source, without the filter, sort order and groups of a
  /// query.
  ///
  /// It is the base of every derived list.
  ///
  /// While a large difference is computed, `targetSnapshot` is the requested content.
  public final var content: any ListSource { editedContent }

  final let editedContent: ListContent

  /// Observes `content` before all other observers.
  ///
  /// Use this method to update state that is stored by content paths, such as marks, before
  /// observers read it.
  package final func trackContent(
    _ perform: @escaping @MainActor (ListUpdate) -> Void
  ) -> ObservationToken {
    editedContent.track(perform)
  }

  /// The source of the list, without edits.
  package final var baseSource: any ListSource { editedContent.source }

  /// The derived list that is displayed, or `nil` if the content is displayed.
  public internal(set) final var derivedList: (any DerivedListSource)?
  final var derivedListToken: ObservationToken?

  /// The displayed list as a source: the derived list, or the content.
  public final var source: any ListSource { derivedList ?? content }

  /// The displayed list: the content, or a derived list of it.
  public internal(set) final var snapshot: ListSnapshot

  /// The most recently requested list.
  ///
  /// It is displayed after its difference from the displayed list has been computed.
  final var target: PendingList

  /// The maximum number of items to compare on the main actor.
  ///
  /// For more items, a background thread computes the difference.
  package final var immediateLimit = 10_000

  /// The state of the running batches.
  final var batches = Batches()

  /// The existing section view models, by section index.
  final var sections = WeakViewModelMap<SectionViewModel>()

  /// The number of items that can be selected.
  ///
  /// If the new mode allows fewer items than are selected, the others are deselected.
  public final var selectionMode = SelectionMode.single {
    didSet { if selectionMode != oldValue { limitSelection() } }
  }

  /// The selected items.
  public internal(set) final var selection = ItemRanges()

  /// The view model under the cursor, or `nil` if no item is displayed.
  public internal(set) final var highlightedViewModel: AnyCellViewModel?

  /// The displayed view models, and the offscreen ones that may be released.
  final var display = Display()
  private let resolutions = ResolutionCache()

  /// A function that resolves items, or `nil`.
  ///
  /// If it returns `nil` for an item, the submodules of the list's module resolve the item.
  final var itemResolution: (@MainActor (any CellModel) -> Resolution?)?

  /// A function that resolves elements such as groups, which replace or precede items, or `nil`.
  ///
  /// This function has priority over all other resolutions. If it returns `nil` for an element, the
  /// element is resolved like any other.
  private final var replacementResolution: (@MainActor (any CellModel) -> Resolution?)?

  /// A closure that is called after an item was selected and its view model was notified.
  final var onSelect: (@MainActor (ItemPath) -> Void)?

  final let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// Creates a list that shows a source.
  public init(source: any ListSource, module: Module) {
    editedContent = ListContent(source)
    self.module = module
    snapshot = source.snapshot
    target = PendingList(snapshot)
    super.init()
    token = source.observe { [weak self] in self?.setSource($0) }
  }

  /// Creates a list of an immutable model.
  public convenience init(model: some ListModel, module: Module) {
    self.init(source: StaticListSource(model), module: module)
  }

  /// Creates a list of plain data, which `PlainData` converts to sections and items.
  public convenience init(data: (any Sendable)?, module: Module) {
    self.init(model: PlainData(data), module: module)
  }

  override final var ownSharedState: Module.SharedState? { module.sharedState }

  /// The loading phase of the displayed list.
  public final var phase: ListPhase { source.phase }

  /// Observes the changes of the displayed list.
  ///
  /// Renderers use this method.
  ///
  /// - Parameter perform: A closure that receives each update, called on the main actor.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public final func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void)
    -> ObservationToken
  {
    observers.add(perform)
  }

  /// Consumes `redraw` emissions of sections and forwards all others.
  open override func didReceive(_ emission: Emission) {
    guard emission.name == .redraw, let section = emission.target as? SectionViewModel,
      sections[section.shownPosition] === section
    else {
      super.didReceive(emission)
      return
    }
    redraw(.section(section.shownPosition), for: emission)
  }

  /// Removes a section that other code has removed from `children`.
  ///
  /// The list creates a new one on the next access.
  open override func didRemoveChild(_ child: ViewModel) {
    if let section = child as? SectionViewModel, sections[section.shownPosition] === section {
      sections[section.shownPosition] = nil
      for (_, cell) in section.cells { cell.shownPath = nil }
    }
  }

  /// Returns the result of the search for the module of the elements of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of the elements.
  ///   - name: The module name of the elements.
  ///   - section: The module name of their section.
  public final func resolution(
    _ kind: ElementKind, named name: String, section: String
  ) -> Resolution {
    resolutions.resolve(kind, named: name, section: section, in: module)
  }

  /// Returns the result of the search for the module of an element of a section.
  final func resolution(
    of element: any CellModel, _ kind: ElementKind, section: String
  ) -> Resolution {
    if let resolution = replacementResolution?(element) { return resolution }
    if kind == .cell, let resolution = itemResolution?(element) { return resolution }
    return resolution(kind, named: element.moduleName, section: section)
  }

  /// The number of resolutions that were not in the cache.
  package final var resolutionMissCount: Int { resolutions.missCount }
}

extension ListViewModel {
  /// The maximum number of items to search for an identity.
  ///
  /// The limit prevents the fragment of a URL from reading a list of a million items.
  static let findLimit = 10_000

  /// Returns the path of the first item whose identity has the description `text`, or `nil`.
  ///
  /// Only the first 10,000 items are searched.
  public final func firstPath(matchingID text: String) -> ItemPath? {
    firstPath { snapshot, path in snapshot.id(at: path).description == text }
  }

  /// Returns the path of the first item that satisfies a condition, or `nil`.
  ///
  /// Only the first 10,000 items are searched.
  public final func firstPath(where condition: (any CellModel) -> Bool) -> ItemPath? {
    firstPath { snapshot, path in condition(snapshot.element(at: path)) }
  }

  private func firstPath(_ condition: (ListSnapshot, ItemPath) -> Bool) -> ItemPath? {
    var path = snapshot.firstPath
    for _ in 0..<Self.findLimit {
      guard let current = path else { return nil }
      if condition(snapshot, current) { return current }
      path = snapshot.path(after: current)
    }
    return nil
  }
}

extension ListViewModel {
  /// Resolves the modules of the existing view models again, after a registration or
  /// unregistration.
  ///
  /// View models of elements that another module shows now are removed, and created again on their
  /// next access. All displayed elements are measured and drawn again.
  public final func refreshResolutions() {
    removeOutdatedViewModels()
    guard !batches.isDeferring else { return }
    observers.notify(
      ListUpdate(
        before: snapshot, after: snapshot, changes: .unchanged(snapshot),
        redraws: snapshot.sections.indices.map { .section($0) }))
  }

  /// Removes the view models of elements that another module shows now, without notifying the
  /// renderer.
  ///
  /// A renderer calls this method before it lays out the list.
  ///
  /// - Complexity: O(*n*), where *n* is the number of existing view models.
  public final func removeOutdatedViewModels() {
    for section in sections.map(\.viewModel) {
      // A provider may change the list, so each path is checked at the time of its use.
      for cell in section.cells.map(\.viewModel) {
        guard let path = cell.shownPath, existingCell(at: path) === cell, snapshot.contains(path)
        else {
          continue
        }
        resolveAgain(cell, .cell, snapshot.element(at: path), in: section)
      }
      for (_, viewModel) in section.boundaries {
        guard let end = viewModel.boundary, sections[section.shownPosition] === section,
          snapshot.sections.indices.contains(section.shownPosition)
        else { continue }
        let models = snapshot.sections[section.shownPosition]
        guard let model = models.model(for: end) else { continue }
        resolveAgain(viewModel, models.kind(of: end), model, in: section)
      }
    }
    display.discardWatchedPositions()
  }

  private func resolveAgain(
    _ viewModel: AnyCellViewModel, _ kind: ElementKind, _ element: any CellModel,
    in section: SectionViewModel
  ) {
    let resolution = resolution(of: element, kind, section: section.moduleName)
    if viewModel.isMade(as: resolution) {
      viewModel.resolution = resolution
    } else {
      viewModel.removeFromParent()
    }
  }
}

extension ListViewModel {
  /// Shows all elements of a class with a template, whether they are items or headers.
  ///
  /// The module of the list does not show these elements. Use this method for elements that replace
  /// or precede items, such as ``ItemGroup``.
  ///
  /// - Parameters:
  ///   - height: The height in rows of content that the template creates, or `nil` if the content
  ///     determines the height.
  ///   - template: A function that returns the representation of an element.
  package final func show<Model: CellModel>(
    _: Model.Type, height: Int? = nil, as template: @escaping @MainActor (Model) -> ItemTemplate
  ) {
    let modules = ItemModules(of: module, height: height, template: template)
    replacementResolution = { modules.resolution(of: $0) }
  }
}
