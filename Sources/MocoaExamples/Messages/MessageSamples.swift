/// The data of the simulated server, with the same identities in every run.
enum MessageSamples {
  /// The persons, all of whom have a chat with the user.
  static let people = [
    Participant(id: 1, name: "Ada Fenwick", isOnline: true),
    Participant(id: 2, name: "王小明"),
    Participant(id: 3, name: "Zoë Brandt 🌱", isOnline: true),
    Participant(id: 4, name: "Noor Haddad"),
    Participant(id: 5, name: "Jonas Berg"),
  ]

  /// All chats with their messages, newest first.
  static let chats: [(chat: Chat, messages: [Message])] = people.map { person in
    let texts = conversations[person.id] ?? []
    let messages = texts.enumerated().map { place, text in
      message(100 * person.id + texts.count - place, text, person)
    }
    return (Chat(with: person, last: messages.first), messages)
  }

  /// The messages that the service receives after the samples, one per request, in order.
  static let later: [Message] = [
    (3, "The first ones are red already"), (1, "See you at the station, then"),
    (2, "明天见！"), (4, "I have read it, and I like it"), (5, "Back on Monday"),
    (3, "Take as many as you can carry"), (1, "Platform 7, not 5"),
    (4, "Page 12 needs another look, though"),
  ].enumerated().map { place, text in
    message(1000 + place, text.1, people[text.0 - 1])
  }

  /// The texts from which the server selects the text of a pushed message.
  static let smallTalk = [
    "Are you there?", "Never mind", "好的", "👍🏽", "Call me when you can", "On my way", "Done!",
    "What was it called again?",
  ]

  /// The messages by person, newest first.
  ///
  /// A leading `>` marks a message of the user.
  private static let conversations = [
    1: [
      "Which train do you take?", "> On Friday, before noon", "When will you be here?",
      "> The tickets are bought", "So it is settled: we go to the sea",
    ],
    2: ["> 谢谢，我看看", "照片发给你了", "> 你昨天拍照片了吗？"],
    3: ["> How are your tomatoes?", "The garden is all mine this year 🌻"],
    4: ["I will, this evening", "> Could you read my draft?"],
    5: ["> Where are you?"],
  ]

  private static func message(_ id: Int, _ text: String, _ person: Participant) -> Message {
    text.hasPrefix("> ")
      ? Message(id: id, text: String(text.dropFirst(2)), sender: .me)
      : Message(id: id, text: text, sender: person)
  }
}
