internal import MocoaTerminal

/// A server that is only pretended: it knows from one to twenty users, others whenever it is asked,
/// takes a second for it, and every fifth time it fails.
@MainActor
final class UserServer {
  /// How long an answer takes.
  static let delay = Duration.seconds(1)

  /// Why there is no answer.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let clock: (any FrameClock)?
  private var random: any RandomNumberGenerator
  private var requests = 0

  /// A server.
  ///
  /// - Parameters:
  ///   - clock: the time it takes; with nil it answers at once.
  ///   - random: says how many users there are, and how old.
  init(
    clock: (any FrameClock)?, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.clock, self.random) = (clock, random)
  }

  /// Answers with all users there are now.
  func fetch(_ receive: @escaping @MainActor (Result<[User], Failure>) -> Void) {
    requests += 1
    let answer = answer(to: requests)
    guard let clock else { return receive(answer) }
    clock.call(after: Self.delay) { receive(answer) }
  }

  private func answer(to request: Int) -> Result<[User], Failure> {
    if request.isMultiple(of: 5) {
      return .failure(Failure(description: "no answer (r asks again)"))
    }
    let count = Int.random(in: 1...20, using: &random)
    return .success((1...count).map { User(id: $0, age: .random(in: 0...99, using: &random)) })
  }
}
