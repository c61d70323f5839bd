import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Hyperlinks in the terminal", .serialized)
struct LinkTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.ndjson",
      """
      {"id": 1, "title": "one", "at": "https://example.org/first", "z": 1}
      {"id": 2, "title": "two", "at": "https://example.org/other", "z": 1}
      {"id": 3, "title": "thr", "at": "hxxps://example.org/other", "z": 1}
      """)
  }

  /// Returns the OSC 8 links in the output.
  ///
  /// Each link is its URL, followed by its text if the text differs.
  private func links(in output: some Sequence<UInt8>) -> [String] {
    let text = String(decoding: Array(output), as: UTF8.self)
    let pieces = text.split(separator: "\u{1B}]8;;").dropFirst()
    return pieces.compactMap { piece in
      let parts = piece.split(separator: "\u{1B}\\", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { return nil }
      // The text follows the sequence that sets the style.
      let shown = parts[1].drop { $0 != "m" }.dropFirst()
      return parts[0] == shown ? String(shown) : "\(parts[0]) under \(shown)"
    }
  }

  @Test("open their URL, follow their rows, and leave the screen unchanged")
  func following() throws {
    let terminal = try Mocoa.start(["--motion", "off", path])
    try terminal.wait(for: "1/3")
    terminal.waitUntilQuiet()
    #expect(
      links(in: terminal.output) == ["https://example.org/first", "https://example.org/other"])
    let before = terminal.output.count
    terminal.send("f'two\r")
    try terminal.wait(for: "1/1")
    terminal.waitUntilQuiet()
    let rest = terminal.output[before...]
    #expect(links(in: rest).last == "https://example.org/other")
    #expect(terminal.emulator.rows == terminal.clusters.rows)
    terminal.send("\u{1B}")
    try terminal.wait(for: "/3")
    let row = try #require(terminal.emulator.rows.first { $0.contains("one") })
    #expect(row.contains("https://example.org/first"))
    let now = terminal.output.count
    terminal.send("\u{C}")
    terminal.waitUntilQuiet()
    #expect(
      links(in: terminal.output[now...])
        == ["https://example.org/first", "https://example.org/other"])
    #expect(terminal.emulator.rows == terminal.clusters.rows)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("are not sent to a console, which would print them")
  func console() throws {
    let terminal = try Mocoa.start([path], environment: ["TERM": "linux"])
    try terminal.wait(for: "1/3")
    #expect(links(in: terminal.output).isEmpty)
  }
}
