internal import MocoaTerminal

/// A simulated server, which returns one to twenty users with random ages in each response.
///
/// A response takes one second. Every fifth request fails.
@MainActor
final class UserServer {
  /// The delay of a response.
  static let delay = Duration.seconds(1)

  /// An error that describes why the server did not respond.
  struct ServerError: Error, CustomStringConvertible {
    let description: String
  }

  private let clock: (any FrameClock)?
  private var random: any RandomNumberGenerator
  private var requests = 0

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - clock: The clock of the delay, or `nil` to respond immediately.
  ///   - random: The source of the number of users and their ages.
  init(
    clock: (any FrameClock)?, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.clock, self.random) = (clock, random)
  }

  /// Responds with a random list of users, or with an error.
  func fetch(_ receive: @escaping @MainActor (Result<[User], ServerError>) -> Void) {
    requests += 1
    let answer = response(to: requests)
    guard let clock else { return receive(answer) }
    clock.call(after: Self.delay) { receive(answer) }
  }

  private func response(to request: Int) -> Result<[User], ServerError> {
    if request.isMultiple(of: 5) {
      return .failure(ServerError(description: "no answer (r asks again)"))
    }
    let count = Int.random(in: 1...20, using: &random)
    return .success((1...count).map { User(id: $0, age: .random(in: 0...99, using: &random)) })
  }
}
