public import MocoaModel

/// Tells a binding, from any thread, what it is to show.
///
/// What was sent arrives on the main actor, in order, when what runs there is done. Only the newest
/// items and the newest state count: whoever sends faster than they are shown has some of them
/// skipped. It does not keep the binding alive; what is sent to one that is unbound or gone is lost.
public final class BindingSender<Item: CellModel>: Sendable {
  /// What has not arrived yet.
  struct News {
    var items: [Item]?
    var state: BindingState
  }

  @MainActor weak var binding: ListBinding<Item>?

  private let mailbox = Mailbox<News>()

  init() {}

  /// Shows other items.
  public func update(_ items: [Item]) { send(items, .idle) }

  /// Says that items are waited for.
  public func load() { send(nil, .loading) }

  /// Says that no more items will come.
  public func finish() { send(nil, .finished) }

  /// Says, in one line, why no more items will come.
  public func fail(_ reason: String) {
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    send(nil, .failed(line))
  }

  /// Takes out what has not arrived yet.
  func take() -> News? { mailbox.take() }

  private func send(_ items: [Item]?, _ state: BindingState) {
    mailbox.leave { news in
      News(items: items ?? news?.items, state: state)
    } then: { [weak self] in
      self?.binding?.takeNews()
    }
  }
}
