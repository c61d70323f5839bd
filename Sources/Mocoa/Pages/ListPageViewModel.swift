public import MocoaModel

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

  /// A page that was opened with options, and shows a list.
  public init(options: PageOptions, list: ListViewModel) {
    self.list = list
    super.init(options: options)
    attach(list, at: 0)
  }

  /// The versions that the list has had; nil where they are not kept.
  open var history: ListHistory? { nil }

  /// What is said where the list has nothing, and nothing is being loaded: best of all, how to begin.
  open var emptyNote: String { "nothing here" }

  /// Where opening a cell leads; nil for nowhere.
  open func destination(of cell: AnyCellViewModel) -> ModuleURL? { cell.destination }

  /// Where the cursor starts: the item that the URL's fragment names; nil for the first.
  open func start(for fragment: String) -> ItemPath? { list.firstPath(ofIdentity: fragment) }

  /// The fragment that names an item, so that `start(for:)` finds it in a later run; nil where nothing
  /// of it would be the same then.
  open func fragment(for path: ItemPath) -> String? {
    guard list.snapshot.contains(path) else { return nil }
    let id = list.snapshot.id(at: path)
    return id.isLasting ? id.description : nil
  }
}
