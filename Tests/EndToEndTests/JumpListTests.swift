import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Jumps and input history", .serialized)
struct JumpListTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let lines = (0..<20_000).map { "{\"id\": \($0), \"even\": \($0.isMultiple(of: 2))}\n" }
    path = try folder.write("log.ndjson", lines.joined())
  }

  @Test("follow ^O and ^N through a long list, also after sorting")
  func jumps() throws {
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/20,000")
    terminal.send(":15000\rG")
    try terminal.wait(for: "20,000/20,000")
    terminal.send("\u{0F}")
    try terminal.wait(for: "15,000/20,000")
    terminal.send("\u{0F}")
    try terminal.wait(for: " 1/20,000")
    terminal.send("\u{0E}")
    try terminal.wait(for: "15,000/20,000")
    terminal.send(":sort -id\r")
    try terminal.wait(for: "5,001/20,000")
    terminal.send("\u{0E}")
    try terminal.wait(for: " 1/20,000")
    terminal.send("\u{0E}")
    try terminal.wait(for: "no later item in the jump history")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("recall earlier filters and searches with ↑")
  func recall() throws {
    let terminal = try Mocoa.start([path])
    try terminal.wait(for: "1/20,000")
    terminal.send("fid<10\r")
    try terminal.wait(for: "/10 of 20,000")
    terminal.send("\u{1B}")
    try terminal.wait(for: " 1/20,000")
    terminal.send("/^7777\r")
    try terminal.wait(for: "7,778/20,000")
    terminal.send("f\u{1B}[A")
    try terminal.wait(for: "filter: id<10")
    try terminal.wait(for: "10 of 20,000")
    terminal.send("\r")
    try terminal.wait("the filter") {
      let rows = BrowsingTests.rows($0)
      return rows[0].hasSuffix("/10 of 20,000") && rows[23].hasSuffix("  id<10")
    }
    terminal.send("/\u{1B}[A")
    try terminal.wait(for: "/^7777")
    terminal.send("\u{07}Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
