internal import Mocoa
internal import MocoaStore

/// The form of a new message, or of an existing one.
final class MessageFormPage: FormPageViewModel {
  private enum Purpose {
    case write(to: Int)
    case edit(Int)
  }

  private static let address = "\(MessagesPage.address)write"

  /// Returns the URL of the form for a new message to a person.
  static func url(writingTo person: Int) -> ModuleURL? {
    try? ModuleURL("\(address)?person=\(person)")
  }

  /// Returns the URL of the form that edits a message.
  static func url(editing message: Int) -> ModuleURL? {
    try? ModuleURL("\(address)?message=\(message)")
  }

  static func register(
    in registry: ModuleRegistry, _ service: @escaping @MainActor () -> MessageService
  ) {
    registry.define(address).page("Message") { try MessageFormPage(options: $0, service()) }
  }

  private let purpose: Purpose
  private let service: MessageService

  /// Creates the form that edits the message in the option `message`.
  ///
  /// Without that option, the form writes a new message to the person in the option `person`.
  private init(options: PageOptions, _ service: MessageService) throws {
    self.service = service
    let text: String
    if let id = try options.optionalInt("message") {
      guard let message = service.store[EntityReference<Message>(id)] else {
        throw MessageService.MessageError.noMessage
      }
      (purpose, text) = (.edit(id), message.text)
    } else {
      (purpose, text) = (.write(to: try options.int("person")), "")
    }
    super.init(options: options, fields: [Field("message", text)])
  }

  /// Loads the person, in case no other page has loaded the chats yet.
  override func prepare() {
    guard case .write(let person) = purpose else { return }
    service.store.load(EntityReference<Chat>(person)) { [weak self] _ in self?.redraw() }
  }

  override var title: String {
    switch purpose {
    case .write(let person):
      "to \(service.store[EntityReference<Participant>(person)]?.name ?? "unknown")"
    case .edit: "edit"
    }
  }

  override var breadcrumb: [String] { ["examples", "messages", title] }

  /// No URL, because an incomplete message is not saved.
  override var restorationURL: ModuleURL? { nil }

  override func confirm() throws {
    switch purpose {
    case .write(let person): finish(with: try service.send(fields[0].text, to: person))
    case .edit(let message):
      try service.edit(message, to: fields[0].text)
      finish(with: message)
    }
  }
}
