internal import MocoaModel
internal import MocoaTerminal

/// A server that is only pretended: it answers as one does, after a while, with an object of `code`,
/// `message` and `data`, and always the same to the same requests.
///
/// Its news are in 125 groups, the newest first. It remembers up to which of them a reader has come:
/// refreshing goes one or two back to newer ones, loading more goes on behind those that one has.
@MainActor
final class FeedServer {
  /// How many groups an answer has at most.
  static let pageSize = 8

  private let clock: (any FrameClock)?
  private let groups = FeedArchive.groups
  private var cursor: Int
  private var requests = 0

  /// A server.
  ///
  /// - Parameters:
  ///   - clock: the time it takes; with nil it answers at once.
  ///   - cursor: the group up to which a reader has come.
  init(clock: (any FrameClock)?, cursor: Int = 100) {
    (self.clock, self.cursor) = (clock, cursor)
  }

  /// Answers with the first group, and seven others: newer ones than before.
  func refresh(_ receive: @escaping @MainActor (FieldValue) -> Void) {
    answer(receive) { server in
      guard server.cursor > 1 else { return Self.response("no new data", []) }
      server.cursor = max(1, server.cursor - 1 - server.requests % 2)
      return Self.response(
        "refreshed",
        server.groups(from: 0, atMost: 1)
          + server.groups(from: server.cursor, atMost: Self.pageSize - 1))
    }
  }

  /// Answers with the groups behind those that a reader has, the first one not counted.
  func loadMore(after count: Int, _ receive: @escaping @MainActor (FieldValue) -> Void) {
    answer(receive) { server in
      let more = server.groups(from: server.cursor + count, atMost: Self.pageSize)
      return Self.response(more.isEmpty ? "no more" : "\(more.count) loaded", more)
    }
  }

  private func groups(from start: Int, atMost count: Int) -> [FieldValue] {
    Array(groups.dropFirst(start).prefix(count))
  }

  /// Answers one to three seconds later.
  private func answer(
    _ receive: @escaping @MainActor (FieldValue) -> Void,
    _ respond: @escaping @MainActor (FeedServer) -> FieldValue
  ) {
    let delay = Duration.seconds(1 + requests % 3)
    requests += 1
    guard let clock else { return receive(respond(self)) }
    // Whoever has asked holds the server; nobody is answered who is gone.
    clock.call(after: delay) { [weak self] in
      if let self { receive(respond(self)) }
    }
  }

  private static func response(_ message: String, _ data: [FieldValue]) -> FieldValue {
    .object([
      .init(name: "code", value: .int(0)),
      .init(name: "message", value: .text(message)),
      .init(name: "data", value: .list(data)),
    ])
  }
}
