import MocoaPtySupport
import Testing

@Suite("The examples in a terminal")
struct ExamplesTests {
  @Test("stay idle after a feed with rotating banners is closed")
  func idle() throws {
    let terminal = try Mocoa.start(["mocoa://examples/20/"])
    try terminal.wait(for: "○ ● ○ ○ ○")
    terminal.send("h")
    try terminal.wait(for: "News feed")
    // The last timer of the banners is still pending, and finds that the page is hidden.
    try terminal.waitUntilIdle()
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
