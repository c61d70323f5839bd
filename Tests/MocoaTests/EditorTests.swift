import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// A contact that an editor and a list share.
private final class Contact: CellModel, Identifiable, @unchecked Sendable {
  // Both are on the main actor. XZMocoa's example has a mutable model.
  let id: Int
  var name: String

  init(_ id: Int, _ name: String) { (self.id, self.name) = (id, name) }

  func isContentEqual(to other: any CellModel) -> Bool { self === other as? Contact }
}

/// A page that edits a contact: it changes the model and emits the change.
private final class EditorViewModel: PageViewModel {
  private var contact: Contact? { options["model"] as? Contact }

  func confirm(_ name: String) {
    guard !name.isEmpty else { return }
    contact?.name = name
    emit("name", value: name)
  }
}

/// The cell of a contact.
///
/// Emissions of its editor go directly to the view of the cell.
private final class ContactCell: CellViewModel<Contact> {
  override func didReceive(_ emission: Emission) {
    guard emission.name == "name" else { return super.didReceive(emission) }
    send(.name, model.name)
  }
}

@Suite("An editor as a child of the edited cell")
@MainActor
struct EditorTests {
  private let page = TracingViewModel("page")
  private let list: ListViewModel
  private let navigator: Navigator
  private let editorURL: ModuleURL

  init() throws {
    let registry = ModuleRegistry()
    let module = registry.define("mocoa://examples/21")
    module.section.cell.register(ContactCell.self)
    registry.define("mocoa://examples/21/editor").page("Editor") { EditorViewModel(options: $0) }
    editorURL = try ModuleURL("mocoa://examples/21/editor")
    list = ListViewModel(
      model: SectionedList([Section(id: 0, items: [Contact(1, "Ada"), Contact(2, "Bob")])]),
      module: module)
    try page.addChild(list)
    page.prepareIfNeeded()
    navigator = Navigator(registry: registry)
  }

  // F42, F46, F64, F66, scenario 96.
  @Test("changes the model and notifies the cell's view only")
  func confirm() throws {
    let cell = try #require(list.cell(at: path(0, 0)) as? ContactCell)
    let updates = Updates()
    let token = list.observe { updates.all.append($0) }
    var label = ""
    let binding = ViewBinding<ContactCell> {
      [$0.observe(.name, initial: \.model.name) { label = $0 }]
    }
    binding.viewModel = cell
    #expect(label == "Ada")

    try navigator.push(editorURL, options: ["model": cell.model])
    let editor = try #require(navigator.focusedPage as? EditorViewModel)
    try cell.addChild(editor)
    #expect(editor.isReady)
    editor.confirm("")
    #expect(label == "Ada")
    editor.confirm("Ada King")
    #expect(label == "Ada King")
    #expect(cell.model.name == "Ada King")
    #expect(list.existingCell(at: path(0, 0)) === cell)
    #expect(updates.all.isEmpty)
    #expect(page.received.isEmpty)

    // A released observer is not notified.
    editor.removeFromParent()
    editor.confirm("Nobody")
    #expect(label == "Ada King")
    #expect(cell.children.isEmpty)
    token.cancel()
  }
}
