internal import MocoaTerminal

/// A simulated server that provides persons, their presence and new messages.
///
/// It responds to a request after about a second, and also pushes changes without a request.
@MainActor
final class MessageServer {
  /// A change that the server pushes.
  enum Push {
    /// A person who goes online or offline.
    case presence(Participant)

    /// A new message.
    case message(Message)
  }

  private let clock: (any FrameClock)?
  private var random: any RandomNumberGenerator

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - clock: The clock of the delay. If it is `nil`, the server responds immediately and never
  ///     pushes.
  ///   - random: The source of random events.
  init(
    clock: (any FrameClock)?, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.clock, self.random) = (clock, random)
  }

  /// Responds with all persons and their current presence.
  func fetch(_ receive: @escaping @MainActor ([Participant]) -> Void) {
    let people = MessageSamples.people.map { person in
      var person = person
      person.isOnline = .random(using: &random)
      return person
    }
    // The delay is random, so that two programs that start together do not stay synchronized.
    let delay = Duration.milliseconds(.random(in: 800...1200, using: &random))
    guard let clock else { return receive(people) }
    clock.call(after: delay) { receive(people) }
  }

  /// Calls a closure at the time of the next push, or never if the server has no clock.
  func wait(_ perform: @escaping @MainActor () -> Void) {
    clock?.call(after: .milliseconds(.random(in: 1500...3500, using: &random)), perform)
  }

  /// Returns a random change of one of some persons, or `nil` if `people` is empty.
  func push(about people: [Participant]) -> Push? {
    guard var person = people.randomElement(using: &random) else { return nil }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let text = MessageSamples.smallTalk.randomElement(using: &random) ?? ""
      return .message(Message(id: Message.newID(), text: text, sender: person))
    }
    person.isOnline.toggle()
    return .presence(person)
  }
}
