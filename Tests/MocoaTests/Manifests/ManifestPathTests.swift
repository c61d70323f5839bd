import Mocoa
import Testing

@Suite("The path in a message about a file")
struct ManifestPathTests {
  @Test("is one line, for all names")
  func oneLine() {
    let path = ManifestPath([.field("roles"), .field("a\n\"b\r\\"), .field(""), .index(2)])
    #expect(path.description == #"roles["a\n\"b\r\\"][""][2]"#)
    #expect(ManifestPath([.field("größe"), .field("a b")]).description == #"größe["a b"]"#)
  }
}
