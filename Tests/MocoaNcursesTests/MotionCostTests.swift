import MocoaPtySupport
import Testing

/// Byte counts in a real terminal of 200 × 50 with DEC mode 2026.
///
/// They include the marks around each frame.
@Suite("The cost of an animation", .serialized)
struct MotionCostTests {
  static let digit = "u"
  static let edits = ["u", "i", "d", "m", "M", "n", "s"]

  /// Starts a list with a number of rows of a number of columns.
  static func start(_ motion: String, count: Int = 1000, columns: Int = 190) throws -> Terminal {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), ["list", motion, "\(count)", "\(columns)"], columns: 200,
      rows: 50, answer: { $0.contains("c") ? "\u{1B}[?2026;2$y\u{1B}[?1;2c" : $0 })
    try terminal.wait(for: "0 row 1")
    terminal.waitUntilQuiet()
    return terminal
  }

  /// Returns the output for a key until the animation ends.
  static func bytes(for key: String, _ terminal: Terminal, milliseconds: Int32 = 250) -> [UInt8] {
    let before = terminal.output.count
    terminal.send(key)
    terminal.waitUntilQuiet(milliseconds: milliseconds)
    return Array(terminal.output[before...])
  }

  @Test("is at most 40 bytes for a digit, without further drawing")
  func digit() throws {
    let terminal = try Self.start("off")
    let bytes = Self.bytes(for: Self.digit, terminal)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    #expect(bytes.count <= 40)
    // Without escape sequences, the output is one digit.
    #expect(text.replacing(#/\u{1B}\[[?0-9;]*[A-Za-z]/#, with: "") == "1")
    #expect(terminal.emulator.row(20).contains("1 row 21"))
  }

  @Test("is 0 for invisible changes", arguments: ["off", "full", "reduced"])
  func offScreen(motion: String) throws {
    let terminal = try Self.start(motion)
    #expect(Self.bytes(for: "o", terminal).isEmpty)
    #expect(Self.bytes(for: "O", terminal).isEmpty)
  }

  @Test(
    "is at most three times the cost without animation",
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

  @Test("is at most three times the cost for marks on one row")
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

  @Test("ends with the last frame, without further wake-ups")
  func idle() throws {
    let terminal = try Self.start("full")
    #expect(!Self.bytes(for: "i", terminal).isEmpty)
    try terminal.waitUntilIdle()
  }
}
