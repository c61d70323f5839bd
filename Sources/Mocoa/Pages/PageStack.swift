/// Pages that were opened one from the other, and which of them is shown.
///
/// Those behind it are gone back to, those ahead of it were gone back from. They stay as they were
/// left; one that was taken over from an earlier run sleeps as its URL until it is gone to.
struct PageStack {
  /// A page that sleeps; known by itself, so that its place is found again when it was made.
  final class Sleeper {
    let url: ModuleURL

    /// What the page was called when it was shown last; empty where nobody knows.
    let title: String

    init(_ url: ModuleURL, title: String) { (self.url, self.title) = (url, title) }
  }

  /// One that was opened.
  enum Visit {
    case page(PageViewModel)
    case asleep(Sleeper)

    var url: ModuleURL {
      switch self {
      case .page(let page): page.url
      case .asleep(let sleeper): sleeper.url
      }
    }

    /// Whether it is the page that a URL opens, whatever of its list is shown.
    @MainActor
    func isPage(at url: ModuleURL) -> Bool {
      switch self {
      case .page(let page): page.url.isSamePage(as: url)
      case .asleep(let sleeper): sleeper.url.withoutExcerpt.isSamePage(as: url)
      }
    }

    /// What it is called; empty where nobody knows.
    @MainActor var title: String {
      switch self {
      case .page(let page): page.title
      case .asleep(let sleeper): sleeper.title
      }
    }

    /// What it is known by, wherever it is.
    var identity: AnyObject {
      switch self {
      case .page(let page): page
      case .asleep(let sleeper): sleeper
      }
    }

    var page: PageViewModel? {
      if case .page(let page) = self { page } else { nil }
    }
  }

  /// How many are kept; the oldest are let go.
  static let limit = 50

  private(set) var visits: [Visit]

  /// Which one is shown.
  private(set) var place: Int

  /// A stack of one page.
  init(_ page: PageViewModel) {
    visits = [.page(page)]
    place = 0
  }

  /// A stack of sleeping pages, of which there is one at least; those nearest to the shown one where
  /// there are too many.
  ///
  /// - Parameter title: what the shown one was called.
  init?(_ urls: [ModuleURL], place: Int, title: String) {
    guard urls.indices.contains(place) else { return nil }
    let first = max(0, min(place - Self.limit / 2, urls.count - Self.limit))
    visits = urls.indices[first...].prefix(Self.limit).map { index in
      .asleep(Sleeper(urls[index], title: index == place ? title : ""))
    }
    self.place = place - first
  }

  /// The page that is shown; nil while it sleeps.
  var current: PageViewModel? { visits[place].page }

  /// All pages that are awake, the last first, as they are let go.
  var pages: [PageViewModel] { visits.reversed().compactMap(\.page) }

  /// Shows a page behind the one that is shown.
  ///
  /// - Returns: the pages that are let go.
  mutating func push(_ page: PageViewModel) -> [PageViewModel] {
    var gone = remove(from: place + 1)
    visits.append(.page(page))
    place = visits.count - 1
    if visits.count > Self.limit {
      if let oldest = visits.removeFirst().page { gone.append(oldest) }
      place -= 1
    }
    return gone
  }

  /// Shows another of the pages.
  mutating func show(_ place: Int) { self.place = place }

  /// Puts the page that was made for a sleeping one in its place.
  mutating func wake(_ place: Int, as page: PageViewModel) { visits[place] = .page(page) }

  /// Leaves one out that cannot be opened any more.
  mutating func leaveOut(_ place: Int) {
    visits.remove(at: place)
    if self.place > place || self.place == visits.count { self.place -= 1 }
  }

  /// Lets go of a page and all ahead of it, so that the one before it is shown, if it was shown.
  ///
  /// - Returns: the pages that are let go, the last first.
  mutating func remove(from place: Int) -> [PageViewModel] {
    let gone = visits[place...].reversed().compactMap(\.page)
    visits.removeSubrange(place...)
    self.place = min(self.place, visits.count - 1)
    return gone
  }
}

/// What one tab holds: pages, and what lies over them.
struct PageTab {
  /// The pages that lie at the bottom, then those that are presented over them; never none.
  var layers: [PageStack]

  /// The stack that has the attention.
  var top: PageStack {
    get { layers[layers.count - 1] }
    set { layers[layers.count - 1] = newValue }
  }

  /// All pages that are awake, the topmost first.
  var pages: [PageViewModel] { layers.reversed().flatMap(\.pages) }
}
