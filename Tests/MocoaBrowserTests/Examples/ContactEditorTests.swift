import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// Scenario 96.
@MainActor
@Suite("Example 21: the contact editor")
struct ContactEditorTests {
  /// The contact book with its second contact in the editor, and the events since then.
  @MainActor
  final class Story {
    let user: ContactRobot
    let cell: AnyCellViewModel

    /// The contacts before the editor opens.
    let before: [ShownContact]

    private(set) var updates: [ListUpdate] = []
    private(set) var signals: [String] = []
    private var tokens: [ObservationToken] = []

    init(_ number: Int = 21) async throws {
      user = try await ContactRobot(number)
      before = user.shown
      let list = try user.page.list
      cell = list.cell(at: ItemPath(section: 0, item: 1))
      await user.robot.press(number == 21 ? .character("j") : KeyPress(.right), KeyPress(.enter))
      tokens = [
        list.observe { [unowned self] in updates.append($0) },
        cell.observe(.name) { [unowned self] in signals.append("name \($0)") },
        cell.observe(Signal<String>("phone")) { [unowned self] in signals.append("phone \($0)") },
      ]
    }

    var robot: BrowserRobot { user.robot }

    var editor: FormPageViewModel? { robot.browser.navigator.focusedPage as? FormPageViewModel }
  }

  @Test("is a child of the contact's cell and opens over the list", arguments: [21, 22])
  func opening(number: Int) async throws {
    let story = try await Story(number)
    let editor = try #require(story.editor)
    #expect(editor.parent === story.cell)
    #expect(editor.title == "02 李四")
    #expect(editor.fields.map(\.label) == ["first name", "last name", "phone"])
    #expect(story.robot.rows.contains { $0.contains("╭─ 02 李四 ─") })
    #expect(story.robot.rows.last?.hasPrefix(" ↵ confirm  ⇥ next  Esc cancel") == true)
  }

  @Test("sends signals and does not change the list when confirmed", arguments: [21, 22])
  func confirming(number: Int) async throws {
    let story = try await Story(number)
    await story.robot.press(KeyPress(.tab), .control("u"))
    await story.robot.type("qa:Ω")
    await story.robot.press(KeyPress(.enter))
    #expect(story.editor == nil)
    #expect(story.signals == ["name 02 qa:Ω"])
    #expect(story.updates.allSatisfy { $0.changes.isEmpty })
    #expect(story.updates.contains { $0.redraws == [.item(ItemPath(section: 0, item: 1))] })
    #expect(story.user.shown[1].name == "02 qa:Ω")
    #expect(story.cell.children.isEmpty)
    // The book has the new name, so sorting uses it.
    try await story.user.perform("sort by name, descending")
    #expect(story.user.shown[8].name == "02 qa:Ω")
    #expect(try story.user.page.list.cell(at: ItemPath(section: 0, item: 8)) === story.cell)
  }

  @Test("sends one signal for each changed value")
  func signals() async throws {
    let story = try await Story()
    await story.robot.press(.character("x"), KeyPress(.up), KeyPress(.down), KeyPress(.down))
    await story.robot.press(.control("u"))
    story.robot.backend.send(.paste("+999 1\n"))
    await settle()
    await story.robot.press(KeyPress(.enter))
    #expect(story.signals == ["name 02x 李四", "phone +999 1"])
    #expect(story.user.shown[1] == ShownContact(name: "02x 李四", phone: "+999 1"))
    // A form without changes is confirmed.
    await story.robot.press(KeyPress(.enter), KeyPress(.enter))
    #expect(story.editor == nil)
    #expect(story.signals.count == 2)
  }

  @Test("changes nothing when canceled", arguments: [KeyPress(.escape), .control("c")])
  func cancelling(key: KeyPress) async throws {
    let story = try await Story()
    await story.robot.type("zzz")
    await story.robot.press(key)
    #expect(story.editor == nil)
    #expect(story.user.shown == story.before)
    #expect(story.signals.isEmpty)
    #expect(story.updates.allSatisfy { $0.changes.isEmpty })
    #expect(story.cell.children.isEmpty)
  }

  @Test("rejects an empty field with a message")
  func emptiness() async throws {
    let story = try await Story()
    await story.robot.press(KeyPress(.backTab), .control("u"), .character(" "))
    await story.robot.press(KeyPress(.up), KeyPress(.up), KeyPress(.enter))
    #expect(story.robot.rows.last?.hasSuffix("phone is empty") == true)
    #expect(story.robot.rows[0].hasSuffix(" 3/3"), "the cursor is where something is to be typed")
    #expect(story.signals.isEmpty)
    await story.robot.type("1")
    #expect(story.robot.rows.last?.hasSuffix("phone is empty") == false)
    await story.robot.press(KeyPress(.escape))
    #expect(story.signals.isEmpty)
    #expect(story.cell.children.isEmpty)
  }

  @Test("confirming a contact that was deleted changes nothing")
  func deleted() async throws {
    let user = try await ContactRobot(21)
    await user.robot.press(.character("a"), .character("G"), KeyPress(.enter), KeyPress(.enter))
    #expect(user.robot.browser.navigator.focusedPage is FormPageViewModel)
    await user.rest()
    await user.robot.type("x")
    await user.robot.press(KeyPress(.enter))
    #expect(user.shown == [])
  }

  @Test("requires a contact")
  func refusing() async throws {
    let user = try await ContactRobot(21)
    await user.robot.type(":mocoa://examples/21/editor")
    await user.robot.press(KeyPress(.enter))
    #expect(user.robot.rows.last == " ! missing option \"model\": a Contact")
  }

  @Test("is drawn as recorded")
  func screens() async throws {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let user = try await ContactRobot(21, columns: columns, rows: rows)
      await user.robot.press(KeyPress(.enter), KeyPress(.tab))
      await user.robot.type("丰")
      expectSnapshot(
        try #require(user.robot.backend.screen),
        named: "example-contact-editor-\(columns)x\(rows)")
      #expect(user.robot.backend.cursor != nil)
      await user.robot.press(.control("u"), KeyPress(.enter))
      expectSnapshot(
        try #require(user.robot.backend.screen),
        named: "example-contact-editor-empty-\(columns)x\(rows)")
    }
  }
}
