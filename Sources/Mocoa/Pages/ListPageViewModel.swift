internal import MocoaLocalization
public import MocoaModel

/// A page that shows one list.
@MainActor
open class ListPageViewModel: PageViewModel {
  /// The list.
  public final let list: ListViewModel

  /// The list options of the URL, such as the filter.
  ///
  /// A renderer applies them to the list, and updates them when the query changes.
  public final var listOptions: [ModuleURL.Option]

  /// Creates a page that shows a list.
  ///
  /// - Parameters:
  ///   - url: The URL of the page. Its list options become its `listOptions`.
  ///   - list: The list.
  public init(url: ModuleURL, list: ListViewModel) {
    self.list = list
    listOptions = url.listOptions
    super.init(url: url.removingListOptions())
    attach(list, at: 0)
  }

  /// Creates a page that was opened with options and shows a list.
  ///
  /// - Parameters:
  ///   - options: The options of the page. The list options of their URL become its `listOptions`.
  ///   - list: The list.
  public init(options: PageOptions, list: ListViewModel) {
    self.list = list
    listOptions = options.url.listOptions
    super.init(options: options.at(options.url.removingListOptions()))
    attach(list, at: 0)
  }

  /// The URL that reopens the page in its current state, including the list options, or `nil`.
  open override var restorationURL: ModuleURL? {
    var url = super.restorationURL
    url?.options += listOptions
    return url
  }

  /// The earlier versions of the list, or `nil` if they are not recorded.
  open var history: ListHistory? { nil }

  /// The message for an empty list that is not loading.
  ///
  /// It should explain how to begin.
  open var emptyMessage: String { localized("empty") }

  /// Returns the URL of the page that a cell opens, or `nil` if it opens no page.
  open func destination(of cell: AnyCellViewModel) -> ModuleURL? { cell.destination }

  /// Returns `true` if a cell opens a page, or if selecting it has another effect.
  public final func canOpen(_ cell: AnyCellViewModel) -> Bool {
    if destination(of: cell) != nil { return true }
    guard list.selectionMode != .none, cell.allowsSelection else { return false }
    return cell.handlesSelection || list.onSelect != nil || list.selectionMode == .multiple
  }

  /// Returns the path of the item that the fragment of a URL identifies, or `nil` if no item
  /// matches.
  ///
  /// The cursor starts on this item. If the result is `nil`, the cursor starts on the first item.
  open func initialPath(forFragment fragment: String) -> ItemPath? {
    list.firstPath(matchingID: fragment)
  }

  /// Moves the cursor to an item, for example one that was just added.
  ///
  /// `fragment` identifies the item, as in a URL.
  ///
  /// If the list does not contain the item in the next frame, the call has no effect.
  public final func moveCursor(to fragment: String) { send(.cursor, fragment) }

  /// Returns a fragment that identifies an item in a URL, for ``initialPath(forFragment:)`` in a
  /// later run.
  ///
  /// The result is `nil` if the identity of the item is not stable across runs.
  open func fragment(for path: ItemPath) -> String? {
    guard list.snapshot.contains(path) else { return nil }
    let id = list.snapshot.id(at: path)
    return id.isStableAcrossRuns ? id.description : nil
  }
}

extension Signal<String> {
  /// A request to move the cursor to an item of the page.
  ///
  /// The value identifies the item, like the fragment of a URL.
  public static var cursor: Signal { Signal("cursor") }
}
