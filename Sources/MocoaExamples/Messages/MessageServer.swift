internal import MocoaTerminal

/// A server that is only pretended: it knows who there is and who is online, takes about a second to
/// say so, and sometimes tells something by itself.
@MainActor
final class MessageServer {
  /// Something that the server tells by itself.
  enum Push {
    /// Somebody comes, or goes.
    case presence(Participant)

    /// Somebody has written something.
    case message(Message)
  }

  private let clock: (any FrameClock)?
  private var random: any RandomNumberGenerator

  /// A server.
  ///
  /// - Parameters:
  ///   - clock: the time it takes; with nil it answers at once, and tells nothing by itself.
  ///   - random: decides what happens.
  init(
    clock: (any FrameClock)?, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.clock, self.random) = (clock, random)
  }

  /// Answers with everybody it knows, as they are now.
  func fetch(_ receive: @escaping @MainActor ([Participant]) -> Void) {
    let people = MessageSamples.people.map { person in
      var person = person
      person.isOnline = .random(using: &random)
      return person
    }
    // Not in step with that of another program that was started together with this one.
    let delay = Duration.milliseconds(.random(in: 800...1200, using: &random))
    guard let clock else { return receive(people) }
    clock.call(after: delay) { receive(people) }
  }

  /// Waits until it is time to tell something; never comes back where there is no time.
  func wait(_ perform: @escaping @MainActor () -> Void) {
    clock?.call(after: .milliseconds(.random(in: 1500...3500, using: &random)), perform)
  }

  /// What it tells about some people; nil where there are none.
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
