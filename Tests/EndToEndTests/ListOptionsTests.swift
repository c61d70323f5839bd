import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa with list options", .serialized)
struct ListOptionsTests: StateFolderSuite {
  let folder: TemporaryFolder
  let state: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    path = try folder.writeNumberedLog()
  }

  @Test("applies the options of a URL on screen, on resume and in pipes")
  func options() throws {
    let url = "mocoa://file/?path=\(path)&filter=even=true id>90&sort=-id#94"
    let terminal = try start([url])
    try terminal.wait(for: "3/4 of 100")
    try terminal.wait(for: "  even=true id>90")
    try terminal.wait(for: "id▼*")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let resumed = try start(["--resume"])
    try resumed.wait(for: "  even=true id>90")
    try resumed.wait(for: "id▼*")
    try resumed.wait(for: "3/4 of 100")
    resumed.send("Q")
    #expect(try resumed.waitForEnd() == .exited(0))

    let printed = try Mocoa.run([url])
    #expect(printed.status == 0)
    #expect(printed.lines.map { $0.split(separator: " ")[1] } == ["98", "96", "94", "92"])
    let unreadable = try Mocoa.run(["mocoa://file/?path=\(path)&filter=%22x"])
    #expect(unreadable.status == 2 && unreadable.output == "")
    #expect(unreadable.errors == "mocoa: filter=\"x: at 1: missing closing \"\n")
    let shown = try start(["mocoa://file/?path=\(path)&filter=%22x"])
    try shown.wait(for: "filter=\"x: at 1: missing closing \" (filter not applied)")
    try shown.wait(for: "1/100")
    shown.send("Q")
    #expect(try shown.waitForEnd() == .exited(0))
  }

  @Test("reports unknown fields and comparisons, in URLs as at the prompt")
  func slips() throws {
    let url = "mocoa://file/?path=\(path)"
    var terminal = try start(["\(url)&sort=evne"])
    try terminal.wait(for: "no field evne in the sampled items (did you mean even?)")
    terminal.send("fid>>1\r")
    try terminal.wait(for: "3: invalid operator >>")
    terminal.send("\u{1B}")
    try terminal.wait(for: "? help")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    terminal = try start(["\(url)&filter=id>>1"])
    try terminal.wait(for: "filter=id>>1: at 3: invalid operator >>")
    try terminal.wait(for: "1/100")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let printed = try Mocoa.run(["\(url)&filter=id>>1"])
    #expect(printed.status == 2 && printed.output == "")
    let unsorted = try Mocoa.run(["\(url)&sort=evne"])
    #expect(unsorted.status == 0 && unsorted.lines.count == 100)
    #expect(unsorted.errors == "mocoa: no field evne in the sampled items (did you mean even?)\n")
  }

  @Test("previews a row of thousands of values field by field")
  func wide() throws {
    let names = (0..<6000).map { "field\($0)" }
    let wide = try folder.write(
      "wide.csv", [names, names.map { "\($0)!" }].map { $0.joined(separator: ",") + "\n" }.joined())
    let terminal = try Mocoa.start(
      [wide], environment: ["XDG_STATE_HOME": state.folder], columns: 120, rows: 24)
    try terminal.wait(for: "1/1")
    terminal.send("v")
    try terminal.wait(for: "│ field21")
    terminal.send(String(repeating: "J", count: 30))
    try terminal.wait(for: "field340!")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("applies the options of a composed page to its first list")
  func composed() throws {
    let catalog = "mocoa://examples/catalogue/"
    let all = try Mocoa.run([catalog]).lines
    #expect(all.contains { $0.hasPrefix("Motel Sputnik") } && all.contains("artists"))
    let some = try Mocoa.run(["\(catalog)?filter=kowalski&fields=name"])
    #expect(some.status == 0 && some.lines.contains("Kowalski & Sons"))
    #expect(!some.output.contains("Motel Sputnik"))
    let unreadable = try Mocoa.run(["\(catalog)?filter=%22x"])
    #expect(unreadable.status == 2 && unreadable.output == "")
    #expect(unreadable.errors == "mocoa: filter=\"x: at 1: missing closing \"\n")
  }

  @Test("prints and filters by fields of records too large to show")
  func large() throws {
    let filling = String(repeating: "x", count: 70_000)
    let lines = (0..<3).map { "{\"id\": \($0), \"text\": \"\(filling)\", \"more\": [\($0)]}\n" }
    let path = try folder.write("large.ndjson", lines.joined())
    let some = try Mocoa.run(["mocoa://file/?path=\(path)&fields=-text&filter=id>0"])
    #expect(some == .init(status: 0, output: "1  [1]\n2  [2]\n", errors: ""))
    let all = try Mocoa.run(["mocoa://file/?path=\(path)&fields=*"])
    #expect(all.lines.map { $0.prefix(5) } == ["0  xx", "1  xx", "2  xx"])
  }
}
