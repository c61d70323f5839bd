import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import CacheProbe
@testable import MocoaStore

@Suite("Caches whose program is killed")
@MainActor struct CacheKillTests {
  @Test("have each acknowledged commit completely after repeated kills")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cache.db")
    var random = SeededGenerator(seed: 9)
    var kept = 0
    for _ in 0..<12 {
      let acknowledged = try await run(from: kept + 1, atLeast: random.below(12), path, folder)
      let cache = SQLiteEntityCache(path: path)
      let counts = try await things(in: cache)
      // All entities have the number of the same commit.
      let number = try #require(counts.first)
      #expect(counts == Array(repeating: number, count: CacheProbe.changing))
      #expect(number >= acknowledged)
      #expect(try await cache.list(CacheProbe.things) == CacheProbe.list(after: number))
      kept = number
    }
  }

  /// Runs a program until it has saved a few commits, and kills it during the next one.
  ///
  /// - Returns: The number of the last commit that the program reported as saved.
  private func run(
    from first: Int, atLeast count: Int, _ path: String, _ folder: TemporaryFolder
  ) async throws -> Int {
    let program = try Program("CacheProbe", [path, String(first)], folder)
    await eventually("some are kept") { program.numbers.count > count }
    kill(program.process, SIGKILL)
    await eventually("it is gone") { program.hasEnded }
    return program.numbers.last ?? 0
  }

  private func things(in cache: SQLiteEntityCache) async throws -> [Int] {
    var numbers: [Int] = []
    for id in 0..<CacheProbe.changing {
      let thing = try await cache.entity(EntityReference<CacheProbe.Thing>(-1 - id))
      numbers.append(thing?.number ?? -1)
    }
    return numbers
  }
}
