internal import Mocoa
internal import MocoaModel
internal import MocoaStore
internal import MocoaTerminal

/// A page with the complete text of the message in the option `id`.
final class MessageTextPage: PageViewModel {
  private static let address = "\(MessagesPage.address)message"

  /// Returns the URL of the complete text of a message.
  static func url(of message: Int) -> ModuleURL? { try? ModuleURL("\(address)?id=\(message)") }

  static func register(
    in registry: ModuleRegistry, _ service: @escaping @MainActor () -> MessageService
  ) {
    registry.define(address).page("Message text") { try MessageTextPage($0, service()) }
      .screen { (page: MessageTextPage, context) in TextScreen(page, context) { page.lines } }
  }

  private let message: EntityProvider<Message>
  private var token: ObservationToken?

  private init(_ options: PageOptions, _ service: MessageService) throws {
    message = EntityProvider(service.store, EntityReference(try options.int("id")))
    super.init(options: options)
  }

  override func prepare() {
    token = message.observe { [weak self] _ in self?.redraw() }
    message.load()
  }

  override var title: String {
    guard let sender = message.value?.sender else { return "message" }
    return sender.isMe ? "from you" : "from \(sender.name)"
  }

  override var breadcrumb: [String] { ["examples", "messages", title] }

  override var commands: [PageCommand] {
    guard let id = message.value?.id else { return [] }
    return [
      PageCommand("edit", letter: "e") { [weak self] in
        self?.open(MessageFormPage.url(editing: id))
      }
    ]
  }

  private var lines: [TextContent.Line] {
    guard let text = message.value?.text else {
      return [.init([.init("this message is not there, or not any more", .detail)])]
    }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      .init([.init(String($0), .title)])
    }
  }
}
