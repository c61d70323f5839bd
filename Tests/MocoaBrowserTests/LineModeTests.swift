import Mocoa
import MocoaData
import MocoaModel
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Line mode")
struct LineModeTests {
  private let folder: TemporaryFolder
  private let url: String

  init() throws {
    folder = try TemporaryFolder()
    let lines = (1...12).map { #"{"id": \#($0), "title": "item \#($0)", "n": \#($0 % 3)}"# }
    url = "mocoa://file/?path=\(try folder.write("a.ndjson", lines.joined(separator: "\n")))"
  }

  @Test("prints the title of a page, its first rows and the range")
  func rows() async throws {
    let user = try await LineModeDriver(url)
    #expect(
      user.news == [
        "a.ndjson, 12 rows", "1  item 1  id 1 · n 1", "2  item 2  id 2 · n 2",
        "3  item 3  id 3 · n 0", "4  item 4  id 4 · n 1", "rows 1–4 of 12",
      ])
    #expect(await user.type("").first == "5  item 5  id 5 · n 2")
    #expect(await user.type("").last == "rows 9–12 of 12, the end")
    #expect(await user.type("") == ["already at the last row"])
    #expect(await user.type("page-up").last == "rows 5–8 of 12")
    #expect(await user.type("up") == ["4  item 4  id 4 · n 1", "row 4 of 12"])
    #expect(await user.type("down").first == "5  item 5  id 5 · n 2")
    #expect(await user.type("rows 2").last == "rows 5–6 of 12")
    #expect(await user.type("11-30").last == "rows 11–12 of 12, the end")
    #expect(await user.type("last").first == "11  item 11  id 11 · n 2")
    #expect(await user.type("first").last == "rows 1–2 of 12")
    #expect(user.browser.listScreen?.itemNumber == 1)
  }

