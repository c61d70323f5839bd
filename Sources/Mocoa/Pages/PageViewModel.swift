public import MocoaModel

/// The view model of a page: something that is opened by URL and fills the screen.
@MainActor
open class PageViewModel: ViewModel {
  /// The URL that was opened, with its options.
  public final let url: ModuleURL

  /// A page at a URL.
  public init(url: ModuleURL) {
    self.url = url
    super.init()
  }

  /// What the page is called, in one or two words.
  open var title: String { url.path.last?.name ?? url.domain }

  /// Where "out" leads; nil for a page that nothing is above of.
  open var parentURL: ModuleURL? { url.parent }

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

  /// The titles of what is above, and of the page itself.
  open var breadcrumb: [String] {
    [url.domain] + url.path.dropLast().map(\.name) + (url.path.isEmpty ? [] : [title])
  }
}

/// A page that is one list.
@MainActor
open class ListPageViewModel: PageViewModel {
  /// The list.
  public final let list: ListViewModel

  /// A page that shows a list.
  public init(url: ModuleURL, list: ListViewModel) {
    self.list = list
    super.init(url: url)
    attach(list, at: 0)
  }

  /// The versions that the list has had; nil where they are not kept.
  open var history: ListHistory? { nil }

  /// Where opening a cell leads; nil for nowhere.
  open func destination(of cell: AnyCellViewModel) -> ModuleURL? { cell.destination }

  /// Where the cursor starts: the item that the URL's fragment names; nil for the first.
  open func start(for fragment: String) -> ItemPath? { list.firstPath(ofIdentity: fragment) }
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
