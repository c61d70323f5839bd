import MocoaTestSupport
import Testing

/// Tests with the stored inputs of each target, among them inputs that caused crashes.
@Suite("Parsers with stored and changed inputs")
struct ReplayTests {
  @Test("keep their properties for every stored input", arguments: FuzzTarget.all.map(\.name))
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

  @Test("keep their properties for truncated inputs with a changed byte")
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
