public import MocoaModel

extension ListViewModel {
  /// What a list knows of the one renderer that shows it, if any does.
  @MainActor
  struct Display {
    /// The view models that are shown, from above, which are kept while they are.
    fileprivate(set) var shown: [AnyCellViewModel] = [] {
      didSet { shownKeys = Set(shown.map { ObjectIdentifier($0) }) }
    }

    private(set) var shownKeys: Set<ObjectIdentifier> = []

    /// Where view models were made or left to be looked at when something else is shown; nil where
    /// that is not known, and all that were made are looked at.
    var watched: Nearby?

    /// Grows with every frame, and whenever places come to mean others.
    fileprivate var turn = 0

    /// How many were made since the last frame.
    private var madeCount = 0

    /// More than so many are not noted one by one.
    private static let madeLimit = 4096

    /// Those that were too far away and could not be let go: somebody else had them.
    var leftBehind = LeftBehind()

    /// Notes that a view model was made.
    mutating func note(section: Int, rank: Int? = nil) {
      madeCount += 1
      if madeCount > Self.madeLimit { watched = nil }
      watched?.insert(section: section, rank: rank)
    }

    /// Forgets where view models are, after items have moved.
    mutating func forgetPlaces() {
      watched = nil
      turn += 1
    }

    /// Watches another part of the list, and returns what was watched before.
    mutating func watch(_ nearby: Nearby?) -> Nearby? {
      defer { watched = nearby }
      madeCount = 0
      return watched
    }
  }

  /// How many screens away from what is shown view models are kept.
  static let keptScreens = 4

  /// Takes note of what a renderer shows from now on: what comes into sight and what leaves it is
  /// told, and view models that are far away are let go.
  ///
  /// View models more than four screens away, which nobody but the list has, are let go unless they
  /// `keepsState`; that is no removal, and a new one is made when the item is looked at again. A
  /// list is shown by one renderer at a time. A renderer calls this once for a frame, after layout.
  /// Elements that `snapshot` does not have are passed over.
  ///
  /// - Parameters:
  ///   - elements: what is shown, from above.
  ///   - rows: the rows of a screen; no more items than these are seen at once.
  ///   - keepsRemoved: whether what was removed from the list can still be seen; it is told that it
  ///     is not in the first frame of which this is not true.
  /// - Complexity: O(elements shown, and places that come near or are left).
  public final func display(
    _ elements: [ListElement], rows: Int, keepingRemoved keepsRemoved: Bool = false
  ) {
    let elements = elements.filter(snapshot.contains)
    let nearby = Nearby(shown: elements, reach: Self.keptScreens * max(0, rows), in: snapshot)
    display.turn += 1
    let turn = display.turn
    let removed = keepsRemoved ? display.shown.filter { $0.parent?.parent !== self } : []
    show(elements.compactMap { viewModel(of: $0) } + removed)
    // Where somebody who was told has moved the items, the next frame comes to it.
    if display.turn == turn { release(outside: nearby) }
  }

  /// Lets go of all view models that are not shown, except those that somebody has or that keep
  /// their state: for whoever goes through a whole list without showing it.
  public final func releaseUnshown() {
    release(outside: Nearby())
  }

  /// Takes note that nothing is shown any more, for the page was left; what was made stays.
  public final func endDisplaying() {
    display.forgetPlaces()
    show([])
  }

  /// Shows these view models, and tells those that came into sight or left it.
  ///
  /// Whoever is told may change the list, and have it shown anew: each is told what is true then.
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
