internal import Mocoa
internal import MocoaTerminal

/// Example 11: a page that creates everything it needs when it is prepared.
///
/// The caller needs only the URL and passes no model.
final class SelfContainedPage: PageViewModel {
  /// The view model of the content, created by the page.
  private(set) var contact: LoadedContactViewModel?
  private let loader: ContactLoader

  /// The reason why the page has no content, or an empty text.
  private var failure = ""

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    registry.define(Examples.address(11))
      .page("Self-contained page") { SelfContainedPage(url: $0.url, clock: clock) }
      .screen { (page: SelfContainedPage, context) in SelfContainedScreen(page, context) }
  }

  init(url: ModuleURL, clock: (any FrameClock)?) {
    loader = ContactLoader(clock: clock)
    super.init(url: url)
  }

  override func prepare() {
    let contact = LoadedContactViewModel(loader: loader)
    self.contact = contact
    do {
      // A child is prepared after its parent.
      try addChild(contact)
    } catch {
      failure = "not loaded: \(error)"
    }
  }

  override var title: String { "self-contained page" }
  override var breadcrumb: [String] { ["examples", title] }
  override var statusText: String { failure }
}
