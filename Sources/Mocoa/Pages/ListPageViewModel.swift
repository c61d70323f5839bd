internal import MocoaLanguage
public import MocoaModel

/// A page that is one list.
@MainActor
open class ListPageViewModel: PageViewModel {
  /// The list.
  public final let list: ListViewModel

  /// What of the list is to be shown, as options of a URL say it; renderers follow it, and say what is
  /// shown.
  public final var excerpt: [ModuleURL.Option]

  /// A page that shows a list.
  ///
  /// - Parameter url: of its options, those that say what of the list is shown become the `excerpt`.
  public init(url: ModuleURL, list: ListViewModel) {
    self.list = list
    excerpt = url.excerpt
    super.init(url: url.withoutExcerpt)
    attach(list, at: 0)
  }

  /// A page that was opened with options, and shows a list.
  ///
  /// - Parameter options: of those of the URL, the ones that say what of the list is shown become the
  ///   `excerpt`.
  public init(options: PageOptions, list: ListViewModel) {
    self.list = list
    excerpt = options.url.excerpt
    super.init(options: options.at(options.url.withoutExcerpt))
    attach(list, at: 0)
  }

  /// The URL that opens it again as it is now, with what is shown of the list; nil where there is none.
  open override var restorationURL: ModuleURL? {
    var url = super.restorationURL
    url?.options += excerpt
    return url
  }

  /// The versions that the list has had; nil where they are not kept.
  open var history: ListHistory? { nil }

  /// What is said where the list has nothing, and nothing is being loaded: best of all, how to begin.
  open var emptyNote: String { phrase("nothing here") }

  /// Where opening a cell leads; nil for nowhere.
  open func destination(of cell: AnyCellViewModel) -> ModuleURL? { cell.destination }

  /// Whether opening a cell leads somewhere, or selecting it does something.
  public final func canOpen(_ cell: AnyCellViewModel) -> Bool {
    if destination(of: cell) != nil { return true }
    guard list.selectionMode != .none, cell.allowsSelection else { return false }
    return cell.actsOnSelection || list.onSelect != nil || list.selectionMode == .multiple
  }

  /// Where the cursor starts: the item that the URL's fragment names; nil for the first.
  open func start(for fragment: String) -> ItemPath? { list.firstPath(ofIdentity: fragment) }

  /// Has the cursor go to an item, named as by the fragment of a URL: one that was just added.
  ///
  /// What the list does not have by the next frame is not waited for.
  public final func moveCursor(to fragment: String) { send(.cursor, fragment) }

  /// The fragment that names an item, so that `start(for:)` finds it in a later run; nil where nothing
  /// of it would be the same then.
  open func fragment(for path: ItemPath) -> String? {
    guard list.snapshot.contains(path) else { return nil }
    let id = list.snapshot.id(at: path)
    return id.isLasting ? id.description : nil
  }
}

extension Signal<String> {
  /// The cursor is to go to an item of the page; the value names it as a fragment does.
  public static var cursor: Signal { Signal("cursor") }
}
