internal import MocoaLocalization

/// A node of the view-model tree: the content of a view, which does not refer to the view.
///
/// A new view model is not ready. It loads its data in `prepare()` and is ready from then on. It
/// never becomes unready again. Its children become ready after it, in order. A child that is added
/// later becomes ready immediately.
@MainActor
open class ViewModel {
  /// The preparation state of a view model.
  enum Stage {
    case new
    case preparing
    case ready
  }

  private var stage = Stage.new

  /// The parent view model, or `nil`.
  public internal(set) final weak var parent: ViewModel?

  /// The child view models, in order.
  public internal(set) final var children: [ViewModel] = []

  /// A Boolean value that indicates whether a list retains this view model while it is offscreen
  /// and no other code retains it.
  ///
  /// By default, a list releases such view models, and creates new ones from the models when they
  /// approach the screen again. Return `true` if the view model holds state that the model does
  /// not, such as the current page of a pager or unsaved text.
  open var retainsStateOffscreen: Bool { false }

  /// The observers of the signals of this view model, or `nil` before the first observer is added.
  final var existingSignalHub: SignalHub?

  /// A Boolean value that indicates whether a list will try again later to release this view model.
  final var isReleaseDeferred = false

  /// Creates a view model that is not ready, without parent and children.
  public init() {}

  /// A Boolean value that indicates whether `prepare()` has finished.
  public final var isReady: Bool { stage == .ready }

  /// Prepares this view model and then its children.
  ///
  /// Later calls do nothing.
  ///
  /// A call inside `prepare()` does nothing either.
  public final func prepareIfNeeded() {
    guard stage == .new else { return }
    stage = .preparing
    followModel()
    prepare()
    stage = .ready
    for child in children where child.parent === self { child.prepareIfNeeded() }
  }

  /// Performs the initial work before the view model is displayed.
  ///
  /// Override this method in subclasses.
  ///
  /// During the call, `isReady` is `false`, so emissions are dropped. Children that are added here
  /// become ready after the method returns.
  open func prepare() {}

  /// The shared state of the registry to which the module of this view model belongs.
  ///
  /// It is `nil` if the view model has no module.
  var ownSharedState: Module.SharedState? { nil }

  /// Begins to observe the keys of the model.
  ///
  /// The default implementation does nothing.
  func followModel() {}

  // MARK: - Hooks of the hierarchy

  /// Called after a child was added to this view model.
  open func didAddChild(_ child: ViewModel) {}

  /// Called before a child is removed or moved to another parent.
  open func willRemoveChild(_ child: ViewModel) {}

  /// Called after a child was removed.
  ///
  /// It is not called when a list releases an unused view model, because the element is still part
  /// of the list.
  open func didRemoveChild(_ child: ViewModel) {}

  /// Called after this view model was added to a parent or removed from one.
  ///
  /// The parent is notified first. A view model that moves to another parent has no parent in
  /// between, so the method is called twice. It is not called when the parent is deallocated or
  /// when a list releases the view model.
  open func didMoveToParent() {}

  // MARK: - Emissions

  /// Receives an emission of a child and forwards it to the parent.
  ///
  /// An override that does not call `super` consumes the emission. A view model that is not ready
  /// neither receives nor forwards emissions.
  open func didReceive(_ emission: Emission) {
    forward(emission)
  }
}

/// An error that occurs when a view model is inserted or moved in the tree.
public enum HierarchyError: Error, Hashable, CustomStringConvertible {
  /// The view model would become its own child, or a child of one of its descendants.
  case cycle

  /// The view model is already a child of this parent.
  ///
  /// Use `moveChild` to change its index.
  case alreadyChild

  /// The index is out of range for the number of children.
  case indexOutOfRange(Int, count: Int)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .cycle: localized("a view model cannot be its own descendant")
    case .alreadyChild: localized("already a child")
    case .indexOutOfRange(let index, let count): localized("index \(index) is outside 0...\(count)")
    }
  }
}

extension ViewModel {
  /// Appends a child, removing it from its previous parent.
  ///
  /// - Throws: `HierarchyError`. If it is thrown, the tree is unchanged.
  public final func addChild(_ child: ViewModel) throws(HierarchyError) {
    try insertChild(child, at: children.count)
  }

  /// Inserts a child at an index, removing it from its previous parent.
  ///
  /// - Throws: `HierarchyError`. The tree is then unchanged, with one exception: the removal
  ///   notifies the previous parent, which may move one of the two view models so that the
  ///   insertion fails.
  public final func insertChild(_ child: ViewModel, at index: Int) throws(HierarchyError) {
    if child.parent === self { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    guard (0...children.count).contains(index) else {
      throw .indexOutOfRange(index, count: children.count)
    }
    child.removeFromParent()
    guard child.parent == nil else { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    attach(child, at: index)
  }

  /// Returns `true` if another view model is this view model or one of its ancestors.
  private func isBelow(_ other: ViewModel) -> Bool {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if current === other { return true }
      ancestor = current.parent
    }
    return false
  }

  /// Moves a child: removes it at `index` and inserts it at `destination`.
  ///
  /// - Throws: `HierarchyError.indexOutOfRange`. The children are then unchanged.
  public final func moveChild(at index: Int, to destination: Int) throws(HierarchyError) {
    for position in [index, destination] where !children.indices.contains(position) {
      throw .indexOutOfRange(position, count: children.count)
    }
    guard index != destination else { return }
    children.insert(children.remove(at: index), at: destination)
  }

  /// Removes this view model from its parent.
  ///
  /// Without a parent, the method does nothing.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.willRemoveChild(self)
    // The hook may have moved or removed the child.
    guard self.parent === parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.didRemoveChild(self)
    didMoveToParent()
  }

  /// Inserts a child that has no parent.
  final func attach(_ child: ViewModel, at index: Int) {
    // A hook that removed children may have made the index too large.
    children.insert(child, at: min(index, children.count))
    child.parent = self
    didAddChild(child)
    child.didMoveToParent()
    // A hook may have removed the child.
    if isReady, child.parent === self { child.prepareIfNeeded() }
  }
}

extension ViewModel {
  /// The nearest ancestor that is a page, or `nil` outside pages.
  ///
  /// A cell uses it to reach the navigator and open a page:
  ///
  /// ```swift
  /// override func didSelect() {
  ///   try? page?.navigator?.present(confirmation) { [weak self] in self?.didAnswer($0) }
  /// }
  /// ```
  public final var page: PageViewModel? {
    var ancestor = parent
    while let current = ancestor {
      if let page = current as? PageViewModel { return page }
      ancestor = current.parent
    }
    return nil
  }
}
