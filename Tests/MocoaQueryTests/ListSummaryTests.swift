import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("ListSummary")
@MainActor
struct ListSummaryTests {
  private func summary(_ text: String, _ name: String = "lines") async throws -> ListSummary {
    let source = try RecordSource(bytes: Array(text.utf8), name: name)
    await eventually("it is read") { source.phase == .finished }
    let summary = ListSummary(of: source)
    await eventually("it is counted") { summary.isComplete }
    return summary
  }

  @Test("counts values, types, missing values and frequent values")
  func small() async throws {
    let summary = try await summary(
      """
      {"a": 1, "b": "x", "c": null}
      {"a": 2.5, "b": "y", "d": [1, 2]}
      {"b": "x", "a": -3, "d": {"e": 1}, "n\\u0041": true}
      {"a": "text", "b": "x"}
      """)
    let fields = summary.state.fields
    #expect(summary.state.itemCount == 4)
    #expect(fields.map(\.name) == ["a", "b", "c", "d", "nA"])
    let a = try #require(fields.first)
    #expect(a.count == 4 && a.missingCount == 0 && a.distinctCount == 4 && a.isDistinctExact)
    #expect(a.kinds.map(\.name) == ["number", "text"] && a.kinds.map(\.count) == [3, 1])
    #expect(a.numbers?.minimum == -3 && a.numbers?.maximum == 2.5 && a.numbers?.median == 1)
    #expect(a.mostFrequentValues.isEmpty, "all differ")
    #expect(
      fields[1].mostFrequentValues == [.init(text: "x", count: 3), .init(text: "y", count: 1)])
    #expect(fields[1].minText == "x" && fields[1].maxText == "y" && fields[1].numbers == nil)
    #expect(fields[2].count == 0 && fields[2].missingCount == 4)
    #expect(fields[3].kinds.map(\.name) == ["list", "object"] && fields[3].missingCount == 2)
    #expect(fields[4].kinds.map(\.name) == ["true/false"])
  }

  @Test(
    "is independent of the order of the list",
    arguments: ["k,v\n0,x\n1,\n2,x\n3,\n", "a\n\nb\n\n", "{\"k\": 2, \"v\": \"\"}\n{\"k\": 1}\n"])
  func sorted(text: String) async throws {
    let name = text.hasPrefix("k,") ? "a.csv" : text.hasPrefix("{") ? "a.ndjson" : "a.txt"
    let source = try RecordSource(bytes: Array(text.utf8), name: name)
    await eventually("it is read") { source.phase == .finished }
    let plain = ListSummary(of: source)
    await eventually("it is counted") { plain.isComplete }
    let queried = QueryResults(source)
    queried.query.orders = [.init("k", isDescending: true)]
    await eventually("it is sorted") { !queried.isUpdatingResults }
    let sorted = ListSummary(of: queried)
    await eventually("it is counted again") { sorted.isComplete }
    #expect(sorted.state.fields.map(\.missingCount) == plain.state.fields.map(\.missingCount))
    #expect(sorted.state.fields.map(\.distinctCount) == plain.state.fields.map(\.distinctCount))
    #expect(sorted.state.fields.map(\.count) == plain.state.fields.map(\.count))
  }

  @Test(
    "truncates long text between grapheme clusters",
    arguments: [
      String(repeating: "日", count: 30), "a" + String(repeating: "日", count: 30),
      "ab" + String(repeating: "日", count: 30), "abc" + String(repeating: "👩🏽‍🚀", count: 9),
      String(repeating: "e\u{301}", count: 40), "x" + String(repeating: "\u{301}", count: 80),
      String(repeating: "🇩🇪", count: 15), String(repeating: "a", count: 70),
    ])
  func cutting(text: String) async throws {
    let lines = [text + "1", text + "1", text + "2"].map { #"{"k": "\#($0)"}"# }
    let field = try #require(try await summary(lines.joined(separator: "\n")).state.fields.first)
    #expect(field.distinctCount == 2 && field.mostFrequentValues.map(\.count) == [2, 1])
    for shown in [field.minText, field.maxText, field.mostFrequentValues.first?.text].compactMap(
      \.self)
    {
      #expect(!shown.unicodeScalars.contains("\u{FFFD}") && shown.hasSuffix("…"))
      let beginning = String(shown.dropLast())
      #expect(beginning.utf8.count <= 60 && !beginning.isEmpty)
      // A single cluster above the limit is cut between scalars, all other text between clusters.
      let cut = text.utf8.index(text.startIndex, offsetBy: beginning.utf8.count)
      let letters = text.indices.contains(cut) || beginning.unicodeScalars.count == 30
      #expect(letters && text.unicodeScalars.starts(with: beginning.unicodeScalars))
    }
  }

  @Test("summarizes only finite numbers")
  func noNumbers() async throws {
    let summary = try await summary(
      #"{"a": 1, "b": NaN}"# + "\n" + #"{"a": NaN}"# + "\n" + #"{"a": Infinity}"# + "\n"
        + #"{"a": 3}"#)
    let fields = summary.state.fields
    #expect(fields.first?.numbers?.mean == 2 && fields.first?.numbers?.maximum == 3)
    #expect(fields.dropFirst().first.map { $0.numbers == nil } ?? true)
  }

  @Test("marks approximate results of long lists")
  func large() async throws {
    var random = SeededGenerator(seed: 4)
    let count = 30_000
    let lines = (0..<count).map { id in
      let often = Int.random(in: 0..<10, using: &random) < 4 ? 7 : id + 100
      return #"{"id": \#(id), "often": \#(often), "same": 5}"#
    }
    let summary = try await summary(lines.joined(separator: "\n"))
    let (id, often, same) = (
      summary.state.fields[0], summary.state.fields[1], summary.state.fields[2]
    )
    #expect(!id.isDistinctExact && (count - count / 10...count).contains(id.distinctCount))
    let numbers = try #require(id.numbers)
    #expect(numbers.minimum == 0 && numbers.maximum == Double(count - 1) && !numbers.isMedianExact)
    #expect(abs(numbers.median - Double(count) / 2) < Double(count) / 20)
    #expect(numbers.mean == Double(count - 1) / 2)
    #expect(numbers.histogram.count == 14 && numbers.histogram.allSatisfy { $0 > 100 })
    #expect(!often.isFrequentExact && often.mostFrequentValues.first?.text == "7")
    #expect((often.mostFrequentValues.first?.count ?? 0) > count / 5)
    #expect(same.distinctCount == 1 && same.numbers?.histogram == [])
    #expect(same.mostFrequentValues == [.init(text: "5", count: count)])
  }

  @Test("has intervals with the same number of integers")
  func whole() async throws {
    func histogram(_ numbers: [String]) async throws -> [Int]? {
      let lines = numbers.map { "{\"n\": \($0)}" }
      return try await summary(lines.joined(separator: "\n")).state.fields[0].numbers?.histogram
    }
    #expect(try await histogram(["1", "2", "2", "5"]) == [1, 2, 0, 0, 1])
    #expect(try await histogram(["-1", "1", "0"]) == [1, 1, 1])
    #expect(try await histogram((1900..<2020).map { "\($0)" }) == Array(repeating: 10, count: 12))
    #expect(try await histogram((0..<300).map { "\($0)" }) == Array(repeating: 25, count: 12))
    #expect(try await histogram((0..<41).map { "\($0)" })?.last == 2, "there is no better width")
    #expect(try await histogram(["1", "2.5"])?.count == 14)
    #expect(try await histogram(["-9007199254740992", "9e300"])?.count == 14)
    #expect(try await histogram(["7", "7"]) == [])
  }

  @Test("counts empty cells of delimited text as missing")
  func delimited() async throws {
    let summary = try await summary("name,size\nb,3\na,\n\"c\"\"d\",40,more\n", "list.csv")
    let fields = summary.state.fields
    #expect(fields.map(\.name) == ["name", "size", "3"])
    #expect(fields[0].maxText == "c\"d" && fields[0].minText == "a")
    #expect(fields[1].missingCount == 1 && fields[1].numbers?.maximum == 40)
    #expect(fields[2].count == 1)
  }

  @Test("counts added items, and all items after other changes")
  func following() async throws {
    struct Row: CellModel, FieldReadable, Equatable {
      let id: Int
      var itemID: ItemID { ItemID(id) }
      var fieldNames: [String] { ["id"] }
      func field(_ name: String) -> FieldValue? { name == "id" ? .int(Int64(id)) : nil }
    }
    let list = EditedList()
    list.replace(0..<0, with: (0..<3).map { Row(id: $0) })
    let summary = ListSummary(of: list)
    await eventually("it is counted") { summary.isComplete }
    #expect(summary.state.fields.first?.numbers?.maximum == 2)
    list.replace(3..<3, with: [Row(id: 9)])
    await eventually("it is counted") { summary.isComplete && summary.state.itemCount == 4 }
    #expect(summary.state.fields.first?.numbers?.maximum == 9)
    list.replace(3..<4, with: [])
    list.replace(0..<1, with: [Row(id: 5)])
    await eventually("it is counted") { summary.isComplete && summary.state.itemCount == 3 }
    #expect(summary.state.fields.first?.numbers?.maximum == 5)
    #expect(summary.state.fields.first?.numbers?.minimum == 1)
  }

  @Test("counts a limited number of fields")
  func many() async throws {
    let row = (0..<2000).map { #""f\#($0)": \#($0)"# }.joined(separator: ",")
    let summary = try await summary("{\(row)}\n{\(row)}")
    #expect(summary.state.isTruncated && summary.state.fields.count == 500)
  }

  private final class EditedList: ListSource {
    var snapshot = ListSnapshot(sections: [SectionSnapshot(id: 0)])
    var phase = ListPhase.finished
    private let observers = Observers<ListUpdate>()

    func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
      observers.add(perform)
    }

    func replace(_ range: Range<Int>, with rows: [any CellModel]) {
      let before = snapshot
      snapshot.sections[0].items.replaceSubrange(range, with: rows)
      observers.notify(
        ListUpdate(
          before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
    }
  }
}
