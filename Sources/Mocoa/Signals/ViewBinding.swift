public import MocoaModel

/// The view model that a view shows, and the observations of the view.
///
/// When another view model is set, all observations of the previous one are canceled:
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

  /// A number that increases with every assignment, so that a nested assignment is detected.
  private var turn = 0

  /// Creates a binding without a view model.
  ///
  /// - Parameter connect: A closure that begins to observe a view model and returns the tokens. The
  ///   tokens are canceled when another view model is set. Use `ObservationToken(onCancel:)` for
  ///   other cleanup.
  public init(_ connect: @escaping @MainActor (Bound) -> [ObservationToken]) {
    self.connect = connect
  }

  /// The view model, which the binding retains and prepares, or `nil`.
  ///
  /// Setting the current view model again has no effect.
  public var viewModel: Bound? {
    get { bound }
    set {
      guard newValue !== bound else { return }
      turn += 1
      let mine = turn
      let former = (bound, tokens)
      (bound, tokens) = (newValue, [])
      for token in former.1 { token.cancel() }
      newValue?.prepareIfNeeded()
      // Each of these calls may have set another view model.
      guard mine == turn, let newValue else { return }
      let made = connect(newValue)
      if mine == turn { tokens = made }
    }
  }
}
