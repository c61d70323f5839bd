import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("A shell command")
struct ConfirmingTests {
  /// The commands and inputs that the browser passed to the shell.
  @MainActor
  private final class Runs {
    var commands: [String] = []
    var inputs: [Int?] = []
  }

  private func start(
    _ count: Int = 4, columns: Int = 60, confirmation: ConfirmationPolicy = .dangerous
  ) async throws -> (BrowserRobot, FakeListSource, Runs) {
    let (robot, source) = try await LiveUpdateTests.start(count)
    robot.backend.send(.resize(Size(columns: columns, rows: 10)))
    let runs = Runs()
    robot.browser.commands.confirmation = confirmation
    robot.browser.commands.shell.variable = { _ in nil }
    robot.browser.commands.shell.run = { command, _, _ in
      runs.commands.append(command.words.last ?? "")
      runs.inputs.append(command.input?.count)
      return .success(.exit(0))
    }
    await settle()
    return (robot, source, runs)
  }

  /// Replaces the list and waits until it is drawn.
  private func show(_ source: FakeListSource, _ items: [SampleItem], _ robot: BrowserRobot) async {
    await robot.wait(.milliseconds(50))
    source.show(items)
    await robot.wait(.milliseconds(50))
  }

  @Test("shows a preview for the current item while it is typed")
  func preview() async throws {
    let (robot, _, runs) = try await start()
    await robot.type("j!echo {text}")
    #expect(robot.rows.suffix(2) == ["!echo {text}", " echo 'item 1'"])
    #expect(robot.backend.cursor == Point(column: 12, row: 8))
    for _ in "{text}" { await robot.press(KeyPress(.backspace)) }
    await robot.type("x")
    #expect(robot.rows.last == " echo x", "a removed field is not a target")
    await robot.press(KeyPress(.backspace))
    await robot.type("{text} `cat {id}`")
    #expect(robot.rows.last?.contains("cannot be quoted inside") == true)
    await robot.press(.control("u"))
    #expect(robot.rows.last == "")
    await robot.type("echo \u{7} {id}\r")
    #expect(runs.commands == ["echo \u{7} '1'"])
    await robot.type("aA  |wc")
    #expect(robot.rows.suffix(2) == ["|wc", " 2 items | wc"])
    await robot.press(KeyPress(.escape))
    #expect(runs.commands.count == 1)
  }

  @Test("examines a limited number of items per key for the preview, and all items for the run")
  func manyItems() async throws {
    let folder = try TemporaryFolder()
    let lines = (0..<600).map { $0 < 599 ? "{\"id\": \($0)}" : #"{"id": 599, "last": 1}"# }
    let path = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)")
    robot.browser.motion = .off
    await robot.sees("it is read") {
      robot.browser.screen?.focusedStatus?.positionText.hasSuffix("/600") == true
    }
    await robot.type("a!")
    for runs in [false, true] {
      guard case .prompt(var prompt) = robot.browser.overlay else {
        Issue.record("no prompt")
        return
      }
      prompt.line = LineEditor("echo {last}")
      robot.browser.show(prompt)
      guard case .prompt(let shown) = robot.browser.overlay, let preview = shown.preview else {
        Issue.record("no preview")
        return
      }
      #expect(preview.isComplete == false && preview.line == "echo {last}")
      if runs {
        robot.browser.accept()
      } else {
        await robot.sees { $0.hasPrefix(" echo '' '' ''") }
        await robot.press(KeyPress(.escape))
        await robot.type("!")
      }
    }
    guard case .prompt(let prompt) = robot.browser.overlay, let question = prompt.question else {
      Issue.record("no question")
      return
    }
    #expect(question.expansion.itemCount == 600 && question.expansion.text.hasSuffix("'' '1'"))
  }

  @Test("uses the visible current item of a filtered and sorted list")
  func queried() async throws {
    let (robot, source, runs) = try await start(6)
    await robot.type("fid>1\rs-id\rj!echo {id}")
    #expect(robot.rows.suffix(2) == ["!echo {id}", " echo '4'"])
    await show(source, (0..<8).map { note($0) }, robot)
    #expect(robot.rows.last == " echo '4'")
    await robot.press(KeyPress(.enter))
    #expect(runs.commands == ["echo '4'"])
    await robot.type("!rm {id}\r")
    await show(source, [note(0), note(1), note(3)], robot)
    #expect(robot.rows.last?.contains("command canceled: the item is gone") == true)
    #expect(runs.commands.count == 1)
  }

