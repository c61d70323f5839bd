import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("A comparison of two lists")
struct ListComparisonTests {
  private func list(_ values: [(id: Int, value: Int)]) async throws -> ListSnapshot {
    let text = values.map { "{\"id\":\($0.id),\"v\":\($0.value)}" }.joined(separator: ",")
    let source = try RecordSource(bytes: Array("[\(text)]".utf8), name: "list")
    await eventually("the list") { !source.phase.isLoading }
    return source.snapshot
  }

  @Test("has an entry for each item that differs, and all items in a consistent order")
  func random() async throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var values = (0..<Int.random(in: 0...30, using: &generator)).map { ($0, 0) }
      let old = values
      values.removeAll { _ in Int.random(in: 0..<5, using: &generator) == 0 }
      for index in values.indices where Int.random(in: 0..<5, using: &generator) == 0 {
        values[index].1 = 1
      }
      for number in 0..<Int.random(in: 0...4, using: &generator) {
        values.insert(
          (100 + number, 0), at: Int.random(in: 0...values.count, using: &generator))
      }
      if values.count > 2, Bool.random(using: &generator) { values.swapAt(0, values.count - 1) }
      let comparison = ListComparison(
        from: try await list(old), to: try await list(values), idField: nil
      ) { () throws(Never) in }
      let before = Dictionary(uniqueKeysWithValues: old)
      let after = Dictionary(uniqueKeysWithValues: values)
      #expect(comparison.counts.inserted == values.count { before[$0.0] == nil })
      #expect(comparison.counts.deleted == old.count { after[$0.0] == nil })
      #expect(
        comparison.counts.changed
          == values.count { value in before[value.0].map { $0 != value.1 } ?? false })
      let all = comparison.allEntries()
      #expect(all.filter { $0.new >= 0 }.map(\.new) == values.indices.map { Int32($0) })
      #expect(Set(all.filter { $0.old >= 0 }.map(\.old)).count == old.count)
      #expect(all.count { $0.difference != .equal } == comparison.differences.count)
      #expect(Set(all.map(comparison.itemID)).count == all.count)
      for entry in all {
        let row = comparison.row(entry)
        if let path = comparison.paths(of: entry).new {
          #expect(row.itemID == comparison.after.id(at: path))
        }
        #expect(row.numbers.new.map { values[$0 - 1].0 } == (entry.new < 0 ? nil : row.id))
      }
    }
  }

  @Test("finds differing fields by name")
  func fields() {
    let old: [FieldValue.Field] = [
      .init(name: "a", value: .int(1)), .init(name: "b", value: .null),
      .init(name: "a", value: .int(9)),
    ]
    let new: [FieldValue.Field] = [
      .init(name: "c", value: .bool(true)), .init(name: "a", value: .int(2)),
    ]
    #expect(
      FieldDifference.all(from: old, to: new) == [
        FieldDifference(name: "c", old: nil, new: .bool(true)),
        FieldDifference(name: "a", old: .int(1), new: .int(2)),
        FieldDifference(name: "b", old: .null, new: nil),
      ])
    #expect(FieldDifference.all(from: new, to: new).isEmpty)
  }
}

extension DiffRow {
  fileprivate var id: Int? {
    if case .int(let id)? = field("id") { Int(id) } else { nil }
  }
}
