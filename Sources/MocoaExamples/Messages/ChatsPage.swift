internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// The list of all chats.
final class ChatsPage: ListPageViewModel, MessagesPane {
  static let address = "\(MessagesPage.address)chats"

  private let service: MessageService
  private let chats: CollectionProvider<Chat>
  private var pause: PauseController<Chat>?
  private var tokens: [ObservationToken] = []

  /// The view model of the cell under the cursor, or `nil` if no cell has reported the cursor.
  private weak var current: ChatCellViewModel? {
    didSet { if oldValue == nil { redraw() } }
  }

  static func register(
    in registry: ModuleRegistry, _ service: @escaping @MainActor () -> MessageService
  ) {
    let module = registry.define(address)
    module.section.cell.register(ChatCellViewModel.self)
    module.page("Chats") { try ChatsPage(options: $0, list: module, service()) }
  }

  private init(options: PageOptions, list module: Module, _ service: MessageService) throws {
    self.service = service
    chats = try CollectionProvider(service.store, Chat.all)
    super.init(options: options, list: ListViewModel(source: chats, module: module))
    pause = PauseController(of: chats) { [weak self] in self?.redraw() }
  }

  override func prepare() {
    tokens = [
      service.observe { [weak self] in self?.redraw() },
      chats.observe { [weak self] _ in self?.redraw() },
    ]
    chats.load()
    if !isPane { service.refresh() }
  }

  override func reload() -> Bool {
    service.refresh()
    return true
  }

  /// Calls a closure after both the file and the server have responded.
  ///
  /// Output to a pipe contains only the state at that time.
  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    service.onRequestsFinished { perform(nil) }
  }

  override var title: String { "chats" }
  override var breadcrumb: [String] { ["examples", "messages", title] }

  override var statusText: String {
    [pauseStatusText, service.statusText].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  override var isPaused: Bool? { pause?.isOn }
  override func setPaused(_ isPaused: Bool) { pause?.isOn = isPaused }

  var pauseStatusText: String { pause?.statusText ?? "" }

  var heading: PaneTitle { PaneTitle(title: "Chats", detail: detail) }

  var hint: String { chats.count > 0 || service.hasPendingRequests ? "" : "r asks who is there" }

  override var commands: [PageCommand] {
    guard let current, current.parent != nil else { return [] }
    return [
      PageCommand("write", letter: "w") { [weak self, id = current.model.id] in
        self?.open(MessageFormPage.url(writingTo: id))
      },
      PageCommand("delete", letter: "D") { [weak self, person = current.model.person] in
        self?.confirm("Delete \(person.name), and all that was written?") {
          self?.service.deletePerson(person.id)
        }
      },
    ]
  }

  override func didReceive(_ emission: Emission) {
    if emission.name == .cursorMovedToCell, let cell = emission.source as? ChatCellViewModel {
      current = cell
    }
    super.didReceive(emission)
  }
}
