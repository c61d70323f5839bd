public import MocoaModel

/// The view model of a page, which is opened by URL and fills the screen.
@MainActor
open class PageViewModel: ViewModel {
  /// The URL that was opened, with its options.
  public final let url: ModuleURL

  /// The options of the page: those of the URL, and the values that override them.
  public internal(set) final var options: PageOptions

  /// The navigator that opened the page, or `nil` if the page was created without a navigator.
  public internal(set) final weak var navigator: Navigator?

  /// The module that created the page.
  ///
  /// It is `nil` for a placeholder, and for a page that was created without a navigator.
  public internal(set) final weak var module: Module?

  /// The visibility of the page, as the page was last notified of it.
  public internal(set) final var visibility = Visibility.hidden

  /// The item under the cursor, named like the fragment of a URL, or `nil`.
  ///
  /// Renderers set it.
  public final var cursorFragment: String?

  /// The closure of the opener that receives the result, or `nil` if it was called or does not
  /// exist.
  final var resultHandler: Navigator.ResultHandler?

  /// The observers of requests to draw the page again.
  final let redraws = Observers<Void>()

  /// Creates a page at a URL.
  public init(url: ModuleURL) {
    self.url = url
    options = PageOptions(url: url)
    super.init()
  }

  /// Creates a page that was opened with options.
  public init(options: PageOptions) {
    url = options.url
    self.options = options
    super.init()
  }

  override final var ownSharedState: Module.SharedState? {
    navigator?.registry.sharedState ?? module?.sharedState
  }

  /// The title of the page, in one or two words.
  open var title: String { url.path.last?.name ?? url.domain }

  /// The URL of the parent page, or `nil` if the page has no parent.
  open var parentURL: ModuleURL? { url.parent }

  /// The URL that reopens the page in its current state in a later run, or `nil` if it cannot be
  /// reopened.
  open var restorationURL: ModuleURL? {
    var url = url
    url.fragment = cursorFragment ?? url.fragment
    return url
  }

  /// Calls a closure after the first content is available or loading fails.
  ///
  /// - Parameter perform: A closure that receives an error message in one line, or `nil` if content
  ///   is available. It may run before the method returns.
  open func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) { perform(nil) }

  /// Stops loading and retains the loaded content.
  ///
  /// - Returns: `true` if the page was loading.
  open func stopLoading() -> Bool { false }

  /// Reloads the content from its source.
  ///
  /// - Returns: `true` if the page supports reloading.
  /// - Throws: An error with a one-line description if the content cannot be read. The page is then
  ///   unchanged.
  open func reload() throws -> Bool { false }

  /// A Boolean value that indicates whether the source is paused, or `nil` if it cannot be paused.
  open var isPaused: Bool? { nil }

  /// Pauses or resumes the source.
  open func setPaused(_ isPaused: Bool) {}

  /// A short text about the current work of the source; empty if it is idle.
  open var statusText: String { "" }

  /// The commands of this page, in addition to the commands of every page.
  open var commands: [PageCommand] { [] }

  /// The titles of the parent pages, from the outermost on, and of this page.
  open var breadcrumb: [String] {
    [url.domain] + url.path.dropLast().map(\.name) + (url.path.isEmpty ? [] : [title])
  }

  // MARK: - Appearing

  /// Called before the page appears, after `prepare()`, and before the embedded pages are notified.
  ///
  /// Each call is followed by one call of `didAppear()`, `willDisappear()` and `didDisappear()`, in
  /// this order. These methods are not called when another page is presented over this page, or
  /// when the program is suspended.
  open func willAppear() {}

  /// Called after the page has appeared, after the embedded pages were notified.
  open func didAppear() {}

  /// Called before the page disappears, before the embedded pages are notified.
  open func willDisappear() {}

  /// Called after the page has disappeared, after the embedded pages were notified.
  open func didDisappear() {}

  // MARK: - Embedding

  /// Updates the visibility of an added embedded page, and draws the page again.
  ///
  /// Overrides call `super`.
  open override func didAddChild(_ child: ViewModel) {
    super.didAddChild(child)
    if let page = child as? PageViewModel { follow(page) }
    redraw()
  }

  /// Hides an embedded page before it is removed.
  ///
  /// Overrides call `super`.
  open override func willRemoveChild(_ child: ViewModel) {
    super.willRemoveChild(child)
    (child as? PageViewModel)?.hide()
  }

  /// Finishes hiding a removed embedded page, and draws the page again.
  ///
  /// Overrides call `super`.
  open override func didRemoveChild(_ child: ViewModel) {
    super.didRemoveChild(child)
    (child as? PageViewModel)?.leave()
    redraw()
  }

  /// Consumes redraws of children, and forwards all other emissions.
  ///
  /// Overrides call `super`.
  open override func didReceive(_ emission: Emission) {
    guard isReady, emission.name == .redraw else { return super.didReceive(emission) }
    redraws.notify(())
  }

  /// Requests that the page is drawn again.
  ///
  /// Call this method after a change of `title`, `statusText` or `commands`.
  public final func redraw() {
    guard isReady else { return }
    redraws.notify(())
    // An embedded page is drawn with the page that contains it.
    if parent != nil { emit(.redraw) }
  }

  /// Observes requests to measure and draw the page or its children again.
  ///
  /// - Parameter perform: A closure that is called on the main actor for each request.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public final func observeRedraws(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    redraws.add { _ in perform() }
  }
}

/// The placeholder for a page that cannot be opened, in debug mode.
@MainActor
public final class PlaceholderPageViewModel: PageViewModel {
  /// The reason in one line.
  public let reason: String

  /// Creates a placeholder page.
  public init(url: ModuleURL, reason: String) {
    self.reason = reason
    super.init(url: url)
  }
}
