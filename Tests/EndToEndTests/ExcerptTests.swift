import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The program and what its URLs show of a list", .serialized)
struct ExcerptTests {
  let folder: TemporaryFolder
  let state: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    let lines = (0..<100).map { "{\"id\": \($0), \"even\": \($0.isMultiple(of: 2))}\n" }
    path = try folder.write("log.ndjson", lines.joined())
  }

  private func start(_ arguments: [String]) throws -> Terminal {
    try Mocoa.start(arguments, environment: ["XDG_STATE_HOME": state.folder])
  }

  @Test("a URL says what is shown of a list, on a screen, in lines, and through a pipe")
  func excerpt() throws {
    let url = "mocoa://file/?path=\(path)&filter=even=true id>90&sort=-id#94"
    let terminal = try start([url])
    try terminal.wait(for: "3/4")
    try terminal.wait(for: "filter even=true id>90 (4 of 100) · sorted by -id")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let resumed = try start(["--resume"])
    try resumed.wait(for: "filter even=true id>90 (4 of 100) · sorted by -id")
    try resumed.wait(for: "3/4")
    resumed.send("Q")
    #expect(try resumed.waitForEnd() == .exited(0))

    let printed = try Mocoa.run([url])
    #expect(printed.status == 0)
    #expect(printed.lines.map { $0.split(separator: " ")[1] } == ["98", "96", "94", "92"])
    let unreadable = try Mocoa.run(["mocoa://file/?path=\(path)&filter=%22x"])
    #expect(unreadable.status == 2 && unreadable.output == "")
    #expect(unreadable.errors == "mocoa: filter=\"x: at 1: no \" at the end\n")
    let shown = try start(["mocoa://file/?path=\(path)&filter=%22x"])
    try shown.wait(for: "filter=\"x: at 1: no \" at the end (nothing is filtered)")
    try shown.wait(for: "1/100")
    shown.send("Q")
    #expect(try shown.waitForEnd() == .exited(0))
  }
}
