internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A contact book with fourteen actions.
///
/// Each action is one batch update, for which the list compares the old and the new contacts.
///
/// Enter edits a contact.
final class ContactBookPage: ListPageViewModel {
  /// The delay between the selection of an action and the change of the list.
  ///
  /// The delay lets the user see the animation of the change after the page of actions has closed.
  static let pause = Duration.milliseconds(500)

  private let book: ContactBook
  private let clock: (any FrameClock)?

  /// The description of the last action, for the status text.
  ///
  /// It is shown because an action without effect does not change the list.
  private var last = "" { didSet { redraw() } }

  /// Registers example 21 and the pages that open from it.
  ///
  /// The page and its list share one module.
  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    let module = registry.define(Examples.address(21))
    module.section.cell.register(ContactCellViewModel.self).view(ContactRow.self)
    module.page("Contact book") { ContactBookPage(url: $0.url, list: module, clock: clock) }
    ContactEditorPage.register(in: registry)
    ContactActionsPage.register(in: registry)
  }

  /// Creates a page with a new book.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - list: The module of the list, which determines the appearance of contacts.
  ///   - clock: The clock of the delay, or `nil` for no delay.
  init(url: ModuleURL, list: Module, clock: (any FrameClock)?) {
    let book = ContactBook()
    (self.book, self.clock) = (book, clock)
    super.init(url: url, list: ListViewModel(model: book.list, module: list))
  }

  override var title: String { module?.pageTitle?.lowercased() ?? "" }
  override var breadcrumb: [String] { ["examples", title] }
  override var statusText: String { last }

  override var commands: [PageCommand] {
    [PageCommand("actions", letter: "a") { [weak self] in self?.chooseAction() }]
  }

  /// Recreates the view models of all contacts.
  override func reload() -> Bool {
    list.reload()
    return true
  }

  // MARK: - Actions

  /// Presents the actions, and performs the selected action after the list is visible again.
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

  /// Performs an action in a batch update, for which the list computes the changes.
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

  /// Presents the editor of a contact, as a child of the view model of its cell.
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

  /// Opens a page at an address.
  ///
  /// If that fails, the status text shows the reason.
  private func open(_ address: String, _ body: (Navigator, ModuleURL) throws -> Void) {
    guard let navigator else { return }
    do {
      try body(navigator, ModuleURL(address))
    } catch {
      last = "\(error)"
    }
  }
}
