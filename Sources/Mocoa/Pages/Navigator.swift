internal import MocoaLocalization

/// The open pages as view models that retain their state: tabs, each with a stack of pages, and the
/// pages presented over them.
///
/// ```text
///   tab 1                      tab 2
///   ╭ presented: editor ╮
///   home ▸ music ▸ artist      contacts
///   ╰ back       forward ╯
/// ```
///
/// Every page is opened by URL. If a page cannot be opened, the navigator throws an error with the
/// reason and changes nothing. A failed lookup creates no module.
@MainActor
public final class Navigator {
  /// The maximum number of tabs, and of presentations over each other in one tab.
  static let tabLimit = 50
  static let layerLimit = 16

  /// The maximum number of pages that open each other during their creation and preparation.
  ///
  /// A page may open itself.
  static let depthLimit = 16

  /// A closure that receives the result of a page, or `nil` if the page closes without a result.
  public typealias ResultHandler = @MainActor ((any Sendable)?) -> Void

  /// The registry in which pages are looked up.
  public let registry: ModuleRegistry

  /// A Boolean value that indicates whether a placeholder is shown for a page that cannot be
  /// opened, instead of an error.
  public var isDebugging: Bool

  /// The URL of the home page, or `nil`.
  ///
  /// The program opens it when the user requests it, and when no other page is open.
  public var home: ModuleURL?

  /// A closure that is called for every page that was closed, after it has disappeared.
  public var onPageClosed: (@MainActor (PageViewModel) -> Void)?

  /// A closure that is called when the open pages have changed, after they were notified.
  package var onPagesChange: (@MainActor () -> Void)?

  /// A closure that is called for every restored page that cannot be opened again.
  ///
  /// Another page is shown instead.
  public var onPageUnavailable: (@MainActor (NavigationError) -> Void)?

  /// The tabs; empty before the first page is opened.
  var tabs: [PageTab] = []

  /// The index of the selected tab, from 0.
  public internal(set) var selectedTab = 0

  /// The pages that are visible and were notified of it.
  var appeared: [PageViewModel] = []

  /// The closed pages that were not notified yet.
  var closedPages: [ClosedPage] = []

  /// A Boolean value that indicates whether pages are being notified.
  var isDeliveringCallbacks = false

  /// The number of pages that are being created and prepared, each by the one before it.
  var depth = 0

  /// Creates a navigator without pages.
  public init(registry: ModuleRegistry, isDebugging: Bool = false) {
    self.registry = registry
    self.isDebugging = isDebugging
  }

  isolated deinit {
    // Openers that wait for a result receive `nil`.
    for page in tabs.flatMap(\.pages) { page.end(with: nil) }
  }

  /// The page that receives keys: the shown page, or the topmost page presented over it.
  ///
  /// It is `nil` before the first page is opened.
  public var focusedPage: PageViewModel? { shownTab?.top.current }

  /// The visible pages, from bottom to top: the page of the tab and the pages presented over it.
  public var shownPages: [PageViewModel] { shownTab?.layers.compactMap(\.current) ?? [] }

  /// The URLs of the history of the focused tab or presentation, up to the shown page.
  public var history: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.entries[...stack.shownIndex].map(\.url)
  }

  /// The URLs of the pages after the shown page in the history, the next page first.
  public var forwardHistory: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.entries[(stack.shownIndex + 1)...].map(\.url)
  }

  /// A Boolean value that indicates whether the focused page is presented over another page, or was
  /// opened from a presented page.
  public var isPresenting: Bool { (shownTab?.layers.count ?? 0) > 1 }

  /// The titles of the tabs.
  ///
  /// An unloaded page has its saved title, or its URL if no title was saved.
  public var tabTitles: [String] {
    tabs.map { tab in
      let stack = tab.layers[0]
      let visit = stack.entries[stack.shownIndex]
      return visit.page == nil && visit.title.isEmpty ? "\(visit.url)" : visit.title
    }
  }

  /// An error that explains why a page was not opened.
  public enum NavigationError: Error, CustomStringConvertible {
    /// The module does not exist.
    case lookup(ModuleRegistry.ModuleLookupError)

    /// The module has no page.
    case notAPage(ModuleURL)

    /// The page could not be created.
    ///
    /// The associated value is the reason in one line.
    case creationFailed(String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .lookup(let error): error.description
      case .notAPage(let url): localized("\(url.withoutOptions): a module, but not a page")
      case .creationFailed(let reason): reason
      }
    }
  }

  /// The selected tab, or `nil` before the first page is opened.
  var shownTab: PageTab? { tabs.indices.contains(selectedTab) ? tabs[selectedTab] : nil }

  /// Creates the page at a URL without preparing it.
  func make(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) throws(NavigationError) -> PageViewModel {
    let options = PageOptions(url: url, overrides: options)
    let page: PageViewModel
    depth += 1
    defer { depth -= 1 }
    do throws(NavigationError) {
      guard depth <= Self.depthLimit else {
        throw .creationFailed(
          localized("\(url): too many pages open each other (limit \(Self.depthLimit))"))
      }
      page = try found(options)
    } catch {
      registry.sharedState.log(
        .miss(MissActivity(requested: "\(url)", reason: "\(error)", tried: [])))
      guard isDebugging else { throw error }
      page = PlaceholderPageViewModel(url: url, reason: "\(error)")
    }
    page.options = page is ListPageViewModel ? options.at(url.removingListOptions()) : options
    page.navigator = self
    return page
  }

  private func found(_ options: PageOptions) throws(NavigationError) -> PageViewModel {
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
      throw .creationFailed("\(error)")
    }
  }
}

extension ModuleURL {
  /// Returns `true` if both URLs open the same page.
  ///
  /// The fragment is ignored, because it only sets the initial position of the cursor.
  public func isSamePage(as other: ModuleURL) -> Bool {
    isSameModule(as: other) && options == other.options
  }
}