  @Test("prints column names once, and a dash for missing values")
  func columns() async throws {
    let user = try await LineModeDriver(url)
    #expect(await user.type("columns n title").contains("n  title"))
    #expect(
      await user.type("columns n nosuch title") == ["no field nosuch in the sampled items"])
    #expect(await user.type("first").prefix(2) == ["n  nosuch  title", "1  1  -  item 1"])
    #expect(await user.type("").first == "5  2  -  item 5")
    #expect(await user.type("columns").contains("1  item 1  id 1 · n 1"))
  }

  @Test("accepts a new command after an invalid operand")
  func unreadable() async throws {
    let user = try await LineModeDriver(url)
    #expect(await user.type("filter n>>1").joined().contains("2: invalid operator >>"))
    #expect(await user.type("filter n=1").contains { $0.contains("4 of 12") })
    #expect(await user.type("sort n desc").contains { $0.contains("sorted by -n") })
  }

  @Test("a number opens its row, and back returns to it")
  func opens() async throws {
    let user = try await LineModeDriver(url)
    #expect(
      await user.type("3") == [
        "a.ndjson / 2, 3 rows", "1  id  3", "2  title  item 3", "3  n  0",
        "rows 1–3 of 3, the end",
      ])
    #expect(await user.type("back").dropFirst().first == "3  item 3  id 3 · n 0")
    #expect(await user.type("99") == ["no row 99 (last row: 12)"])
    #expect(
      await user.type("show 2") == ["row 2 of 12", "id: 2", "title: item 2", "n: 2"])
    #expect(await user.type("go mocoa://music/").first == "music, 54 rows")
    #expect(await user.type("mocoa://nowhere/").joined().contains("mocoa://nowhere/"))
  }

  @Test(
    "shows the previous page after the only loaded one of a restored session closes",
    arguments: [false, true])
  func restoredPages(areTabs: Bool) async throws {
    let urls = try [ModuleURL("mocoa://music/"), ModuleURL(url)]
    let tabs =
      areTabs
      ? urls.map { NavigatorState.Tab(urls: [$0], shown: 0) }
      : [NavigatorState.Tab(urls: urls, shown: 1)]
    let user = try await LineModeDriver(
      url, restored: NavigatorState(tabs: tabs, selected: tabs.count - 1))
    #expect(user.news.first?.hasPrefix("a.ndjson, 12 rows") == true)
    #expect(await user.type(areTabs ? "close-tab" : "close").contains("music, 54 rows"))
    #expect(await user.type("go \(url)").first == "a.ndjson, 12 rows")
  }

  @Test("accepts unique abbreviations and rejects unknown words")
  func words() async throws {
    let user = try await LineModeDriver(url)
    #expect(await user.type("sh 1").first == "row 1 of 12")
    #expect(await user.type("se")[0] == "search: ")
    #expect(await user.type("item 7").first == "7  item 7  id 7 · n 1")
    #expect(await user.type("fol")[0] == "fol: did you mean fold, fold-all, follow?")
    #expect(await user.type("frob x")[0].hasPrefix("unknown command: frob"))
    #expect(await user.type("quit now") == ["quit: takes no argument"])
    #expect(await user.type("help mark")[0].hasPrefix("mark [N…|N-M|all|none|invert]: "))
    #expect(await user.type("help").count > 40)
    #expect(user.status == nil)
    await user.type("q")
    #expect(user.status == 0 && user.terminal.isClosed)
  }

  @Test("has every command word of the prompt, with help")
  func oneTable() {
    // Commands for the screen, keys or mouse have no effect in line mode.
    let elsewhere: Set = ["mouse", "motion full", "motion reduced", "motion off"]
    // These words of the prompt are operands in line mode.
    let operands: Set = ["mark-all", "invert-marks", "clear-marks"]
    let words = Command.lineCommands.map(\.lineWord)
    #expect(Set(words).count == words.count)
    let prompt = Set(Command.words.map(\.name)).subtracting(elsewhere)
    #expect(prompt.subtracting(operands).subtracting(words) == [])
    #expect(Command.lineCommands.allSatisfy { $0.line?.help != nil || $0.help != nil })
  }

  @Test("continues after the printed sections are filtered out")
  func goneSections() async throws {
    let user = try await LineModeDriver(url, rows: 6)
    await user.type("group id")
    await user.type("")
    await user.type("")
    #expect(await user.type("filter zzzz").contains { $0.contains("no matches") })
    #expect(await user.type("").isEmpty == false)
    #expect(user.status == nil)
  }

  @Test("prints the results of filter, sort and search")
  func queries() async throws {
    let user = try await LineModeDriver(url, rows: 6)
    #expect(
      await user.type("filter n=0") == [
        "filter n=0 (4 of 12)", "1  item 3  id 3 · n 0", "2  item 6  id 6 · n 0",
        "rows 1–2 of 4",
      ])
    #expect(await user.type("sort id desc")[1] == "1  item 12  id 12 · n 0")
    #expect(await user.type("filter")[0] == "sorted by -id")
    #expect(await user.type("sort").first == "1  item 1  id 1 · n 1")
    #expect(await user.type("search n=2") == ["2  item 2  id 2 · n 2", "row 2 of 12"])
    #expect(await user.type("next").first == "5  item 5  id 5 · n 2")
    #expect(await user.type("previous").first == "2  item 2  id 2 · n 2")
    #expect(await user.type("search zebra") == ["not found: zebra"])
    #expect(await user.type("filter n>(") != [])
    #expect(
      await user.type("filter n=7").last == "no matches (\"filter\" without text clears the filter)"
    )
  }

  @Test("marks and picks rows by number")
  func marks() async throws {
    let user = try await LineModeDriver(url, rows: 6, pick: ["--multi", "--format", "{id}"])
    #expect(user.news.contains("pick N picks a row"))
    #expect(await user.type("mark 2 4-6") == ["4 marked"])
    #expect(await user.type("mark 2") == ["3 marked"])
    #expect(await user.type("rows 4-5").first == "4*  item 4  id 4 · n 1")
    #expect(await user.type("mark invert") == ["9 marked"])
    #expect(await user.type("mark none") == ["0 marked"])
    #expect(await user.type("mark what")[0].hasPrefix("what: expected rows"))
    await user.type("pick 7 9")
    #expect(user.status == 0)
    #expect(user.browser.picking?.picked?.count == 2)
    let single = try await LineModeDriver(url, pick: [])
    await single.type("pick 3")
    #expect(single.status == 0 && single.browser.picking?.picked?.count == 1)
    let none = try await LineModeDriver(url, pick: [])
    await none.send(.end)
    #expect(none.status == 130)
  }

  @Test("replaces control characters and truncates rows")
  func hostile() async throws {
    let path = try folder.write(
      "b.ndjson",
      #"{"id": 1, "title": "\u001b[2J漢字漢字漢字漢字\u009b1m\u0007", "\u001bc": "\u202ea\r\nb"}"#)
    let user = try await LineModeDriver("mocoa://file/?path=\(path)", columns: 20)
    let rows = user.news
    #expect(rows[1] == "1  ␛[2J漢字漢字漢…")
    await user.type("show 1", "inspect 1", "filter J", "fields", "search 1m", "help", "log")
    let controls = user.terminal.text.unicodeScalars.filter {
      $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}")
    }
    #expect(controls.isEmpty)
    // The terminal echoes typed text without truncation.
    for line in user.terminal.text.split(separator: "\n") where !line.hasPrefix(LineMode.sign) {
      #expect(Canvas.columns(of: line, atMost: 100) <= 20, "\(line)")
    }
  }

  @Test("suspends for commands, and asks before it overwrites a file")
  func handsOver() async throws {
    let user = try await LineModeDriver(url)
    user.browser.folder = folder.path(of: "")
    var titles: [String] = []
    user.browser.commands.shell.run = { command, _, _ in
      titles.append(command.words.last ?? "")
      return .success(.exit(0))
    }
    #expect(await user.type("run echo {id}") == ["$ echo '1'", "done: echo {id}"])
    #expect(titles == ["echo '1'"] && user.terminal.loans == 1, "\(titles)")
    let question = ["run this for 1 item? · \"rm\" may be irreversible", "  rm '1'"]
    #expect(Array(await user.type("run rm {id}").prefix(2)) == question)
    #expect(user.terminal.text.hasSuffix("run it? (y runs, e edits, other keys cancel) "))
    #expect(await user.type("") == ["command canceled"])
    await user.type("run rm {id}", "no")
    #expect(await user.type("run rm {id}", "e").last == "run: ")
    let edited = await user.type("kill {id}").prefix(2)
    #expect(edited == ["run this for 1 item? · \"kill\" may be irreversible", "  kill '1'"])
    #expect(titles.count == 1)
    #expect(await user.type("y") == ["done: kill {id}"])
    #expect(titles == ["echo '1'", "kill '1'"], "\(titles)")
    let path = folder.path(of: "out.ndjson")
    #expect(await user.type("write \(path)").joined(separator: " ").contains("exported 12 items"))
    #expect(await user.type("write \(path)").last?.contains("Overwrite?") == true)
    #expect(await user.type("n") == [])
    #expect(await user.type("copy 2") == ["cannot copy: the terminal has no clipboard"])
  }

  @Test("accepts only lines after a question as its answer")
  func typedAhead() async throws {
    let user = try await LineModeDriver(url)
    var commands: [String] = []
    user.browser.commands.shell.run = { command, _, _ in
      commands.append(command.words.last ?? "")
      return .success(.exit(0))
    }
    user.browser.folder = folder.path(of: "")
    let path = try folder.write("out.ndjson", "old")
    user.terminal.send(.line("run rm {id}"))
    user.terminal.send(.line("y"))
    await user.send(.line("run ls"))
    #expect(commands.isEmpty && user.browser.isAsking)
    #expect(user.terminal.text.contains("2 lines typed before the question: not read"))
    await user.type("y")
    #expect(commands == ["rm '1'"])
    user.terminal.send(.line("write \(path)"))
    await user.send(.line("y"))
    #expect(try folder.text(of: "out.ndjson") == "old" && user.browser.isAsking)
    await user.type("n")
    #expect(try folder.text(of: "out.ndjson") == "old")
  }

  @Test("drops lines that were typed before a deferred question was printed")
  func typedBeforeQuestion() async throws {
    let lines = (0..<30_000).map { #"{"id": \#($0)}"# }
    let many = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let path = try folder.write("out.ndjson", "old")
    let user = try await LineModeDriver("mocoa://file/?path=\(many)", columns: 200)
    await eventually("it is read") {
      user.browser.listPage?.list.snapshot.itemCount == 30_000 && user.mode.work == nil
    }
    let queried = try #require(user.browser.queries.makeResults())
    queried.query.filter = try Filter("id=7")
    user.mode.obey("write \(path)")
    #expect(!user.browser.deferred.isEmpty)
    queried.onUpToDate { user.terminal.send(.line("y")) }
    await eventually("the line is dropped") {
      user.terminal.text.contains("1 line typed before the question: not read")
    }
    #expect(user.terminal.text.hasSuffix("\nout.ndjson exists. Overwrite? (y/n) "))
    #expect(user.browser.isAsking && user.browser.writing == nil)
    #expect(try folder.text(of: "out.ndjson") == "old")
    await user.type("y")
    await eventually("it is written") { user.browser.writing == nil }
    #expect(try folder.text(of: "out.ndjson") == #"{"id": 7}"# + "\n")
  }

  @Test("prints a deferred question on a line of its own")
  func deferredQuestion() async throws {
    let user = try await LineModeDriver(url)
    let path = try folder.write("out.ndjson", "old")
    // The prompt for commands is open when the question opens.
    user.browser.write(to: path)
    user.browser.control?.setNeedsDisplay()
    await eventually("the question") {
      user.terminal.text.hasSuffix(
        "\n\(LineMode.sign)\nout.ndjson exists. Overwrite? (y/n) ")
    }
    await user.type("n")
    #expect(try folder.text(of: "out.ndjson") == "old" && !user.browser.isAsking)
  }

  @Test("^C stops an operation, twice it ends the program; ^D ends it")
  func interrupts() async throws {
    let user = try await LineModeDriver(url)
    #expect(await user.type("search") == ["search: "])
    #expect(await user.send(.interrupt) == ["", "stopped"])
    #expect(await user.type("rows 1").count == 2)
    #expect(await user.send(.interrupt) == ["", "press ^C again to quit"])
    await user.send(.interrupt)
    #expect(user.status == 130)
    let other = try await LineModeDriver(url)
    await other.send(.end)
    #expect(other.status == 0)
    let third = try await LineModeDriver(url)
    await third.send(.terminate(signal: 15))
    #expect(third.status == 143)
  }
}
