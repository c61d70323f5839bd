import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("Messages example: the same data in two panes")
struct MessagesTests {
  /// The sizes of the snapshots.
  nonisolated static let sizes = [(80, 24), (200, 50), (20, 5)].map {
    Size(columns: $0.0, rows: $0.1)
  }

  @Test("matches its snapshots", arguments: sizes)
  func golden(size: Size) async throws {
    let user = try await MessagesRobot(columns: size.columns, rows: size.rows)
    let name = "\(size.columns)x\(size.rows)"
    expectSnapshot(
      try #require(user.robot.backend.screen), named: "example-messages-\(name)")
    await user.robot.type("jbp")
    await user.robot.press(KeyPress(.tab))
    await user.write("你好 👋🏽")
    // A message of the browser would cover the status line.
    user.robot.browser.message = nil
    await user.robot.press(.control("l"))
    expectSnapshot(
      try #require(user.robot.backend.screen), named: "example-messages-twice-\(name)")
    await user.robot.type("e")
    expectSnapshot(
      try #require(user.robot.backend.screen), named: "example-messages-edit-\(name)")
  }

  @Test("draws, moves and handles clicks in windows of every size")
  func everySize() throws {
    for rows in [1, 2, 3, 4, 5, 8, 12, 14] {
      for columns in [1, 2, 3, 7, 12, 20, 33, 49, 50, 61] {
        let stage = try SizesTests.Stage(MessagesPage.address, Size(columns: columns, rows: rows))
        stage.move()
        stage.browser.perform(.pageCommand("b"))
        stage.draw("twice")
        stage.browser.receive(MouseEvent(.press(.left), at: Point(column: 0, row: rows / 2)))
        stage.draw("a click")
      }
    }
  }

  @Test("an empty page shows instructions until the server responds")
  func beginning() async throws {
    let user = try await MessagesRobot(hasAnswer: false)
    #expect(user.robot.rows[1].hasPrefix(" Chats"))
    #expect(user.robot.rows[2].hasPrefix("   empty"))
    #expect(user.robot.rows.last?.contains("asking…") == true)
    await user.wait()
    #expect(
      try user.left.map { String($0.dropFirst(2).prefix(3)) } == [
        "Ada", "王小明", "Zoë", "Noo", "Jon",
      ])
    #expect(try user.right.first == "← Which train do you take?")
    #expect(user.time.waiting == 0, "the server tells nothing by itself")
    for _ in 0..<5 {
      await user.robot.type("D")
      await user.agree()
    }
    #expect(try user.left == [] && user.page.right == nil)
    #expect(user.robot.rows[1].contains("r asks who is there"))
    await user.robot.type("r")
    await user.wait()
    #expect(try user.left.count == 5)
  }

  @Test("the right pane follows the cursor in the same frame")
  func following() async throws {
    let user = try await MessagesRobot()
    let frames = user.robot.backend.frames.count
    await user.robot.type("j")
    #expect(user.robot.rows[1].contains("王小明"))
    #expect(user.robot.rows[2].contains("→  谢谢，我看看"))
    let shown = user.robot.backend.frames.dropFirst(frames).map(\.description)
    #expect(shown.allSatisfy { $0.contains("→  谢谢，我看看") }, "never a pane without messages")
    // Keys that arrive faster than frames also move the pane.
    let browser = user.robot.browser
    browser.perform(.move(.down))
    browser.perform(.pageCommand("b"))
    #expect(try user.page.left is ConversationPage)
    #expect(try (user.page.left as? ConversationPage)?.personID == 3)
    #expect(try user.page.right?.personID == 3)
  }

  @Test("a new message appears in both panes as the last one")
  func writing() async throws {
    let user = try await MessagesRobot()
    await user.write("hello")
    #expect(try user.right.first == "→ hello")
    #expect(try user.left.first?.hasSuffix("Ada Fenwick hello") == true)
    await user.robot.type("b")
    await user.write("twice")
    #expect(try user.left.prefix(2) == ["→ twice", "→ hello"])
    #expect(try user.left == user.right)
    let before = try (user.left, user.page.left)
    #expect(before.1 !== (try user.page.right))
    // An empty message and a canceled one change no data.
    await user.write("  ")
    #expect(user.robot.rows.last?.hasSuffix("message is empty") == true)
    await user.robot.press(KeyPress(.escape))
    #expect(try user.left == before.0)
  }

  @Test("an edit updates both panes and keeps their view models")
  func editing() async throws {
    let user = try await MessagesRobot()
    await user.robot.type("b")
    let cells = try [
      user.cell(user.page.left, 0), user.cell(user.page.right, 0),
    ]
    await user.robot.press(.character("e"), .control("u"))
    await user.robot.type("\u{1B}[31mred")
    await user.robot.press(KeyPress(.escape))
    #expect(try user.right.first == "← Which train do you take?", "Esc changes nothing")
    await user.robot.press(.character("e"), .control("u"))
    await user.robot.type("None at all")
    await user.robot.press(KeyPress(.enter))
    #expect(try user.left.first == "← None at all" && user.left == user.right)
    #expect(try user.cell(user.page.left, 0) === cells[0])
    #expect(try user.cell(user.page.right, 0) === cells[1])
    await user.robot.type("b")
    #expect(try user.left.first?.hasSuffix("None at all") == true)
  }

  @Test("Enter shows the complete message and follows its changes")
  func reading() async throws {
    let user = try await MessagesRobot()
    let words = (1...60).map { "word\($0)" }
    try user.service.edit(105, to: words.joined(separator: " ") + "\nanother line")
    await user.robot.press(KeyPress(.tab))
    #expect(!user.robot.rows.contains { $0.contains("word60") }, "the pane has no room for it")
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.contains { $0.contains("╭─ from Ada Fenwick ─") })
    let shown = user.robot.rows.joined(separator: "\n")
    for word in words { #expect(shown.contains("\(word) ") || shown.contains("\(word)│")) }
    #expect(user.robot.rows.contains { $0.contains("│ another line ") })
    await user.robot.press(.character("e"), .control("u"))
    await user.robot.type("short")
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.contains { $0.contains("│ short ") }, "\(user.robot.rows)")
    user.service.delete(105, of: 1)
    await user.robot.press(.control("l"))
    #expect(user.robot.rows.contains { $0.contains("│ this message is not there, or not any") })
    await user.robot.press(KeyPress(.escape))
    #expect(try user.right.first == "→ On Friday, before noon")
  }

  @Test("the cursor moves to a new message")
  func cursor() async throws {
    let user = try await MessagesRobot()
    await user.robot.press(KeyPress(.tab), .character("j"), .character("j"))
    await user.write("here")
    #expect(user.robot.rows[2].contains("▌ →  here"), "\(user.robot.rows[2])")
    #expect(user.robot.rows[0].hasSuffix(" 1/6"))
  }

  @Test("asks before deletion; the previous message becomes the last one")
  func deleting() async throws {
    let user = try await MessagesRobot()
    await user.robot.press(KeyPress(.tab), .character("D"))
    #expect(user.robot.rows.contains { $0.contains("Delete “Which train do you take?”?") })
    await user.robot.press(.character("j"), KeyPress(.enter))
    #expect(try user.right.count == 5, "no is no")
    await user.robot.type("D")
    await user.agree()
    #expect(try user.right.count == 4)
    #expect(try user.left.first?.hasSuffix("On Friday, before noon") == true)
    for _ in 0..<4 {
      await user.robot.type("D")
      await user.agree()
    }
    #expect(try user.right == [])
    #expect(user.robot.rows[1].contains("w writes the first"))
    await user.write("so")
    #expect(try user.right == ["→ so"])
  }

  @Test("deleting a person removes all of their messages")
  func cascade() async throws {
    let user = try await MessagesRobot()
    await user.robot.type("b")
    #expect(try user.page.left is ConversationPage)
    user.service.deletePerson(1)
    await user.robot.press(.control("l"))
    #expect(try user.page.left is ChatsPage)
    #expect(try user.left.count == 4)
    #expect(try user.right.first == "→ 谢谢，我看看")
    let store = user.service.store
    #expect(store[EntityReference<Participant>(1)] == nil && store[EntityReference<Chat>(1)] == nil)
    for id in 101...105 { #expect(store[EntityReference<Message>(id)] == nil) }
    #expect(store[Message.list(with: 1)] == [])
    #expect(store[EntityReference<Message>(201)] != nil)
    // The server must not restore a deleted person.
    await user.robot.type("r")
    await user.wait()
    #expect(try user.left.count == 4)
    #expect(store[EntityReference<Participant>(1)] == nil)
  }

  @Test("reports input for a deleted person in the prompt")
  func gone() async throws {
    let user = try await MessagesRobot()
    await user.robot.type("wwell")
    user.service.deletePerson(1)
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.last?.hasSuffix("the chat is gone") == true)
    await user.robot.press(KeyPress(.escape), KeyPress(.tab), .character("e"))
    user.service.delete(203, of: 2)
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.last?.hasSuffix("the message is gone") == true)
    await user.robot.press(KeyPress(.escape))
    await user.robot.type(":mocoa://examples/messages/write?message=203")
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.last == " ! the message is gone")
  }

  @Test("starts at the person in the URL and restores the current person")
  func address() async throws {
    let user = try await MessagesRobot("\(MessagesPage.address)#4")
    #expect(try user.page.right?.personID == 4)
    await user.robot.type("bb")
    #expect(user.robot.rows.contains { $0.contains("▌ ") && $0.contains("Noor Haddad") })
    #expect(try user.page.restorationURL == ModuleURL("\(MessagesPage.address)#4"))
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows[0].contains("messages ▸ Noor Haddad"))
    await user.write("from its own page")
    await user.robot.press(KeyPress(.backspace))
    #expect(try user.right.first == "→ from its own page")
  }

  @Test("a single pane requests data and settles after the response")
  func panes() async throws {
    for (address, first) in [
      (ChatsPage.address, "Ada Fenwick"),
      ("\(ConversationPage.address)?person=4", "I will, this evening"),
    ] {
      let user = try await MessagesRobot(address, hasAnswer: false)
      var settled: [String?] = []
      user.robot.browser.navigator.focusedPage?.onInitialLoad { settled.append($0) }
      #expect(settled == [])
      await user.wait()
      #expect(settled == [nil])
      #expect(user.robot.rows[1].contains(first))
      #expect(user.robot.rows.last?.contains("in memory only") == true)
    }
  }

  @Test("message text and names never act on the terminal")
  func hostile() async throws {
    let user = try await MessagesRobot()
    let text = "\u{1B}[2J\u{202E}\u{7}\u{9B}31m" + String(repeating: "👨‍👩‍👧", count: 40)
    try user.service.edit(105, to: text)
    try user.service.store.upsert(Participant(id: 1, name: "\u{1B}]0;x\u{7}\n\u{200D}名"))
    await user.robot.type("b")
    for row in user.robot.rows {
      #expect(!row.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!row.unicodeScalars.contains("\u{202E}"))
    }
    #expect(user.robot.rows[1].contains("名") && user.robot.rows[2].contains("[2J"))
  }
}
