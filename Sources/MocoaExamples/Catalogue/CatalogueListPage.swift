internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// A page of the catalogue that is one list: of artists, of albums or of tracks.
///
/// What its commands do, each kind says for itself; the list follows the store by itself, and so does
/// everything else that shows the same.
class CatalogueListPage<Element: Entity>: ListPageViewModel {
  let catalogue: Catalogue

  /// What the list shows.
  let rows: RelationController<Element>

  private var token: ObservationToken?

  init(
    _ options: PageOptions, _ rows: RelationController<Element>, _ module: Module,
    _ catalogue: Catalogue
  ) {
    (self.catalogue, self.rows) = (catalogue, rows)
    super.init(options: options, list: ListViewModel(source: rows, module: module))
    rows.setPhase(.loading(fraction: nil))
    token = catalogue.observeStatus { [weak self] in self?.redraw() }
  }

  override func prepare() { catalogue.open { [weak self] in self?.tellPhase() } }

  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    catalogue.open { [weak self] in perform(self?.absence) }
  }

  override func willAppear() { catalogue.say("") }

  override var parentURL: ModuleURL? { try? ModuleURL(CataloguePage.address) }
  override var activity: String { catalogue.status }

  /// Tries to save what could not be saved; what is shown is read again by itself when it changes.
  override func readAgain() -> Bool {
    catalogue.saveAgain()
    return true
  }

  /// Why there is nothing that could be shown; nil where there is.
  var absence: String? { nil }

  /// Has the list say how far it is, which it cannot know.
  final func tellPhase() {
    guard catalogue.isOpen else { return }
    rows.setPhase(absence.map { .failed($0) } ?? .finished)
  }

  // MARK: - Commands

  /// What an element is called in a sentence.
  class var kind: String { "" }

  override var commands: [PageCommand] {
    [
      command("add", "a") { $0.add() },
      command("edit", "e") { page in page.withSelection { page.edit($0) } },
      command("delete", "D") { page in page.withSelection { page.askToDelete($0) } },
    ]
  }

  /// Adds an element.
  func add() {}

  /// Edits an element.
  func edit(_ element: Element) {}

  /// Deletes an element, which may be gone already.
  func delete(_ ref: Ref<Element>) {}

  /// What is asked before an element is deleted.
  func question(of element: Element) -> String { "" }

  /// A command, before which the status says nothing any more.
  final func command(
    _ title: String, _ letter: Unicode.Scalar,
    _ perform: @escaping @MainActor (CatalogueListPage) -> Void
  ) -> PageCommand {
    PageCommand(title, letter: letter) { [weak self] in
      guard let self else { return }
      catalogue.say("")
      perform(self)
    }
  }

  /// Does something with the element that the cursor is on, as it is now.
  final func withSelection(_ perform: (Element) -> Void) {
    let cell = list.highlighted as? CellViewModel<Element>
    guard let element = cell.flatMap({ catalogue.store[Ref($0.model)] }) else {
      return catalogue.say("there is no \(Self.kind) here")
    }
    perform(element)
  }

  /// Opens a page over this one; why it cannot be opened is said.
  final func present(
    _ address: String, _ options: [String: (any Sendable)?] = [:],
    receive: @escaping Navigator.Receiver = { _ in }
  ) {
    do {
      try navigator?.present(ModuleURL(address), options: options, receive: receive)
    } catch {
      catalogue.say("\(error)")
    }
  }

  /// Opens the form of a new element over this page, and goes to what was added.
  final func presentNew(_ address: String, _ options: [String: (any Sendable)?] = [:]) {
    present(address, options) { [weak self] id in
      if let id = id as? String { self?.moveCursor(to: id) }
    }
  }

  private func askToDelete(_ element: Element) {
    let ref = Ref(element)
    present(ConfirmPage.address, ["question": question(of: element)]) { [weak self] answer in
      if answer as? Bool == true { self?.delete(ref) }
    }
  }
}
