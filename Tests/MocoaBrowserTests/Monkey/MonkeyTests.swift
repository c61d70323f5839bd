import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Whatever is pressed, pasted, clicked or changed,", .serialized)
struct MonkeyTests {
  /// The seeds of the sessions: those of `MOCOA_MONKEY_SEED=17,18`, or the first ones.
  private static func seeds(_ count: Int) -> [UInt64] {
    if let text = getenv("MOCOA_MONKEY_SEED").map({ String(cString: $0) }) {
      return text.split(separator: ",").compactMap { UInt64($0) }
    }
    return Array(0..<TestLength.choose(short: UInt64(max(20, count)), long: 500))
  }

  nonisolated private static let steps =
    getenv("MOCOA_MONKEY_STEPS").flatMap {
      Int(String(cString: $0))
    } ?? 80

  @Test("the screen, the cursor, the marks and the lists stay right, and Q ends")
  func sessions() async throws {
    let kinds = MonkeyCage.Kind.all
    #expect(kinds.count > 20)
    for seed in Self.seeds(kinds.count) {
      // In as many seeds as there are kinds, each comes once.
      let kind = kinds[Int(seed) % kinds.count]
      // What crashes cannot be reported afterwards.
      print("MOCOA_MONKEY_SEED=\(seed) (\(kind))")
      fflush(nil)
      let monkey = try await Monkey(seed: seed, kind: kind)
      await monkey.play(Self.steps)
      if monkey.violation != nil { Issue.record("\(monkey.report)") }
    }
  }
}
