import MocoaPtySupport
import Testing

/// Byte counts in a real terminal of 200 × 50, with the same limits as for lists.
@Suite("The cost of a grid", .serialized)
struct GridCostTests {
  static let (up, down, left, right) = ("\u{1B}OA", "\u{1B}OB", "\u{1B}OD", "\u{1B}OC")

  static func start(_ motion: String) throws -> Terminal {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), ["list", motion, "1000", "40", "5"], columns: 200,
      rows: 50, answer: { $0.contains("c") ? "\u{1B}[?2026;2$y\u{1B}[?1;2c" : $0 })
    try terminal.wait(for: "0 row 1")
    terminal.waitUntilQuiet()
    return terminal
  }

  static func cost(of key: String, _ terminal: Terminal) -> Int {
    // Five times as many cells as in a list need more time in a debug build.
    MotionCostTests.bytes(for: key, terminal, milliseconds: 700).count
  }

  @Test("is at most 250 bytes per cursor step and 300 per scroll")
  func moving() throws {
    let terminal = try Self.start("off")
    for key in [Self.right, Self.right, Self.down, Self.down, Self.left, Self.up] {
      let cost = Self.cost(of: key, terminal)
      #expect((1...250).contains(cost), "\(cost)")
    }
    #expect(terminal.emulator.row(1).contains("▌ 0 row 7"))
    let list = try MotionCostTests.start("off")
    for _ in 0..<6 { _ = Self.cost(of: Self.down, list) }
    for _ in 0..<4 { _ = Self.cost(of: Self.down, terminal) }
    for _ in 0..<3 {
      let (cost, listCost) = (Self.cost(of: "w", terminal), Self.cost(of: "w", list))
      #expect((1...300).contains(cost), "\(cost), in a list \(listCost)")
    }
  }

  @Test("is at most 40 bytes for a digit, 0 for invisible changes")
  func digit() throws {
    let terminal = try Self.start("off")
    let cost = Self.cost(of: "u", terminal)
    #expect((1...40).contains(cost), "\(cost)")
    #expect(Self.cost(of: "o", terminal) == 0)
    #expect(Self.cost(of: "O", terminal) == 0)
  }

  @Test("is at most three times higher with animation")
  func motion() throws {
    let still = try Self.start("off")
    let moving = try Self.start("full")
    for key in MotionCostTests.edits + ["t", "r"] {
      let (off, full) = (Self.cost(of: key, still), Self.cost(of: key, moving))
      #expect(off > 0 && full <= 3 * off, "\(key): \(off), \(full)")
      #expect(still.emulator.rows == moving.emulator.rows, "\(key)")
    }
  }
}
