import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Value counts")
@MainActor
struct ValueCountsTests {
  private func source(_ text: String, _ name: String = "lines.ndjson") async throws -> RecordSource
  {
    let source = try RecordSource(bytes: Array(text.utf8), name: name)
    await eventually("it is read") { source.phase == .finished }
    return source
  }

  private func counts(
    _ source: any ListSource, _ counter: ValueCounter = ValueCounter("k")
  ) async -> ValueCounts {
    let tally = LiveTally(of: source, counter)
    await eventually("it is counted") { tally.isComplete }
    return tally.result
  }

  @Test("are those of a naive count, in descending order")
  func oracle() async throws {
    var random = SeededGenerator(seed: 11)
    let values = [
      "null", "1", "1.0", "-1", "0", "-0", "1e3", "1000", "\"1000\"", "\"1.10\"", "true",
      "\"true\"",
      "\"\"", "\"日本\"", "\"👩🏽‍🚀\"", "\"a b\"", "123456789012345678901234567890", "\"2026-11-22\"",
      "\"NaN\"", "1e400", "[1,2]", "{\"a\":1}",
    ]
    // Values that are equal although they are written differently.
    let names = [
      "1.0": "1", "-0": "0", "1e3": "1000", "\"1000\"": "1000", "\"true\"": "true",
    ]
    var naive: [String: Int] = [:]
    let lines = (0..<5000).map { _ in
      let value = Int.random(in: 0..<25, using: &random)
      guard value < values.count else {
        naive["missing", default: 0] += 1
        return "{\"x\": 1}"
      }
      naive[names[values[value]] ?? values[value], default: 0] += 1
      return "{\"k\": \(values[value])}"
    }
    let counts = await counts(try await source(lines.joined(separator: "\n")))
    #expect(counts.groups.map(\.count) == naive.values.sorted(by: >))
    #expect(counts.groups.reduce(0) { $0 + $1.count } == 5000 && counts.itemCount == 5000)
    #expect(counts.distinctCount == naive.count && counts.isDistinctExact && counts.otherCount == 0)
    #expect(Set(counts.groups.map(\.itemID)).count == naive.count)
    #expect(counts.groups.first { $0.value == .missing }?.count == naive["missing"])
    #expect(counts.groups.first { $0.title == "日本" }?.count == naive["\"日本\""])
  }

  @Test("list a limited number of values and add the others")
  func limits() async throws {
    let lines = (0..<3000).map { "{\"k\": \($0 < 2000 ? $0 / 2 : $0)}" }
    let source = try await source(lines.joined(separator: "\n"))
    let listed = await counts(source, ValueCounter("k", listLimit: 1500, distinctLimit: 5000))
    #expect(listed.groups.count == 1500 && listed.groups[999].count == 2)
    #expect(listed.otherCount == 500 && listed.distinctCount == 2000 && listed.isDistinctExact)
    let bound = await counts(source, ValueCounter("k", listLimit: 10, distinctLimit: 100))
    #expect(bound.groups.count == 10 && bound.distinctCount == 100 && !bound.isDistinctExact)
    #expect(bound.otherCount == 3000 - 20)
  }

  @Test("follow appended items and other changes")
  func following() async throws {
    struct Row: CellModel, FieldReadable, Equatable {
      let itemID: ItemID
      let k: Int
      var fieldNames: [String] { ["k"] }
      func field(_ name: String) -> FieldValue? { name == "k" ? .int(Int64(k)) : nil }
    }
    func rows(_ numbers: Range<Int>) -> [Row] {
      numbers.map { Row(itemID: ItemID("\($0)"), k: $0 % 3) }
    }
    let list = EditableList()
    list.replace(0..<0, with: rows(0..<900))
    let tally = LiveTally(of: list, ValueCounter("k"))
    await eventually("it is counted") { tally.isComplete }
    #expect(tally.result.groups.map(\.count) == [300, 300, 300])
    list.replace(900..<900, with: rows(900..<1501))
    await eventually("it is counted") { tally.isComplete && tally.result.itemCount == 1501 }
    #expect(tally.result.groups.map(\.count) == [501, 500, 500])
    list.replace(1501..<1501, with: rows(1501..<1502))
    list.replace(1502..<1502, with: rows(1502..<1503))
    await eventually("it is counted") { tally.isComplete && tally.result.itemCount == 1503 }
    #expect(tally.result.groups.map(\.count) == [501, 501, 501])
    list.replace(4..<1503, with: [])
    await eventually("it is counted") { tally.isComplete && tally.result.itemCount == 4 }
    #expect(tally.result.groups.map(\.count) == [2, 1, 1])
  }

  @Test("equal the number of different values in the field summary")
  func distinct() async throws {
    let text = """
      {"a": 1, "b": "x", "c": null, "d": "2026-01-01", "e": [1]}
      {"a": 1.0, "b": "", "d": "2026-01-02", "f": "七"}
      {"a": "1", "b": "X", "c": null, "d": "2026-01-02"}
      {"b": "x", "c": 5}
      """
    let source = try await source(text)
    let summary = ListSummary(of: source)
    await eventually("it is counted") { summary.isComplete }
    for field in summary.state.fields where field.name != "e" {
      let counts = await counts(source, ValueCounter(field.name))
      #expect(field.groupCount == counts.distinctCount, "\(field.name)")
    }
    #expect(summary.state.fields.first { $0.name == "e" }?.groupCount == nil)
    #expect(
      summary.state.fields.map { $0.timeHistogram != nil } == [
        false, false, false, true, false, false,
      ])
  }
}
