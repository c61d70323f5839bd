import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Records without a module")
@MainActor
struct RecordCellViewModelTests {
  private func lines(_ record: SampleRecord) -> [[String]] {
    let content = RecordCellViewModel(record: record).content
    return content?.lines.map { $0.leading.map { "\($0.role.name): \($0.text)" } } ?? []
  }

  @Test(
    "use a named field, a text or the first value as title",
    arguments: [
      (["id": 1, "name": "b", "title": "a"], ["title: a", "detail: id 1 · name b"]),
      (["Name": "b", "id": 1], ["title: b", "detail: id 1"]),
      (["id": 1, "note": "n", "more": "m"], ["title: n", "detail: id 1 · more m"]),
      (["id": 1, "ok": .bool(true)], ["title: id 1", "detail: ok true"]),
      (["tags": .array([1, "x"]), "id": 7], ["title: id 7", "detail: tags [1, \"x\"]"]),
      (["tags": .array([1])], ["title: tags [1]"]),
      (["note": "", "id": 7], ["title: note", "detail: id 7"]),
      (["title": .array([1]), "text": "t"], ["title: t", "detail: title [1]"]),
      (["title": 1984, "text": "t"], ["title: 1984", "detail: text t"]),
      (["title": "only"], ["title: only"]),
      ([:], ["detail: (empty)"]),
    ] as [(KeyValuePairs<String, FieldValue>, [String])])
  func title(fields: KeyValuePairs<String, FieldValue>, expected: [String]) {
    #expect(lines(SampleRecord(fields)) == [expected])
  }

  @Test("that are unreadable show the reason and the available fields")
  func problem() {
    let record = SampleRecord(["raw": "{oops"], problem: "no value at byte 3")
    #expect(lines(record) == [["warning: ✗ no value at byte 3", "detail: {oops"]])
    #expect(
      lines(SampleRecord(["raw": .array([])], problem: "p")) == [["warning: ✗ p", "detail: "]])
  }

  @Test("show all of a thousand fields")
  func manyFields() throws {
    var record = SampleRecord(["title": "t"])
    record.fields += (0..<1_000).map { .init(name: "f\($0)", value: 0) }
    let details = try #require(lines(record).first?.last)
    #expect(details.hasSuffix("f998 0 · f999 0"))
    #expect(details.split(separator: "·").count == 1000)
  }

  @Test("support every element with fields, and reject others")
  func adopt() throws {
    let record = SampleRecord(["title": "a"])
    let cell = try RecordCellViewModel.make(from: record)
    #expect(cell.element as? SampleRecord == record)
    #expect(cell.isGeneric)
    #expect(cell.destination == nil)
    #expect(RecordCellViewModel.modelType == nil)
    try cell.update(with: SampleRecord(["title": "b"]))
    #expect(cell.content == TextContent([.init("b", .title)]))
    let mismatch = ModelError.mismatch(expected: "record", found: "SampleItem")
    #expect(throws: mismatch) { try cell.update(with: SampleItem(1)) }
    #expect(throws: mismatch) { try RecordCellViewModel.make(from: SampleItem(1)) }
    #expect(mismatch.description == "expected a record, found a SampleItem")
  }

  @Test("a plain view model has no content and cannot be created")
  func plain() {
    let cell = AnyCellViewModel()
    #expect(cell.content == nil)
    #expect(cell.element == nil)
    #expect(!cell.isGeneric)
    #expect(throws: ModelError.self) { try AnyCellViewModel.make(from: SampleItem(1)) }
    #expect(throws: ModelError.self) { try cell.update(with: SampleItem(1)) }
  }
}
