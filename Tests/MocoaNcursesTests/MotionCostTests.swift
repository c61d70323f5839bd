import MocoaPtySupport
import Testing

/// Bytes, counted in a real terminal of 200 × 50 that knows DEC 2026: the marks around each frame
/// count as well.
@Suite("What motion costs in a terminal", .serialized)
struct MotionCostTests {
  static let digit = "u"
  static let edits = ["u", "i", "d", "m", "M", "n", "s"]

  /// A list of so many rows, each of so many columns.
  static func start(_ motion: String, count: Int = 1000, columns: Int = 190) throws -> Terminal {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), ["list", motion, "\(count)", "\(columns)"], columns: 200,
      rows: 50, answer: { $0.contains("c") ? "\u{1B}[?2026;2$y\u{1B}[?1;2c" : $0 })
    try terminal.wait(for: "0 row 1")
    terminal.waitUntilQuiet()
    return terminal
  }

  /// What a terminal is sent for a key, until nothing moves.
  static func bytes(for key: String, _ terminal: Terminal, milliseconds: Int32 = 250) -> [UInt8] {
    let before = terminal.output.count
    terminal.send(key)
    terminal.waitUntilQuiet(milliseconds: milliseconds)
    return Array(terminal.output[before...])
  }

  @Test("a digit that changes costs at most 40 bytes, and nothing else is drawn")
  func digit() throws {
    let terminal = try Self.start("off")
    let bytes = Self.bytes(for: Self.digit, terminal)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    #expect(bytes.count <= 40)
    // Without the sequences there is one digit.
    #expect(text.replacing(#/\u{1B}\[[?0-9;]*[A-Za-z]/#, with: "") == "1")
    #expect(terminal.emulator.row(20).contains("1 row 21"))
  }

  @Test("what is not seen costs nothing", arguments: ["off", "full", "reduced"])
  func offScreen(motion: String) throws {
    let terminal = try Self.start(motion)
    #expect(Self.bytes(for: "o", terminal).isEmpty)
    #expect(Self.bytes(for: "O", terminal).isEmpty)
  }

  @Test(
    "motion costs at most three times what the change costs without, whatever the rows are",
    arguments: [1000, 40], [190, 10])
  func ratio(count: Int, columns: Int) throws {
    let still = try Self.start("off", count: count, columns: columns)
    let moving = try Self.start("full", count: count, columns: columns)
    for key in Self.edits + ["t", "r"] {
      let (off, full) = (Self.bytes(for: key, still), Self.bytes(for: key, moving))
      #expect(!off.isEmpty && full.count <= 3 * off.count, "\(key): \(off.count), \(full.count)")
      #expect(still.emulator.rows == moving.emulator.rows, "\(key)")
    }
  }

  @Test("marks cost at most three times as well, where one row changes")
  func reduced() throws {
    let still = try Self.start("off")
    let marked = try Self.start("reduced")
    for key in Self.edits {
      let off = Self.bytes(for: key, still)
      let before = marked.output.count
      marked.send(key)
      marked.waitUntilQuiet(milliseconds: 800)
      #expect(marked.output.count - before <= 3 * off.count, "\(key)")
      #expect(still.emulator.rows == marked.emulator.rows, "\(key)")
    }
  }

  @Test("after the last frame of a transition nothing wakes")
  func idle() throws {
    let terminal = try Self.start("full")
    #expect(!Self.bytes(for: "i", terminal).isEmpty)
    try terminal.waitUntilIdle()
  }
}
