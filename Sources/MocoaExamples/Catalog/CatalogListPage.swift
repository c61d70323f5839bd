internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// A page of the catalog with one list: of artists, albums or tracks.
///
/// Subclasses implement the commands for their kind. The list observes the store, as do all other
/// lists that show the same entities.
class CatalogListPage<Element: Entity>: ListPageViewModel {
  let catalog: Catalog

  /// The controller of the list of this page.
  let rows: RelationController<Element>

  private var token: ObservationToken?

  init(
    _ options: PageOptions, _ rows: RelationController<Element>, _ module: Module,
    _ catalog: Catalog
  ) {
    (self.catalog, self.rows) = (catalog, rows)
    super.init(options: options, list: ListViewModel(source: rows, module: module))
    rows.setPhase(.loading(fraction: nil))
    token = catalog.observeStatus { [weak self] in self?.redraw() }
  }

  override func prepare() { catalog.open { [weak self] in self?.updatePhase() } }

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    catalog.open { [weak self] in perform(self?.absence) }
  }

  override func willAppear() { catalog.showMessage("") }

  override var parentURL: ModuleURL? { try? ModuleURL(CatalogPage.address) }
  override var statusText: String { catalog.status }

  /// Tries again to save the changes that could not be saved.
  ///
  /// The list observes the store, so it is not reloaded.
  override func reload() -> Bool {
    catalog.retrySave()
    return true
  }

  /// The reason why the page has no content, or `nil` if it has content.
  var absence: String? { nil }

  /// Sets the loading phase of the list to failed if the page has no content, and otherwise to
  /// finished.
  ///
  /// The method does nothing while the catalog is not open.
  final func updatePhase() {
    guard catalog.isOpen else { return }
    rows.setPhase(absence.map { .failed($0) } ?? .finished)
  }

  // MARK: - Commands

  /// The noun for an element in messages, such as `album`.
  class var kind: String { "" }

  override var commands: [PageCommand] {
    [
      command("add", "a") { $0.add() },
      command("edit", "e") { page in page.withSelection { page.edit($0) } },
      command("delete", "D") { page in page.withSelection { page.confirmDeletion(of: $0) } },
    ]
  }

  /// Opens the form of a new element.
  func add() {}

  /// Opens the form of an element.
  func edit(_ element: Element) {}

  /// Deletes an element, or does nothing if it was deleted before.
  func delete(_ ref: EntityReference<Element>) {}

  /// Returns the question that the user must confirm before an element is deleted.
  func question(of element: Element) -> String { "" }

  /// Returns a command that clears the status text before its action.
  final func command(
    _ title: String, _ letter: Unicode.Scalar,
    _ perform: @escaping @MainActor (CatalogListPage) -> Void
  ) -> PageCommand {
    PageCommand(title, letter: letter) { [weak self] in
      guard let self else { return }
      catalog.showMessage("")
      perform(self)
    }
  }

  /// Calls a closure with the current version of the element under the cursor.
  ///
  /// If the element no longer exists, the status text shows that instead.
  final func withSelection(_ perform: (Element) -> Void) {
    let cell = list.highlightedViewModel as? CellViewModel<Element>
    guard let element = cell.flatMap({ catalog.store[EntityReference($0.model)] }) else {
      return catalog.showMessage("no current \(Self.kind)")
    }
    perform(element)
  }

  /// Presents a page over this one.
  ///
  /// If that fails, the status text shows the reason.
  final func present(
    _ address: String, _ options: [String: (any Sendable)?] = [:],
    onResult receive: @escaping Navigator.ResultHandler = { _ in }
  ) {
    do {
      try navigator?.present(ModuleURL(address), options: options, onResult: receive)
    } catch {
      catalog.showMessage("\(error)")
    }
  }

  /// Presents the form of a new element, and moves the cursor to the element after it was added.
  final func presentNew(_ address: String, _ options: [String: (any Sendable)?] = [:]) {
    present(address, options) { [weak self] id in
      if let id = id as? String { self?.moveCursor(to: id) }
    }
  }

  private func confirmDeletion(of element: Element) {
    let ref = EntityReference(element)
    present(ConfirmPage.address, ["question": question(of: element)]) { [weak self] answer in
      if answer as? Bool == true { self?.delete(ref) }
    }
  }
}
