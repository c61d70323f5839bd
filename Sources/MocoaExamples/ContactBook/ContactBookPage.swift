internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A contact book that is tried with fourteen changes, each of them one batch whose difference is
/// found by the list; Enter edits a contact.
final class ContactBookPage: ListPageViewModel {
  /// How long one is given to look at the list again before it changes.
  static let pause = Duration.milliseconds(500)

  private let book: ContactBook
  private let clock: (any FrameClock)?

  /// What was done last; where it has changed nothing, the list has nothing to tell.
  private var last = "" { didSet { redraw() } }

  /// Registers example 21, whose module is page and list at once, and the pages that are opened from it.
  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    let module = registry[Examples.address(21)]
    module.section.cell.register(ContactCellViewModel.self).view(ContactRow.self)
    module.page("Contact book") { ContactBookPage(url: $0.url, list: module, clock: clock) }
    ContactEditorPage.register(in: registry)
    ContactActionsPage.register(in: registry)
  }

  /// A page that shows a new book.
  ///
  /// - Parameters:
  ///   - list: the module of the list, which says how contacts look.
  ///   - clock: the time that the pause takes; with nil there is none.
  init(url: ModuleURL, list: Module, clock: (any FrameClock)?) {
    let book = ContactBook()
    (self.book, self.clock) = (book, clock)
    super.init(url: url, list: ListViewModel(model: book.list, module: list))
  }

  override var title: String { module?.pageTitle?.lowercased() ?? "" }
  override var breadcrumb: [String] { ["examples", title] }
  override var activity: String { last }

  override var commands: [PageCommand] {
    [PageCommand("actions", letter: "a") { [weak self] in self?.chooseAction() }]
  }

  /// Makes all view models anew.
  override func readAgain() -> Bool {
    list.reload()
    return true
  }

  // MARK: - Actions

  /// Has an action chosen, and performs it when one sees the list again.
  private func chooseAction() {
    open(ContactActionsPage.address) { navigator, url in
      try navigator.push(url) { [weak self] answer in
        if let action = answer as? ContactAction { self?.performLater(action) }
      }
    }
  }

  private func performLater(_ action: ContactAction) {
    guard let clock else { return perform(action) }
    clock.call(after: Self.pause) { [weak self] in self?.perform(action) }
  }

  /// Changes the book, and has the list find out how.
  private func perform(_ action: ContactAction) {
    last = action.summary
    list.performBatchUpdates {
      book.perform(action)
      list.setModel(book.list)
    }
  }

  // MARK: - Editing

  override func didReceive(_ emission: Emission) {
    guard emission.name == .edit, let cell = emission.source as? ContactCellViewModel else {
      return super.didReceive(emission)
    }
    edit(cell)
  }

  /// Opens the editor of a contact over the list, as a child of its cell's view model.
  private func edit(_ cell: ContactCellViewModel) {
    open(ContactEditorPage.address) { navigator, url in
      let editor = try navigator.present(url, options: ["model": cell.model]) { [weak cell] _ in
        for case let editor as ContactEditorPage in cell?.children ?? [] {
          editor.removeFromParent()
        }
      }
      try cell.addChild(editor)
    }
  }

  /// Opens a page; why it cannot be opened stands where it says what was done.
  private func open(_ address: String, _ body: (Navigator, ModuleURL) throws -> Void) {
    guard let navigator else { return }
    do {
      try body(navigator, ModuleURL(address))
    } catch {
      last = "\(error)"
    }
  }
}
