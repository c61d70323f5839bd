import MocoaPtySupport
import Testing

@Suite("What motion costs in a terminal", .serialized)
struct MotionCostTests {
  static func start(_ motion: String, count: Int, columns: Int) throws -> Terminal {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), ["list", motion, "\(count)", "\(columns)"], columns: 200,
      rows: 50, answer: { $0.replacing("2026;0$y", with: "2026;2$y") })
    try terminal.wait(for: "0 row 1")
    terminal.waitUntilQuiet()
    return terminal
  }

  @Test("print")
  func printAll() throws {
    for (count, columns) in [(1000, 190), (1000, 30), (1000, 10), (40, 190), (40, 30), (40, 10)] {
      for key in ["u", "i", "d", "m", "M", "n", "s", "t", "r", "o", "O"] {
        var costs: [Int] = []
        for motion in ["off", "full", "reduced"] {
          let terminal = try Self.start(motion, count: count, columns: columns)
          let before = terminal.output.count
          terminal.send(key)
          terminal.waitUntilQuiet(milliseconds: motion == "reduced" ? 900 : 200)
          costs.append(terminal.output.count - before)
        }
        print("COST \(count)x\(columns) \(key): \(costs) \(Double(costs[1]) / Double(max(1, costs[0])))")
      }
    }
  }
}
