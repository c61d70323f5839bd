internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// The messages exchanged with a person, newest first.
///
/// The page may be open several times, in panes or tabs. Each instance has its own list with the
/// same key.
final class ConversationPage: ListPageViewModel, MessagesPane {
  static let address = "\(MessagesPage.address)chat"

  /// Returns the URL of the messages with a person.
  static func url(of person: Int) -> ModuleURL? { try? ModuleURL("\(address)?person=\(person)") }

  /// The identity of the person.
  let personID: Int

  private let service: MessageService
  private let person: EntityProvider<Participant>
  private let messages: CollectionProvider<Message>
  private var pause: PauseController<Message>?
  private var tokens: [ObservationToken] = []

  /// The view model of the cell under the cursor, or `nil` if no cell has reported the cursor.
  private weak var current: MessageCellViewModel? {
    didSet { if oldValue == nil { redraw() } }
  }

  static func register(
    in registry: ModuleRegistry, _ service: @escaping @MainActor () -> MessageService
  ) {
    let module = registry.define(address)
    module.section.cell.register(MessageCellViewModel.self)
    module.page("Chat") { try ConversationPage(options: $0, list: module, service()) }
  }

  private init(options: PageOptions, list module: Module, _ service: MessageService) throws {
    self.service = service
    personID = try options.int("person")
    person = EntityProvider(service.store, EntityReference(personID))
    messages = try CollectionProvider(service.store, Message.list(with: personID))
    super.init(options: options, list: ListViewModel(source: messages, module: module))
    pause = PauseController(of: messages) { [weak self] in self?.redraw() }
  }

  override func prepare() {
    tokens = [
      person.observe { [weak self] _ in self?.personDidChange() },
      service.observe { [weak self] in self?.redraw() },
      messages.observe { [weak self] _ in self?.redraw() },
    ]
    person.load()
    messages.load()
    if !isPane { service.refresh() }
  }

  override func reload() -> Bool {
    service.refresh()
    return true
  }

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    service.onRequestsFinished { [weak self] in
      guard let self else { return perform(nil) }
      messages.load { _ in perform(nil) }
    }
  }

  private func personDidChange() {
    redraw()
    if person.value == nil { emit(.leave) }
  }

  override var title: String { person.value?.name ?? "unknown" }
  override var breadcrumb: [String] { ["examples", "messages", title] }

  override var statusText: String {
    let presence = person.value.map { $0.isOnline ? "online" : "offline" } ?? ""
    return [pauseStatusText, presence, service.statusText].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  override var isPaused: Bool? { pause?.isOn }

  override func setPaused(_ isPaused: Bool) {
    person.isPaused = isPaused
    pause?.isOn = isPaused
  }

  var pauseStatusText: String { pause?.statusText ?? "" }

  var heading: PaneTitle {
    PaneTitle(
      sign: person.value?.presence, title: person.value?.name ?? "Nobody", detail: detail)
  }

  var hint: String { messages.count > 0 ? "" : "w writes the first" }

  override var commands: [PageCommand] {
    guard person.value != nil else { return [] }
    let write = PageCommand("write", letter: "w") { [weak self] in self?.write() }
    guard let current, current.parent != nil else { return [write] }
    let message = current.model
    return [
      write,
      PageCommand("edit", letter: "e") { [weak self] in
        self?.open(MessageFormPage.url(editing: message.id))
      },
      PageCommand("delete", letter: "D") { [weak self] in self?.confirmDeleting(message) },
    ]
  }

  /// Presents the form of a new message, and moves the cursor to the message after it was sent.
  private func write() {
    open(MessageFormPage.url(writingTo: personID)) { [weak self] id in
      if let id = id as? Int { self?.moveCursor(to: "\(id)") }
    }
  }

  private func confirmDeleting(_ message: Message) {
    confirm("Delete “\(message.text)”?") { [service, personID] in
      service.delete(message.id, of: personID)
    }
  }

  override func didReceive(_ emission: Emission) {
    switch emission.name {
    case .cursorMovedToCell: current = emission.source as? MessageCellViewModel
    case .read:
      if let id = emission.value as? Int { open(MessageTextPage.url(of: id)) }
    default: super.didReceive(emission)
    }
  }
}

extension Emission.Name {
  /// A request to show a whole message; the value is its identity.
  static let read: Self = "read"

  /// The person whose messages a page shows was deleted; the source is the page.
  static let leave: Self = "leave"
}
