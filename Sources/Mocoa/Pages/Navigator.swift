internal import MocoaLanguage

/// The pages that are open, as view models that stay as they were left: tabs, in each of them a stack
/// of pages, and over it those that are presented.
///
/// ```text
///   tab 1                      tab 2
///   ╭ presented: editor ╮
///   home ▸ music ▸ artist      contacts
///   ╰ back       forward ╯
/// ```
///
/// Everything is opened by URL. What cannot be opened is refused with a reason, and changes nothing;
/// asking for it creates no module.
@MainActor
public final class Navigator {
  /// How many tabs there are at most, and how many pages are presented over each other.
  static let tabLimit = 50
  static let layerLimit = 16

  /// How many pages are made and prepared at most, each by the one before: one may open itself.
  static let depthLimit = 16

  /// Told what a page answers; nil where it leaves without an answer.
  public typealias Receiver = @MainActor ((any Sendable)?) -> Void

  /// Where pages are looked for.
  public let registry: ModuleRegistry

  /// Whether a page that cannot be opened shows as a placeholder instead of being refused.
  public var isDebugging: Bool

  /// The page that one comes to where nothing else is above; nil for none.
  public var home: ModuleURL?

  /// Called for every page that is let go, when it has disappeared.
  public var onLetGo: (@MainActor (PageViewModel) -> Void)?

  /// Called for every page that is to be shown and cannot be opened any more; another is shown instead.
  public var onLeftOut: (@MainActor (Failure) -> Void)?

  /// The tabs; none before the first page is opened.
  var tabs: [PageTab] = []

  /// Which of the tabs is shown, counted from 0.
  public internal(set) var selectedTab = 0

  /// The pages that were told to appear, those that were let go and not told yet, and whether
  /// somebody is being told.
  var appeared: [PageViewModel] = []
  var endings: [Ending] = []
  var isSettling = false

  /// How many pages are made and prepared now, each by the one before.
  var depth = 0

  /// A navigator without a page.
  public init(registry: ModuleRegistry, isDebugging: Bool = false) {
    self.registry = registry
    self.isDebugging = isDebugging
  }

  isolated deinit {
    // Who waits for an answer waits no longer than that.
    for page in tabs.flatMap(\.pages) { page.end(with: nil) }
  }

  /// The page that has the attention: the shown one, or what is presented over it; nil before the
  /// first.
  public var current: PageViewModel? { shownTab?.top.current }

  /// The pages that can be seen, each over the one before: that of the tab, and those presented.
  public var shownPages: [PageViewModel] { shownTab?.layers.compactMap(\.current) ?? [] }

  /// The URLs that were opened one from the other in the tab or presented page that has the attention,
  /// up to the shown one.
  public var history: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.visits[...stack.place].map(\.url)
  }

  /// The URLs that were gone back from, the next one first.
  public var forwardHistory: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.visits[(stack.place + 1)...].map(\.url)
  }

  /// Whether the page that has the attention is presented over another, or was opened from one that is.
  public var isPresenting: Bool { (shownTab?.layers.count ?? 0) > 1 }

  /// The titles of the tabs; those that sleep have the one that was kept of them, else their URLs.
  public var tabTitles: [String] {
    tabs.map { tab in
      let stack = tab.layers[0]
      let visit = stack.visits[stack.place]
      return visit.page == nil && visit.title.isEmpty ? "\(visit.url)" : visit.title
    }
  }

  /// Why a page was not opened.
  public enum Failure: Error, CustomStringConvertible {
    /// There is no module there.
    case lookup(ModuleRegistry.LookupError)

    /// The module there is no page.
    case notAPage(ModuleURL)

    /// The page could not be made, for the reason given in one line.
    case refused(String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .lookup(let error): error.description
      case .notAPage(let url): phrase("\(url.module): a module, but not a page")
      case .refused(let reason): reason
      }
    }
  }

  /// The tab that is shown; nil before the first page.
  var shownTab: PageTab? { tabs.indices.contains(selectedTab) ? tabs[selectedTab] : nil }

  /// Makes the page at a URL, which nobody has readied yet.
  func make(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) throws(Failure) -> PageViewModel {
    let options = PageOptions(url: url, explicit: options)
    let page: PageViewModel
    depth += 1
    defer { depth -= 1 }
    do throws(Failure) {
      guard depth <= Self.depthLimit else {
        throw .refused(phrase("\(url): pages open each other \(Self.depthLimit) deep at most"))
      }
      page = try found(options)
    } catch {
      registry.ledger.tell(
        .miss(MissActivity(requested: "\(url)", reason: "\(error)", tried: [])))
      guard isDebugging else { throw error }
      page = PlaceholderPageViewModel(url: url, reason: "\(error)")
    }
    page.options = page is ListPageViewModel ? options.at(url.withoutExcerpt) : options
    page.navigator = self
    return page
  }

  private func found(_ options: PageOptions) throws(Failure) -> PageViewModel {
    let module: Module
    do {
      module = try registry.module(at: options.url)
    } catch {
      throw .lookup(error)
    }
    guard let slot = module.pageSlot else { throw .notAPage(options.url) }
    do {
      let page = try slot.make(options)
      page.module = module
      return page
    } catch {
      throw .refused("\(error)")
    }
  }
}

extension ModuleURL {
  /// Whether both open the same page; the fragment only says where the cursor starts.
  public func isSamePage(as other: ModuleURL) -> Bool {
    isSameModule(as: other) && options == other.options
  }
}
