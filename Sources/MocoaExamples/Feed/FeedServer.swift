internal import MocoaModel
internal import MocoaTerminal

/// A simulated server of news, with one reader.
///
/// It responds after a delay with an object of `code`, `message` and `data`. The same sequence of
/// requests always has the same responses.
///
/// The server has 125 groups of news, newest first, and stores the position of the reader. A
/// refresh moves the position by one or two groups toward newer news. A request for more news
/// returns the groups that follow the received groups.
@MainActor
final class FeedServer {
  /// The maximum number of groups in a response.
  static let pageSize = 8

  private let clock: (any FrameClock)?
  private let groups = FeedArchive.groups
  private var cursor: Int
  private var requests = 0

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - clock: The clock of the delay, or `nil` to respond immediately.
  ///   - cursor: The index of the group at which the reader starts.
  init(clock: (any FrameClock)?, cursor: Int = 100) {
    (self.clock, self.cursor) = (clock, cursor)
  }

  /// Moves the position of the reader toward newer news.
  ///
  /// The response contains the group of banners and up to seven groups from the new position. The
  /// response is empty if the position is already at the newest group.
  func refresh(_ receive: @escaping @MainActor (FieldValue) -> Void) {
    sendResponse(receive) { server in
      guard server.cursor > 1 else { return Self.response("no new data", []) }
      server.cursor = max(1, server.cursor - 1 - server.requests % 2)
      return Self.response(
        "refreshed",
        server.groups(from: 0, atMost: 1)
          + server.groups(from: server.cursor, atMost: Self.pageSize - 1))
    }
  }

  /// Responds with the news groups that follow the groups that the page has received.
  ///
  /// `count` is the number of received groups without the group of banners.
  func loadMore(after count: Int, _ receive: @escaping @MainActor (FieldValue) -> Void) {
    sendResponse(receive) { server in
      let more = server.groups(from: server.cursor + count, atMost: Self.pageSize)
      return Self.response(more.isEmpty ? "no more" : "\(more.count) loaded", more)
    }
  }

  private func groups(from start: Int, atMost count: Int) -> [FieldValue] {
    Array(groups.dropFirst(start).prefix(count))
  }

  /// Responds after a delay of one to three seconds.
  private func sendResponse(
    _ receive: @escaping @MainActor (FieldValue) -> Void,
    _ respond: @escaping @MainActor (FeedServer) -> FieldValue
  ) {
    let delay = Duration.seconds(1 + requests % 3)
    requests += 1
    guard let clock else { return receive(respond(self)) }
    // The page retains the server. If the page was closed, no response is needed.
    clock.call(after: delay) { [weak self] in
      if let self { receive(respond(self)) }
    }
  }

  private static func response(_ message: String, _ data: [FieldValue]) -> FieldValue {
    .object([
      .init(name: "code", value: .int(0)),
      .init(name: "message", value: .string(message)),
      .init(name: "data", value: .array(data)),
    ])
  }
}
