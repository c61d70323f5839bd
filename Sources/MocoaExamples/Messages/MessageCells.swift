internal import Mocoa
internal import MocoaModel

/// The view model of a chat: the presence and the name of the person, and the last message.
final class ChatCellViewModel: CellViewModel<Chat> {
  override var content: TextContent? {
    TextContent([
      model.person.presence, .init(model.person.name, .title, width: 13),
      .init(model.last?.text ?? "", .detail),
    ])
  }

  override var destination: ModuleURL? { ConversationPage.url(of: model.id) }

  override func didHighlight() { emit(.cursorMovedToCell) }
}

/// The view model of a message, with an arrow that indicates whether the user sent it.
final class MessageCellViewModel: CellViewModel<Message> {
  override var content: TextContent? {
    TextContent([
      .init(model.sender.isMe ? "→" : "←", model.sender.isMe ? .accent : .detail),
      .init(model.text, .title),
    ])
  }

  override func didHighlight() { emit(.cursorMovedToCell) }

  override var handlesSelection: Bool { true }

  override func didSelect() { emit(.read, value: model.id) }
}

extension Emission.Name {
  /// The cursor moved to a cell; the source is the view model of the cell.
  static let cursorMovedToCell: Self = "attend"
}

extension Participant {
  /// A dot for a person who is online, or a circle for a person who is not.
  var presence: TextContent.Span {
    isOnline ? .init("●", .accent) : .init("○", .detail)
  }
}
