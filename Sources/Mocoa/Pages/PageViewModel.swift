public import MocoaModel

/// The view model of a page: something that is opened by URL and fills the screen.
@MainActor
open class PageViewModel: ViewModel {
  /// The URL that was opened, with its options.
  public final let url: ModuleURL

  /// The options of the URL, and those that were given beside it.
  public internal(set) final var options: PageOptions

  /// Who opened it; nil for a page that was made by hand.
  public internal(set) final weak var navigator: Navigator?

  /// The module that it was made by; nil for a page that was made by hand, or stands for another.
  public internal(set) final weak var module: Module?

  /// How far it has come on its way to the screen, or away from it.
  public internal(set) final var appearance = Appearance.hidden

  /// The item that the cursor is on, as a fragment names it; renderers say it.
  public final var cursorFragment: String?

  /// Who waits for what it answers.
  final var receiver: Navigator.Receiver?

  /// Those who are told that something in it is to be drawn again.
  final let redraws = Observers<Void>()

  /// A page at a URL.
  public init(url: ModuleURL) {
    self.url = url
    options = PageOptions(url: url)
    super.init()
  }

  /// A page that was opened with options.
  public init(options: PageOptions) {
    url = options.url
    self.options = options
    super.init()
  }

  override final var ownLedger: Module.Ledger? { navigator?.registry.ledger ?? module?.ledger }

  /// What the page is called, in one or two words.
  open var title: String { url.path.last?.name ?? url.domain }

  /// Where "out" leads; nil for a page that nothing is above of.
  open var parentURL: ModuleURL? { url.parent }

  /// The URL that opens it again as it is now, in a later run; nil where there is none.
  open var restorationURL: ModuleURL? {
    var url = url
    url.fragment = cursorFragment ?? url.fragment
    return url
  }

  /// Calls back, at once or later, when there is something to show, or never will be.
  ///
  /// - Parameter perform: is told why there is nothing to show, in one line; nil when there is.
  open func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) { perform(nil) }

  /// Ends loading, and keeps what is there.
  ///
  /// - Returns: whether something was loading.
  open func stopLoading() -> Bool { false }

  /// Reads what is shown once more from where it came from.
  ///
  /// - Returns: whether that can be done.
  /// - Throws: an error that says in one line why it could not be read; the page is as it was.
  open func readAgain() throws -> Bool { false }

  /// Whether its source rests until it is told to go on; nil where there is nothing that could rest.
  open var isPaused: Bool? { nil }

  /// Has the source rest, or go on.
  open func setPaused(_ isPaused: Bool) {}

  /// What its source is doing, in a few words; empty for nothing.
  open var activity: String { "" }

  /// What can be done on this page, beside what can be done on every page.
  open var commands: [PageCommand] { [] }

  /// The titles of what is above, and of the page itself.
  open var breadcrumb: [String] {
    [url.domain] + url.path.dropLast().map(\.name) + (url.path.isEmpty ? [] : [title])
  }

  // MARK: - Appearing

  /// Called when it is about to be shown, after `prepare()`, and before the pages embedded in it are
  /// told.
  ///
  /// Every call is followed by one of each other hook, in the order of their declaration, before the
  /// next. A page over which another is presented stays where it is and is told nothing, and so is
  /// one whose program is suspended.
  open func willAppear() {}

  /// Called when it is shown, after the pages embedded in it were told.
  open func didAppear() {}

  /// Called when it is about to be shown no more, before the pages embedded in it are told.
  open func willDisappear() {}

  /// Called when it is shown no more, after the pages embedded in it were told.
  open func didDisappear() {}

  // MARK: - What is embedded

  /// Has an embedded page appear with this one, and the page drawn with it; overrides call `super`.
  open override func didAddChild(_ child: ViewModel) {
    super.didAddChild(child)
    if let page = child as? PageViewModel { follow(page) }
    redraw()
  }

  /// Has an embedded page disappear before it goes; overrides call `super`.
  open override func willRemoveChild(_ child: ViewModel) {
    super.willRemoveChild(child)
    (child as? PageViewModel)?.hide()
  }

  /// Tells an embedded page that it has left, and has the page drawn without; overrides call `super`.
  open override func didRemoveChild(_ child: ViewModel) {
    super.didRemoveChild(child)
    (child as? PageViewModel)?.leave()
    redraw()
  }

  /// Consumes the redrawing of what is embedded, and passes everything else on; overrides call `super`.
  open override func didReceive(_ emission: Emission) {
    guard isReady, emission.name == .redraw else { return super.didReceive(emission) }
    redraws.send(())
  }

  /// Has the page drawn again: what it says of itself, its title, `activity` or `commands`, is
  /// another.
  public final func redraw() {
    guard isReady else { return }
    redraws.send(())
    // What is embedded is drawn with the page around it.
    if parent != nil { emit(.redraw) }
  }

  /// Tells when the page or something embedded in it is to be measured and drawn again, until the
  /// token is let go.
  public final func observeRedraws(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    redraws.add { _ in perform() }
  }
}

/// The page that stands for one which cannot be opened, in debug mode.
@MainActor
public final class PlaceholderPageViewModel: PageViewModel {
  /// Why it cannot be opened, in one line.
  public let reason: String

  /// A stand-in for a page.
  public init(url: ModuleURL, reason: String) {
    self.reason = reason
    super.init(url: url)
  }
}
