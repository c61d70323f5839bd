/// A history of pages, and the index of the shown page.
///
/// `goBack()` shows the page before the shown page, and `goForward()` the page after it. Pages
/// retain their state. A page of an earlier run is an unloaded URL until it is shown.
struct PageStack {
  /// A page that is created when it is shown.
  ///
  /// It is a class, so that its index can be found by identity after the page is created.
  final class UnloadedPage {
    let url: ModuleURL

    /// The title that the page had in the earlier run; empty if it is unknown.
    let title: String

    init(_ url: ModuleURL, title: String) { (self.url, self.title) = (url, title) }
  }

  /// An entry of the history: a page or an unloaded page.
  enum Entry {
    case page(PageViewModel)
    case unloaded(UnloadedPage)

    var url: ModuleURL {
      switch self {
      case .page(let page): page.url
      case .unloaded(let unloaded): unloaded.url
      }
    }

    /// Returns `true` if the entry is the page at a URL.
    ///
    /// The list options of the page are ignored.
    @MainActor
    func isPage(at url: ModuleURL) -> Bool {
      switch self {
      case .page(let page): page.url.isSamePage(as: url)
      case .unloaded(let unloaded): unloaded.url.removingListOptions().isSamePage(as: url)
      }
    }

    /// The title of the page; empty if it is unknown.
    @MainActor var title: String {
      switch self {
      case .page(let page): page.title
      case .unloaded(let unloaded): unloaded.title
      }
    }

    /// The object that identifies the entry: the page or the unloaded page.
    var identity: AnyObject {
      switch self {
      case .page(let page): page
      case .unloaded(let unloaded): unloaded
      }
    }

    var page: PageViewModel? {
      if case .page(let page) = self { page } else { nil }
    }
  }

  /// The maximum number of entries.
  ///
  /// If this number is exceeded, the oldest entry is removed.
  static let limit = 50

  private(set) var entries: [Entry]

  /// The index of the shown page.
  private(set) var currentIndex: Int

  /// Creates a stack with one page.
  init(_ page: PageViewModel) {
    entries = [.page(page)]
    currentIndex = 0
  }

  /// Creates a stack of unloaded pages.
  ///
  /// If the number of pages exceeds the limit, the pages nearest to the shown one are used.
  ///
  /// - Parameters:
  ///   - urls: The URLs in history order.
  ///   - selected: The index of the shown page.
  ///   - title: The title of the shown page.
  /// - Returns: `nil` if `selected` is not an index of `urls`.
  init?(_ urls: [ModuleURL], shownIndex selected: Int, title: String) {
    guard urls.indices.contains(selected) else { return nil }
    let first = max(0, min(selected - Self.limit / 2, urls.count - Self.limit))
    entries = urls.indices[first...].prefix(Self.limit).map { index in
      .unloaded(UnloadedPage(urls[index], title: index == selected ? title : ""))
    }
    self.currentIndex = selected - first
  }

  /// The shown page, or `nil` if it is unloaded.
  var current: PageViewModel? { entries[currentIndex].page }

  /// All loaded pages in the order in which they are closed, the last page first.
  var pages: [PageViewModel] { entries.reversed().compactMap(\.page) }

  /// Inserts a page after the shown one, and shows it.
  ///
  /// - Returns: The pages that were closed.
  mutating func push(_ page: PageViewModel) -> [PageViewModel] {
    var removed = remove(from: currentIndex + 1)
    entries.append(.page(page))
    currentIndex = entries.count - 1
    if entries.count > Self.limit {
      if let oldest = entries.removeFirst().page { removed.append(oldest) }
      currentIndex -= 1
    }
    return removed
  }

  /// Shows the page at an index.
  mutating func show(_ index: Int) { self.currentIndex = index }

  /// Replaces the unloaded page at an index with the page that was created for it.
  mutating func load(_ index: Int, as page: PageViewModel) { entries[index] = .page(page) }

  /// Removes the page at an index, because it cannot be opened again.
  mutating func discard(_ index: Int) {
    entries.remove(at: index)
    if self.currentIndex > index || self.currentIndex == entries.count { self.currentIndex -= 1 }
  }

  /// Removes the page at an index and all pages after it.
  ///
  /// If the shown page is removed, the page before the index is shown.
  ///
  /// - Returns: The removed pages, the last first.
  mutating func remove(from index: Int) -> [PageViewModel] {
    let removed = entries[index...].reversed().compactMap(\.page)
    entries.removeSubrange(index...)
    self.currentIndex = min(self.currentIndex, entries.count - 1)
    return removed
  }
}

/// A tab: a stack of pages, and the stacks that are presented over it.
struct PageTab {
  /// The stack of the tab, followed by the stacks that are presented over it; never empty.
  var layers: [PageStack]

  /// The stack that contains the focused page.
  var top: PageStack {
    get { layers[layers.count - 1] }
    set { layers[layers.count - 1] = newValue }
  }

  /// All loaded pages of the tab, the topmost first.
  var pages: [PageViewModel] { layers.reversed().flatMap(\.pages) }
}
