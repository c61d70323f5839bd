import Glibc
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Items for commands, editors and files")
struct ShellCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "albums.ndjson",
      """

      {"id": 1, "title": "Kind of Blue"}
      {"id": 2, "title": "it's"}
      {"id": 3, "title": "Giant Steps"}
      """)
  }

  /// The commands that the browser passed to the shell.
  @MainActor
  private final class Runs {
    var commands: [ForegroundCommand] = []
    var titles: [String?] = []
    var outcome = Shell.Outcome.success(.exit(0))
  }

  private func robot(
    _ url: String? = nil, variables: [String: String] = [:]
  ) async throws -> (BrowserRobot, Runs) {
    let robot = try await BrowserRobot(
      url ?? "mocoa://file/?path=\(path)", columns: 70, tellsTime: false)
    robot.browser.motion = .off
    let runs = Runs()
    robot.browser.commands.shell.variable = { variables[$0] }
    robot.browser.commands.shell.run = { command, title, _ in
      runs.commands.append(command)
      runs.titles.append(title)
      return runs.outcome
    }
    return (robot, runs)
  }

  private func lines(_ command: ForegroundCommand?) -> [String] {
    var lines: [String] = []
    command?.input?.forEach { item in
      lines.append(String(decoding: ItemSerializer.json(of: item), as: UTF8.self))
      return true
    }
    return lines
  }

  @Test("! runs a command on the target items and shows its outcome")
  func commands() async throws {
    let (robot, runs) = try await robot(variables: ["SHELL": "/bin/zsh"])
    await robot.type("!echo {title} {none}\r")
    #expect(runs.commands.last?.words == ["/bin/zsh", "-c", "echo 'Kind of Blue' {none}"])
    #expect(runs.titles == ["echo 'Kind of Blue' {none}"] && runs.commands.last?.input == nil)
    #expect(robot.backend.calls.contains("lend"))
    #expect(robot.rows.last?.contains("done: echo {title}") == true)
    await robot.type("jA!x \"{id}\" {{\ry")
    #expect(runs.commands.last?.words.last == #"x ""'1' '2' '3'"" {{"#)
    await robot.type("!echo `cat {title}`\r")
    #expect(robot.browser.message?.text.hasPrefix("character 11: {title} cannot be quoted") == true)
    #expect(runs.commands.count == 2)
    runs.outcome = .success(.exit(3))
    await robot.type("!false\r")
    #expect(robot.rows.last?.hasPrefix(" ! exit 3: false") == true)
    runs.outcome = .success(.signal(2))
    await robot.type("!false\r")
    #expect(robot.rows.last?.contains("ended by signal 2 (Interrupt)") == true)
    runs.outcome = .failure(.launch(ENOENT))
    await robot.type("!false\r")
    #expect(robot.rows.last?.hasPrefix(" ! /bin/zsh: no such command") == true)
    runs.outcome = .failure(.launch(E2BIG))
    await robot.type("!false\r")
    #expect(robot.rows.last?.hasPrefix(" ! command is too long for the system") == true)
  }

  @Test("the preview of a command resolves the same fields as the command")
  func laterFields() async throws {
    let lines = (1...25).map { $0 < 25 ? #"{"id": \#($0)}"# : #"{"id": 25, "late": "x"}"# }
    let path = try folder.write("late.ndjson", lines.joined(separator: "\n"))
    let (robot, runs) = try await robot("mocoa://file/?path=\(path)")
    await robot.type("a!echo {late}")
    #expect(robot.rows.last?.hasPrefix(" echo '' ''") == true)
    await robot.type("\ry")
    #expect(runs.commands.last?.words.last?.hasPrefix("echo '' ''") == true)
    #expect(runs.commands.last?.words.last?.hasSuffix("'' 'x'") == true)
  }

  @Test("each kind of prompt has its own history")
  func history() async throws {
    let (robot, runs) = try await robot()
    await robot.type(":first\r!one\r|two\r!")
    await robot.press(KeyPress(.up), KeyPress(.up))
    #expect(robot.rows.suffix(2) == ["!one", " one"])
    await robot.press(KeyPress(.enter))
    #expect(runs.commands.last?.words.last == "one")
    await robot.type("!  \r")
    await robot.type("!")
    await robot.press(KeyPress(.escape))
    #expect(runs.commands.count == 3)
  }

  @Test("| passes the target items to a command as JSON")
  func pipes() async throws {
    let (robot, runs) = try await robot()
    await robot.type("|jq .\r")
    #expect(lines(runs.commands.last) == [#"{"id": 1, "title": "Kind of Blue"}"#])
    #expect(runs.commands.last?.words == ["/bin/sh", "-c", "jq ."])
    await robot.type("aj |wc\ry")
    #expect(lines(runs.commands.last).count == 2)
  }

  @Test("e opens the file at the record, and reports a missing editor")
  func editing() async throws {
    let (robot, runs) = try await robot(variables: ["EDITOR": "ed -s"])
    await robot.type("je")
    #expect(
      runs.commands.last?.words == ["/bin/sh", "-c", "ed -s \"$@\"", "ed -s", "+3", path])
    #expect(runs.titles.last == .some(nil))
    runs.outcome = .success(.exit(127))
    await robot.type("e")
    #expect(robot.rows.last == " ! ed -s: no such editor (set $VISUAL or $EDITOR)")
    let (other, others) = try await self.robot(variables: ["VISUAL": "code", "EDITOR": "ed"])
    await other.type("e")
    #expect(others.commands.last?.words[3] == "code")
    let (last, lasts) = try await self.robot()
    await last.type("e")
    #expect(lasts.commands.last?.words[3] == "vi")
  }

  @Test("e opens an item without a file as a temporary copy")
  func copies() async throws {
    let (robot, runs) = try await robot("mocoa://music/")
    var text = ""
    var mode: mode_t = 0
    robot.browser.commands.shell.run = { command, _, _ in
      runs.commands.append(command)
      text = ""
      var status = stat()
      if let path = command.words.last, stat(path, &status) == 0, let file = fopen(path, "r") {
        mode = status.st_mode & 0o777
        while case let byte = fgetc(file), byte != EOF {
          text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
        }
        fclose(file)
      }
      return .success(.exit(0))
    }
    await robot.type("j")
    // A process that another test starts may share the lock of the copy for a moment.
    repeat { await robot.type("e") } while robot.rows.last?.contains("an editor still uses") == true
    #expect(text.hasPrefix("{\"id\":") && text.hasSuffix("}\n") && mode == 0o400)
    #expect(robot.rows.last?.contains("the read-only copy was not changed") == true)
    #expect(access(runs.commands.last?.words.last ?? "", F_OK) != 0)
  }

  // MARK: - Export

  @Test("w writes the marked items or the filtered list")
  func writing() async throws {
    let (robot, _) = try await robot()
    let csv = folder.path(of: "out.csv")
    await robot.type("fi id<3\rsid\rSw\(csv)\r")
    await eventually("it is written") {
      robot.browser.message?.text.hasPrefix("exported 2 item") == true
    }
    #expect(try folder.text(of: "out.csv") == "id,title\n2,it's\n1,Kind of Blue\n")
    await robot.press(KeyPress(.escape))
    await robot.type("g w\(folder.path(of: "marked.json"))\r")
    await eventually("it is written") {
      robot.browser.message?.text.hasPrefix("exported 1 item") == true
    }
    #expect(try folder.text(of: "marked.json").hasPrefix("[\n{\"id\": "))
  }

  @Test("w asks for confirmation before it overwrites a file")
  func overwriting() async throws {
    let (robot, _) = try await robot()
    let path = try folder.write("out.ndjson", "old")
    await robot.type("w\(path)\r")
    #expect(robot.rows.last?.contains("exists. Overwrite? (y/n)") == true)
    await robot.type("n")
    #expect(try folder.text(of: "out.ndjson") == "old")
    #expect(robot.rows.last?.hasPrefix("export to: \(path)".prefix(30)) == true)
    await robot.type("\r")
    await robot.press(KeyPress(.enter))
    #expect(try folder.text(of: "out.ndjson") == "old")
    await robot.press(KeyPress(.escape))
    await robot.type("w\(path)")
    for key in [KeyPress(.enter), .character("y")] { robot.backend.send(.key(key)) }
    await settle()
    #expect(try folder.text(of: "out.ndjson") == "old", "the question was not visible")
    #expect(robot.browser.isAsking && robot.browser.writing == nil)
    await robot.type("y")
    await eventually("it is written") {
      robot.browser.message?.text.hasPrefix("exported 3 item") == true
    }
    #expect(try folder.text(of: "out.ndjson").split(separator: "\n").count == 3)
  }

  @Test("reports a write error in one line")
  func faults() async throws {
    let (robot, _) = try await robot()
    await robot.type("wout.txt\r")
    #expect(robot.browser.message?.text.hasPrefix("out.txt: unknown export format") == true)
    #expect(robot.rows.last?.hasPrefix("export to: out.txt") == true)
    await robot.press(KeyPress(.escape))
    await robot.type("w/nowhere/out.csv\r")
    await eventually("it is said") {
      robot.browser.message?.text
        == "/nowhere/out.csv: cannot be written: No such file or directory"
    }
    await robot.type("w\r")
    #expect(robot.rows.last?.hasPrefix(" f filter  ") == true)
  }
}
