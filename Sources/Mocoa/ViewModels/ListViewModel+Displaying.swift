public import MocoaModel

extension ListViewModel {
  /// The view models that the renderer of a list displays, and others that may be released.
  @MainActor
  struct Display {
    /// The displayed view models, from top to bottom.
    ///
    /// They are retained while they are displayed.
    fileprivate(set) var shown: [AnyCellViewModel] = [] {
      didSet { shownKeys = Set(shown.map { ObjectIdentifier($0) }) }
    }

    private(set) var shownKeys: Set<ObjectIdentifier> = []

    /// The part of the list in which the next frame searches for offscreen view models.
    ///
    /// If it is `nil`, all existing view models are checked.
    var watched: ElementWindow?

    /// A number that increases with every frame and whenever the positions of items change.
    fileprivate var turn = 0

    /// The number of view models created since the last frame.
    private var createdCount = 0

    /// The maximum number of created view models whose positions are recorded until the next frame.
    private static let createdLimit = 4096

    /// The offscreen view models that could not be released because other code retains them.
    var deferredReleases = DeferredReleases()

    /// Records the position of a view model that was created.
    mutating func recordCreation(section: Int, rank: Int? = nil) {
      createdCount += 1
      if createdCount > Self.createdLimit { watched = nil }
      watched?.insert(section: section, rank: rank)
    }

    /// Discards the recorded positions, because items have moved.
    mutating func discardWatchedPositions() {
      watched = nil
      turn += 1
    }

    /// Sets the part of the list that the next frame searches, and returns the previous part.
    mutating func watch(_ nearby: ElementWindow?) -> ElementWindow? {
      defer { watched = nearby }
      createdCount = 0
      return watched
    }
  }

  /// The distance from the displayed elements within which view models are retained, in screens.
  static let retainedScreens = 4

  /// Sets the elements that a renderer displays.
  ///
  /// Notifies the view models that became visible or offscreen, and releases distant view models.
  ///
  /// View models more than four screens away are released, unless other code retains them or
  /// `retainsStateOffscreen` is `true`. A release is not a removal: the list creates a new view
  /// model when the item is accessed again. At most one renderer shows a list at a time. The
  /// renderer calls this method once for each frame, after layout. Elements that `snapshot` does
  /// not contain are ignored.
  ///
  /// - Parameters:
  ///   - elements: The displayed elements, from top to bottom.
  ///   - rows: The height of the screen in rows, which limits the number of items visible at once.
  ///   - keepsRemoved: A Boolean value that indicates whether removed elements are still visible,
  ///     for example in an animation. They are notified in the first frame in which it is `false`.
  /// - Complexity: O(*n*), where *n* is the number of displayed elements and of positions that
  ///   enter or leave the retained distance.
  public final func setDisplayedElements(
    _ elements: [ListElement], rowCount rows: Int, keepingRemoved keepsRemoved: Bool = false
  ) {
    let elements = elements.filter(snapshot.contains)
    let nearby = ElementWindow(
      shown: elements, reach: Self.retainedScreens * max(0, rows), in: snapshot)
    display.turn += 1
    let turn = display.turn
    let removed = keepsRemoved ? display.shown.filter { $0.parent?.parent !== self } : []
    show(elements.compactMap { viewModel(for: $0) } + removed)
    // If a notified view model has changed the list, the next frame releases the view models.
    if display.turn == turn { release(outside: nearby) }
  }

  /// Releases all view models that are not displayed, unless other code retains them or their
  /// `retainsStateOffscreen` is `true`.
  ///
  /// Use this method after code has read all cells of a list that is not displayed.
  public final func releaseOffscreenViewModels() {
    release(outside: ElementWindow())
  }

  /// Notifies the list that none of its elements is displayed, because the page was left.
  ///
  /// Existing view models remain.
  public final func endDisplaying() {
    display.discardWatchedPositions()
    show([])
  }

  /// Sets the displayed view models and notifies each one that became visible or offscreen.
  ///
  /// A notified view model may change the list and cause a nested call. Each view model is
  /// therefore notified of the state at the time of its call.
  private func show(_ now: [AnyCellViewModel]) {
    let before = display.shown
    display.shown = now
    for viewModel in before where viewModel.isDisplayed && !isShown(viewModel) {
      viewModel.isDisplayed = false
      viewModel.didEndDisplaying()
    }
    for viewModel in now where !viewModel.isDisplayed && isShown(viewModel) {
      viewModel.isDisplayed = true
      viewModel.willDisplay()
    }
  }

  private func isShown(_ viewModel: AnyCellViewModel) -> Bool {
    display.shownKeys.contains(ObjectIdentifier(viewModel))
  }
}
