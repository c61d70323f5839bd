import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Plain text of long lists")
struct PlainTextLengthTests {
  @Test("releases all view models, including those of sections and headers")
  func letsGo() {
    let parts = (0..<1_000).map {
      FakeListSource.Part($0, header: note(1, "head"), [note($0)])
    }
    let list = ListViewModel(
      source: FakeListSource(parts), module: notesRegistry().define("mocoa://notes/"))
    list.prepareIfNeeded()
    var (lines, most) = (0, 0)
    PlainTextRenderer().write(list, from: nil) { _ in
      lines += 1
      most = max(most, list.children.count)
    }
    #expect(lines == 2_000)
    #expect(most <= 129)
    #expect(list.children.isEmpty)
  }
}
