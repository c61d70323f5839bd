import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("Messages example: pausing and server events")
struct MessagesPauseTests {
  @Test("a paused pane counts changes and catches up in one update")
  func pausing() async throws {
    let user = try await MessagesRobot()
    await user.robot.type("bp")
    #expect(user.robot.rows.last == " paused (p resumes, r reloads)")
    #expect(user.robot.rows[1].contains("paused "))
    let before = try user.left
    var updates: [ListUpdate] = []
    let list = try #require(try user.page.left as? ListPageViewModel).list
    let token = list.observe { updates.append($0) }
    await user.robot.press(KeyPress(.tab))
    await user.write("one")
    await user.write("two")
    try user.service.edit(104, to: "On Sunday")
    user.service.delete(102, of: 1)
    await user.robot.press(.control("l"))
    #expect(try user.left == before && updates.isEmpty)
    #expect(user.robot.rows[1].contains("paused, 4 behind"))
    #expect(
      try user.right == [
        "→ two", "→ one", "← Which train do you take?", "→ On Sunday", "← When will you be here?",
        "← So it is settled: we go to the sea",
      ])
    await user.robot.press(KeyPress(.tab), .character("p"))
    #expect(try user.left == user.right)
    #expect(updates.count == 1)
    #expect(updates.first?.changes.insertions.map(\.range.count).reduce(0, +) == 2)
    #expect(updates.first?.changes.deletions.map(\.range.count).reduce(0, +) == 1)
    #expect(updates.first?.changes.updates.count == 1)
    #expect(!user.robot.rows[1].contains("behind"))
    token.cancel()
  }

  @Test("changes that cancel out during a pause need no update")
  func nothing() async throws {
    let user = try await MessagesRobot()
    await user.robot.type("p")
    try user.service.edit(105, to: "other")
    await user.robot.press(.control("l"))
    #expect(user.robot.rows[1].contains("paused, 1 behind"))
    #expect(try user.left.first?.hasSuffix("Which train do you take?") == true)
    #expect(try user.right.first == "← other")
    try user.service.edit(105, to: "Which train do you take?")
    await user.robot.press(.control("l"))
    #expect(user.robot.rows[1].contains("paused "))
    #expect(!user.robot.rows[1].contains("behind"))
  }

  @Test("the title of a paused chat does not change")
  func title() async throws {
    let user = try await MessagesRobot()
    let isOnline = try #require(user.service.store[EntityReference<Participant>(1)]).isOnline
    await user.robot.press(KeyPress(.tab), .character("p"))
    try user.service.store.upsert(
      Participant(id: 1, name: "Ada Fenwick-Stone", isOnline: !isOnline))
    await user.robot.press(.control("l"))
    #expect(user.robot.rows[1].contains(isOnline ? "●  Ada Fenwick " : "○  Ada Fenwick "))
    #expect(user.robot.rows[2].contains(isOnline ? "○  Ada Fenwick-S" : "●  Ada Fenwick-S"))
    await user.robot.type("p")
    #expect(user.robot.rows[1].contains(isOnline ? "○  Ada Fenwick-S" : "●  Ada Fenwick-S"))
  }

  @Test("the server sends events on request until stopped or closed")
  func pushes() async throws {
    let user = try await MessagesRobot()
    let store = user.service.store
    #expect(user.time.waiting == 0)
    await user.robot.type("P")
    #expect(user.robot.rows.last?.contains("push on") == true)
    let people = store[Chat.all]?.map(\.person)
    let messages = store[Chat.all]?.map(\.last)
    var waits = 0
    while waits < 60,
      store[Chat.all]?.map(\.last) == messages || store[Chat.all]?.map(\.person) == people
    {
      waits += 1
      await user.wait()
      #expect(user.time.waiting == 1)
    }
    #expect(store[Chat.all]?.map(\.last) != messages, "a message was received")
    #expect(store[Chat.all]?.map(\.person) != people, "the participants changed")
    #expect(
      try user.left.map { String($0.prefix(1)) }
        == store[Chat.all]?.map { $0.person.isOnline ? "●" : "○" })
    // A presented page suspends the events. A page that replaces this one ends them.
    await user.robot.press(KeyPress(.enter))
    await user.wait()
    #expect(user.time.waiting == 0)
    await user.robot.press(KeyPress(.backspace))
    #expect(user.time.waiting == 1, "it goes on")
    await user.robot.type("P")
    await user.wait()
    #expect(user.time.waiting == 0)
    #expect(user.robot.rows.last?.contains("push on") == false)
  }

  @Test("a URL option requests events, and two pages share them")
  func asked() async throws {
    let user = try await MessagesRobot("\(MessagesPage.address)?push")
    #expect(user.time.waiting == 1)
    let token = user.service.listen()
    #expect(user.time.waiting == 1)
    token.cancel()
    await user.robot.type("P")
    await user.wait()
    #expect(user.time.waiting == 0)
  }

  @Test("a closed page is released, and the service has no timers")
  func leaving() throws {
    let clock = ManualClock()
    let navigator = Navigator(registry: Launch.registry(clock: clock))
    for url in [Examples.address, MessagesPage.address] { try navigator.push(ModuleURL(url)) }
    weak let page = navigator.focusedPage as? MessagesPage
    weak let pane = page?.left
    clock.advance(by: .seconds(2))
    #expect(page != nil && pane != nil)
    #expect(try navigator.pop())
    #expect(page == nil && pane == nil)
    #expect(clock.waiting == 0)
  }
}
