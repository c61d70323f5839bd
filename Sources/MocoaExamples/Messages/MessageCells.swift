internal import Mocoa
internal import MocoaModel

/// A chat: whether somebody is there, who it is, and what was written last.
final class ChatCellViewModel: CellViewModel<Chat> {
  override var content: TextContent? {
    TextContent([
      model.person.presence, .init(model.person.name, .title, width: 13),
      .init(model.last?.text ?? "", .detail),
    ])
  }

  override var destination: ModuleURL? { ConversationPage.url(of: model.id) }

  override func didHighlight() { emit(.attend) }
}

/// A message, and whether one has written it oneself.
final class MessageCellViewModel: CellViewModel<Message> {
  override var content: TextContent? {
    TextContent([
      .init(model.sender.isMe ? "→" : "←", model.sender.isMe ? .accent : .detail),
      .init(model.text, .title),
    ])
  }

  override func didHighlight() { emit(.attend) }

  override var actsOnSelection: Bool { true }

  override func didSelect() { emit(.read, value: model.id) }
}

extension Emission.Name {
  /// The cursor has come to a cell, the source.
  static let attend: Self = "attend"
}

extension Participant {
  /// A dot for who is online, a circle for who is not.
  var presence: TextContent.Span {
    isOnline ? .init("●", .accent) : .init("○", .detail)
  }
}
