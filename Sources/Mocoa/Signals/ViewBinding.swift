public import MocoaModel

/// The one view model that a view shows, and what the view observes of it.
///
/// Bound to another view model, the view is told nothing by the former one any more, however many of
/// its signals it observes:
///
/// ```swift
/// lazy var feed = ViewBinding<FeedViewModel> { [unowned self] feed in
///   [feed.observe(.isRefreshing, initial: \.isRefreshing) { self.spins = $0 }]
/// }
/// pane.feed.viewModel = feed
/// ```
@MainActor
public final class ViewBinding<Bound: ViewModel> {
  private let connect: @MainActor (Bound) -> [ObservationToken]
  private var bound: Bound?
  private var tokens: [ObservationToken] = []

  /// Grows with every binding, so that one that was overtaken is known.
  private var turn = 0

  /// Nothing bound yet.
  ///
  /// - Parameter connect: begins to observe what was bound, and returns what is to end when something
  ///   else is; `ObservationToken(onCancel:)` takes back anything else.
  public init(_ connect: @escaping @MainActor (Bound) -> [ObservationToken]) {
    self.connect = connect
  }

  /// What is shown, which is kept and made ready; nil for nothing.
  ///
  /// Setting the one that is shown already does nothing.
  public var viewModel: Bound? {
    get { bound }
    set {
      guard newValue !== bound else { return }
      turn += 1
      let mine = turn
      let former = (bound, tokens)
      (bound, tokens) = (newValue, [])
      for token in former.1 { token.cancel() }
      newValue?.ready()
      // Each of these may have bound something else.
      guard mine == turn, let newValue else { return }
      let made = connect(newValue)
      if mine == turn { tokens = made }
    }
  }
}
