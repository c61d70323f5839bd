import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Names of records")
struct RecordNamesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func values(_ text: String, at pointer: String) throws -> [FieldValue] {
    let source = try RecordSource(path: try folder.write("x.json", text), at: pointer)
    return (0..<source.snapshot.itemCount).compactMap {
      (source.snapshot.element(at: ItemPath(section: 0, item: $0)) as? Record)?.value
    }
  }

  @Test(
    "survive conversion to a pointer and back, and open",
    arguments: ["\u{301}x", "~\u{301}", "/\u{301}", "~1", "~01", "", "a/b~c", "\u{200D}", "é"])
  func roundTrip(name: String) throws {
    let pointer = "/" + JSONPointer.escape(name)
    let tokens = try #require(JSONPointer(pointer)).tokens
    #expect(tokens.map { Array($0.utf8) } == [Array(name.utf8)])
    #expect(try values("{\"\(name)\": 7}", at: pointer) == [.int(7)])
  }

  @Test("are equal only if their bytes are equal")
  func canonicalEquivalence() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let text = "{\"\(composed)\": 1, \"\(decomposed)\": 2}"
    #expect(try values(text, at: "/" + composed) == [.int(1)])
    #expect(try values(text, at: "/" + decomposed) == [.int(2)])
    #expect(try values("{\"e\\u0301\": 3, \"\\u00e9\": 4}", at: "/" + composed) == [.int(4)])
    let value = try JSON.parse(Array(text.utf8))
    #expect(value.field(composed) == .int(1))
    #expect(value.field(decomposed) == .int(2))
  }

  @Test("indexes have only one valid spelling", arguments: ["/01", "/+1", "/-0", "/ 1", "/1.0"])
  func positions(pointer: String) throws {
    #expect(try values("[5, 6]", at: "/1") == [.int(6)])
    #expect(try values("[5, 6]", at: pointer) == [])
    #expect(try values("5\n6", at: "/1") == [.int(6)])
    #expect(try values("5\n6", at: pointer) == [])
  }

  @Test("a null id is not an identity")
  func nullID() throws {
    let text = #"[{"id": null, "x": 1}, {"id": null, "x": 2}, {"id":null,"x":1}]"#
    let source = try RecordSource(path: try folder.write("x.json", text))
    #expect(Set((0..<3).map { source.snapshot.sections[0].items.id(at: $0) }).count == 3)
  }
}
