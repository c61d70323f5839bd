import MocoaPtySupport
import Testing

@Suite("The examples in a terminal")
struct ExamplesTests {
  @Test("a feed with banners that take turns wakes nobody once it was left")
  func idle() throws {
    let terminal = try Mocoa.start(["mocoa://examples/20/"])
    try terminal.wait(for: "○ ● ○ ○ ○")
    terminal.send("h")
    try terminal.wait(for: "News feed")
    // The banners' last timer is still to come, and finds that the page is hidden.
    try terminal.waitUntilIdle()
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
