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

  /// The observers of its signals, or `nil` before the first observer is added.
  final var existingSignalHub: SignalHub?

  /// A Boolean value that indicates whether a list will check again whether it can release this
  /// view model.
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

  /// The state of the registry of the module of this view model, or `nil` if it has no module.
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