  @Test("requires confirmation for a dangerous word; Enter rejects it")
  func dangerous() async throws {
    let (robot, _, runs) = try await start()
    await robot.type("!kill {id}\r")
    #expect(
      robot.rows.suffix(3) == [
        " run this for 1 item? · \"kill\" may be irreversible", "  kill '0'",
        " y run  n, Esc no  e edit  ? show all",
      ])
    for key in [KeyPress(.enter), KeyPress(.escape), .character("n"), .control("c")] {
      if robot.browser.overlay == nil { await robot.type("!kill {id}\r") }
      await robot.press(.character("x"), KeyPress(.tab), .character(" "), .character("j"))
      robot.backend.send(.paste("y"))
      await settle()
      #expect(robot.rows[8] == "  kill '0'", "nothing else answers")
      await robot.press(key)
      #expect(robot.rows.last?.hasPrefix(" command canceled") == true)
    }
    #expect(runs.commands.isEmpty)
    await robot.type("!kill {id}\re")
    #expect(robot.rows.suffix(2) == ["!kill {id}", " kill '0'"])
    await robot.press(.control("u"))
    await robot.type("ls\r")
    #expect(runs.commands == ["ls"])
    await robot.type("!kill {id}\ry")
    #expect(runs.commands == ["ls", "kill '0'"])
    #expect(robot.rows.last?.contains("done: kill {id}") == true)
  }

  @Test("ignores answers that were typed before the question was visible")
  func typedAhead() async throws {
    let (robot, _, runs) = try await start()
    await robot.type("!kill {id}")
    for key in [KeyPress(.enter), .character("y")] { robot.backend.send(.key(key)) }
    await settle()
    #expect(runs.commands.isEmpty && robot.rows[8] == "  kill '0'")
    await robot.press(.character("y"))
    #expect(runs.commands == ["kill '0'"])
  }

  @Test("ignores answers while the question is not visible")
  func unseen() async throws {
    let (robot, _, runs) = try await start(columns: 4)
    await robot.type("!kill {id}\ry")
    #expect(runs.commands.isEmpty && robot.browser.isAsking)
    // Drawing to a surface does not mean that the terminal shows it.
    var surface = Surface(size: Size(columns: 60, rows: 10))
    surface.draw { _ = robot.browser.draw(into: &$0) }
    await robot.type("y")
    #expect(runs.commands.isEmpty && robot.browser.isAsking)
    robot.backend.send(.resize(Size(columns: 5, rows: 10)))
    await settle()
    await robot.type("y")
    #expect(runs.commands == ["kill '0'"])
  }

  @Test("does not replace a prompt that opened while a filter ran")
  func waiting() async throws {
    let (robot, _, runs) = try await start(5000)
    for words in ["f1\r!kill {id}\r", "f2\r!ls\r", "f3\rw/nowhere/out.json\r"] {
      // All keys arrive in one turn, so that the filter cannot finish.
      for scalar in "\(words):first".unicodeScalars {
        robot.backend.send(.key(scalar == "\r" ? KeyPress(.enter) : .character(scalar)))
      }
      await robot.sees("why it was not done") {
        robot.browser.message?.text.hasPrefix("canceled: a prompt") == true
      }
      guard case .prompt(let prompt) = robot.browser.overlay else {
        Issue.record("no prompt")
        return
      }
      #expect(prompt.purpose == .go && prompt.line.text == "first")
      await robot.press(KeyPress(.escape), KeyPress(.escape))
    }
    #expect(runs.commands.isEmpty)
  }

  @Test("requires confirmation for several items and pasted line ends")
  func several() async throws {
    let (robot, _, runs) = try await start()
    await robot.type("a!echo {id}\r")
    #expect(robot.rows[7] == " run this for 4 items?")
    #expect(robot.rows[8] == "  echo '0' '1' '2' '3'")
    await robot.type("n|wc\r")
    #expect(robot.rows.suffix(3).prefix(2) == [" run this for 4 items?", "  | wc"])
    await robot.type("y!ls\r")
    #expect(runs.commands == ["wc", "ls"] && runs.inputs == [4, nil])
    for text in ["echo a\necho b", "echo a\n", "echo a\r"] {
      await robot.type("u!")
      robot.backend.send(.paste(text))
      await settle()
      #expect(runs.commands.count == 2, "pasted text runs nothing")
      await robot.press(KeyPress(.enter))
      #expect(robot.rows[7] == " run this? · the pasted text contains a line break")
      await robot.type("n")
    }
    await robot.type("!")
    robot.backend.send(.paste("echo a"))
    await robot.press(KeyPress(.enter))
    #expect(runs.commands.last == "echo a")
  }

  @Test("requires confirmation always or never according to the settings")
  func settings() async throws {
    let (robot, _, runs) = try await start(confirmation: .never)
    await robot.type("a!rm {id}\r")
    #expect(runs.commands == ["rm '0' '1' '2' '3'"])
    robot.browser.commands.confirmation = .always
    await robot.type("!ls\r")
    #expect(robot.rows.suffix(3).prefix(2) == [" run this?", "  ls"])
    await robot.type("y")
    #expect(runs.commands.last == "ls")
  }

  @Test("drops removed items, and asks again if it changes")
  func refreshed() async throws {
    let (robot, source, runs) = try await start()
    await robot.type("a!echo {id} {text}\r")
    #expect(robot.rows[8] == "  echo '0' '1' '2' '3' 'item 0' 'item 1' 'item 2' 'item 3'")
    await show(source, [note(0), note(1), note(3)], robot)
    #expect(robot.rows[7] == " run this for 3 items (1 is gone)?")
    #expect(robot.rows[8] == "  echo '0' '1' '3' 'item 0' 'item 1' 'item 3'")
    await show(source, [note(0), note(3)], robot)
    #expect(robot.rows[7] == " run this for 2 items (2 are gone)?")
    source.show([note(0), note(3, "new")])
    robot.backend.send(.key(.character("y")))
    await settle()
    await robot.wait(.milliseconds(50))
    #expect(runs.commands.isEmpty, "what would run was not seen")
    #expect(robot.rows[8] == "  changed: echo '0' '3' 'item 0' 'new'")
    await show(source, [note(0), note(3, "newer"), note(9)], robot)
    #expect(robot.rows[8] == "  changed: echo '0' '3' 'item 0' 'newer'")
    await robot.type("y")
    #expect(runs.commands == ["echo '0' '3' 'item 0' 'newer'"])
    await robot.type("!rm {id}\r")
    await show(source, [note(9)], robot)
    #expect(robot.browser.overlay == nil)
    #expect(robot.rows.last?.contains("command canceled: the items are gone") == true)
    #expect(runs.commands.count == 1)
  }

  @Test("never runs on another item that becomes the current one")
  func gone() async throws {
    let (robot, source, runs) = try await start()
    await robot.type("j!echo {id}")
    await show(source, [note(0), note(2)], robot)
    #expect(robot.rows.last == " the item is gone")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.contains("command canceled: the item is gone") == true)
    await robot.type("!echo {id} {text}")
    await settle()
    let id = robot.rows.last?.contains("'0'") == true ? 0 : 2
    await robot.wait(.milliseconds(50))
    // The change and Enter arrive in one turn, so the user has not seen the command.
    source.show([note(0, "x"), note(2, "x")])
    robot.backend.send(.key(KeyPress(.enter)))
    await settle()
    #expect(robot.rows[8] == "  changed: echo '\(id)' 'x'")
    await robot.type("n")
    #expect(runs.commands.isEmpty)
  }

  @Test("scrolls with →, and ? shows the whole command")
  func long() async throws {
    let (robot, _, runs) = try await start(columns: 40)
    let words = (0..<20).map { "word\($0)" }.joined(separator: " ")
    await robot.type("!rm \(words)\r")
    #expect(robot.rows[8].hasPrefix("  rm word0 ") && robot.rows[8].hasSuffix("…"))
    #expect(robot.rows[9].contains("← → scroll"))
    var seen = robot.rows[8]
    for _ in 0..<10 {
      await robot.press(KeyPress(.right))
      seen += robot.rows[8]
    }
    #expect((0..<20).allSatisfy { seen.contains("word\($0)") })
    #expect(robot.rows[8].hasPrefix(" …") && !robot.rows[8].hasSuffix("…"))
    await robot.press(KeyPress(.left))
    await robot.type("?")
    #expect(robot.rows.joined().contains("word0 ") && robot.rows.joined().contains("word19"))
    await robot.type("y")
    #expect(runs.commands.isEmpty, "not while it is read")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[8].contains("word"))
    await robot.type("y")
    #expect(runs.commands == ["rm \(words)"])
  }

  @Test("shows control characters as replacements", arguments: [1, 2, 3, 4, 6, 10])
  func controls(rows: Int) async throws {
    let (robot, source, runs) = try await start()
    robot.backend.send(.resize(Size(columns: 60, rows: rows)))
    await show(source, [note(0, "a\u{1B}[2J\n\u{202E}b")], robot)
    await robot.type("!rm {text}")
    let scalars = { robot.rows.joined().unicodeScalars }
    #expect(!scalars().contains { $0.value < 0x20 || $0.value == 0x202E })
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.contains { $0.contains("rm 'a␛[2J␊▯b'") })
    #expect(!scalars().contains { $0.value < 0x20 || $0.value == 0x202E })
    await robot.type("?")
    #expect(!scalars().contains { $0.value < 0x20 || $0.value == 0x202E })
    await robot.press(KeyPress(.escape), KeyPress(.escape))
    #expect(robot.browser.overlay == nil && runs.commands.isEmpty)
  }
}
