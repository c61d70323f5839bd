import MocoaTestSupport
import Testing

/// The inputs in the folder of each target, crashes of the past among them.
@Suite("Parsers under random bytes")
struct ReplayTests {
  @Test("keep their properties for every kept input", arguments: FuzzTarget.all.map(\.name))
  func replays(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = try Corpus(of: name).inputs
    #expect(!inputs.isEmpty)
    for input in inputs {
      do {
        try target.run(input.bytes)
      } catch {
        Issue.record("\(input.path): \(error)")
      }
    }
  }

  @Test("keep their properties for beginnings, and for single bytes that are others")
  func mutations() throws {
    for target in FuzzTarget.all where target.name != "sqlite" {
      var generator = SeededGenerator(seed: 19)
      for input in try Corpus(of: target.name).inputs {
        for _ in 0..<20 {
          var bytes = Array(
            input.bytes.prefix(.random(in: 0...input.bytes.count, using: &generator)))
          if let place = bytes.indices.randomElement(using: &generator) {
            bytes[place] = .random(in: 0...255, using: &generator)
          }
          do {
            try target.run(bytes)
          } catch {
            Issue.record("\(target.name), changed from \(input.path), \(bytes): \(error)")
          }
        }
      }
    }
  }
}
