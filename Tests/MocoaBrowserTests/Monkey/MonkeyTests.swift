import Glibc
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("After random keys, pastes, clicks and changes,", .serialized)
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

  @Test("screen, cursor, marks and lists are valid, and Q ends the program")
  func sessions() async throws {
    let kinds = MonkeyCage.Kind.all
    #expect(kinds.count > 20)
    for seed in Self.seeds(kinds.count) {
      // With at least as many seeds as kinds, each kind occurs once.
      let kind = kinds[Int(seed) % kinds.count]
      // A crash prevents a later report, so the seed is printed first.
      print("MOCOA_MONKEY_SEED=\(seed) (\(kind))")
      fflush(nil)
      let monkey = try await Monkey(seed: seed, kind: kind)
      await monkey.play(Self.steps)
      if monkey.violation != nil { Issue.record("\(monkey.report)") }
    }
  }
}
