internal import Mocoa
internal import MocoaModel
internal import MocoaStore
internal import MocoaTerminal

/// Two panes that show the same data: the chats and the messages of one chat, or these messages in
/// both panes.
///
/// The panes do not depend on each other. Each has its own list, which observes the store and so
/// receives every change by another page, by the server, or by another program that uses the same
/// file.
final class MessagesPage: PageViewModel {
  static let address = "\(Examples.address)messages/"
  private static let titleAddress = "\(address)title"

  private let service: MessageService

  /// The left pane: the chats, or the same messages as in the right pane.
  private(set) var left: (any MessagesPane)? { didSet { redrawPanes() } }

  /// The right pane: the messages of the current chat, or `nil` if no chat is current.
  private(set) var right: ConversationPage? { didSet { redrawPanes() } }

  /// The titles above the left and the right pane.
  private(set) var titles: [AnyCellViewModel] = []

  /// A Boolean value that indicates whether the titles are visible.
  ///
  /// The titles show which panes are paused.
  var showsTitles = true

  private var token: ObservationToken?

  /// The token that enables pushes of the server, or `nil` while pushes are disabled.
  private var listening: ObservationToken?
  private var listens: Bool

  /// Registers the page and its panes.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - clock: The clock of the simulated server.
  ///   - folder: The folder of the file, or `nil` to use only memory.
  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?, folder: String?) {
    let service = Service(clock: clock, folder: folder, module: registry.define(address))
    register(in: registry) { service.value }
  }

  /// Registers the page and its panes with a closure that returns the service when a page opens.
  static func register(
    in registry: ModuleRegistry, _ service: @escaping @MainActor () -> MessageService
  ) {
    registry.define(address).page("Messages") { try MessagesPage(options: $0, service()) }
      .screen { (page: MessagesPage, context) in page.makePanes(context) }
    PaneTitle.register(at: titleAddress, in: registry)
    ChatsPage.register(in: registry, service)
    ConversationPage.register(in: registry, service)
    MessageTextPage.register(in: registry, service)
    MessageFormPage.register(in: registry, service)
  }

  /// The holder of the message service that all pages share.
  ///
  /// It creates the service on first use and retains it, so that the file stays open.
  @MainActor
  private final class Service {
    private let make: @MainActor () -> MessageService
    private(set) lazy var value = make()

    init(clock: (any FrameClock)?, folder: String?, module: Module) {
      make = { [weak module] in
        MessageService(
          server: MessageServer(clock: clock), path: folder.map { "\($0)/messages.sqlite" },
          log: { [weak module] in module?.log($0, isWarning: $1) })
      }
    }
  }

  /// Creates a page with the chats and the messages of the chat in the fragment, or of the first
  /// chat.
  ///
  /// The option `push` enables pushes of the server from the beginning.
  private init(options: PageOptions, _ service: MessageService) throws {
    self.service = service
    listens = try options.bool("push")
    super.init(options: options)
  }

  override func prepare() {
    if let url = try? ModuleURL(Self.titleAddress) {
      titles = (0..<2).map { _ in embedModule(url, options: ["model": PaneTitle()]) }
    }
    token = service.observe { [weak self] in self?.redraw() }
    service.refresh()
    showChats(at: url.fragment)
  }

  override func willAppear() { listen(listens) }
  override func didDisappear() { listening = nil }

  override var title: String { "messages" }
  override var breadcrumb: [String] { ["examples", title] }

  override var statusText: String {
    let remarks = showsTitles ? [] : [left, right].compactMap { $0?.pauseStatusText }
    return (remarks + [service.statusText, listens ? "push on" : ""]).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The URL of this page with the current person.
  ///
  /// It does not include the current message.
  override var restorationURL: ModuleURL? {
    var url = url
    url.fragment = right.map { "\($0.personID)" }
    return url
  }

  override func reload() -> Bool {
    service.refresh()
    return true
  }

  override var commands: [PageCommand] {
    let showsChats = left is ChatsPage
    return [
      PageCommand(showsChats ? "twice" : "chats", letter: "b") { [weak self] in self?.turnLeft() },
      PageCommand(listens ? "no push" : "push", letter: "P") { [weak self] in
        guard let self else { return }
        listen(!listens)
      },
    ]
  }

  private func listen(_ listens: Bool) {
    self.listens = listens
    listening = listens ? service.listen() : nil
    redraw()
  }

  // MARK: - Panes

  override func didReceive(_ emission: Emission) {
    switch emission.name {
    case .cursorMovedToCell:
      if let chat = emission.source as? ChatCellViewModel { showMessages(of: chat.model.id) }
    case .leave: leave(emission.source)
    default:
      updateTitles()
      super.didReceive(emission)
    }
  }

  private func redrawPanes() {
    updateTitles()
    redraw()
  }

  /// Updates the titles of the panes.
  private func updateTitles() {
    for (title, pane) in zip(titles, [left, right]) {
      if let heading = pane?.heading { try? title.update(with: heading) }
    }
  }

  /// Shows the messages with a person at the right.
  private func showMessages(of person: Int) {
    guard right?.personID != person else { return }
    right?.removeFromParent()
    right = pane(at: ConversationPage.url(of: person)) as? ConversationPage
  }

  /// Shows the chats at the left, with the cursor on one of them.
  private func showChats(at fragment: String?) {
    var url = try? ModuleURL(ChatsPage.address)
    url?.fragment = fragment
    left?.removeFromParent()
    left = pane(at: url) as? ChatsPage
  }

  /// Switches the left pane between the chats and the messages of the right pane.
  private func turnLeft() {
    guard let right else { return }
    guard left is ChatsPage else { return showChats(at: "\(right.personID)") }
    left?.removeFromParent()
    left = pane(at: ConversationPage.url(of: right.personID)) as? ConversationPage
  }

  /// Shows only the chats if the person whose messages a pane shows was deleted.
  private func leave(_ gone: ViewModel) {
    guard gone === right || gone === left else { return }
    right?.removeFromParent()
    right = nil
    if !(left is ChatsPage) { showChats(at: nil) }
  }

  private func pane(at url: ModuleURL?) -> PageViewModel? {
    // Embedding fails only if the address is not registered.
    url.flatMap { try? embed($0) }
  }
}
