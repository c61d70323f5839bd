internal import Mocoa
internal import MocoaTerminal

/// Example 11: a page that makes all that it needs, when it is prepared.
///
/// Who opens it knows its URL and nothing else: no model is handed over.
final class SelfContainedPage: PageViewModel {
  /// What it shows, made by the page itself.
  private(set) var contact: LoadedContactViewModel?
  private let loader: ContactLoader

  /// Why it shows nothing; empty where it does.
  private var failure = ""

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    registry[Examples.address(11)]
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
      // A child is prepared when its parent has been.
      try addChild(contact)
    } catch {
      failure = "not loaded: \(error)"
    }
  }

  override var title: String { "self-contained page" }
  override var breadcrumb: [String] { ["examples", title] }
  override var activity: String { failure }
}
