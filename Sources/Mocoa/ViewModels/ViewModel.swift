/// A node of the view-model tree: what a view shows, without knowing any view.
///
/// A view model is made un-ready, does its own loading in `prepare()`, and is ready from then on;
/// there is no way back. Its children are made ready after it, in order; a child added later is
/// made ready at once.
@MainActor
open class ViewModel {
  /// How far a view model has come.
  enum Stage {
    case new
    case preparing
    case ready
  }

  private var stage = Stage.new

  /// The view model this one belongs to.
  public internal(set) final weak var parent: ViewModel?

  /// The view models that belong to this one, in order.
  public internal(set) final var children: [ViewModel] = []

  /// Whether a list keeps this view model when it is far from what is shown and nobody else has it.
  ///
  /// A list lets go of such view models and makes new ones from the models when they come near
  /// again. One that holds what no model knows (a page of a pager, a text half typed) says true.
  open var keepsState: Bool { false }

  /// Those who observe its signals; nil where nobody ever did.
  final var signalBoard: SignalBoard?

  /// Whether it waits among those that a list could not let go when they were left behind.
  final var isLeftBehind = false

  /// An un-ready view model without parent and children.
  public init() {}

  /// Whether `prepare()` has been done.
  public final var isReady: Bool { stage == .ready }

  /// Prepares this view model, then its children, once; later calls do nothing.
  ///
  /// A call from inside `prepare()` does nothing either.
  public final func ready() {
    guard stage == .new else { return }
    stage = .preparing
    followModel()
    prepare()
    stage = .ready
    for child in children where child.parent === self { child.ready() }
  }

  /// Does what is to be done once before anything is shown; to be overridden.
  ///
  /// `isReady` is still false, so emissions are dropped, and children that are added here are made
  /// ready when this has returned.
  open func prepare() {}

  /// What the modules have in common of which this view model knows one; nil where it knows none.
  var ownLedger: Module.Ledger? { nil }

  /// Begins to follow the keys of the model, for those who have one.
  func followModel() {}

  // MARK: - Hooks of the hierarchy

  /// Called when a child was added.
  open func didAddChild(_ child: ViewModel) {}

  /// Called when a child is about to be removed, or to move to another parent.
  open func willRemoveChild(_ child: ViewModel) {}

  /// Called when a child was removed; not when a list lets go of a view model that nobody needs,
  /// which is as much a part of the list as before.
  open func didRemoveChild(_ child: ViewModel) {}

  /// Called when it was given a parent, or has lost the one it had; after the hooks of that parent.
  ///
  /// A view model that goes from one parent to another has none in between, and is told twice. Not
  /// called where the parent itself is gone, or when a list lets go of it.
  open func didMoveToParent() {}

  // MARK: - Emissions

  /// Receives what a child emits, and passes it on to the parent.
  ///
  /// An override that does not call `super` consumes the emission. Nothing is received or passed on
  /// before the view model is ready.
  open func didReceive(_ emission: Emission) {
    forward(emission)
  }
}
