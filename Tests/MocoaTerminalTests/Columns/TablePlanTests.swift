import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("The plan of a table")
struct TablePlanTests {
  private typealias Record = [FieldValue.Field]

  private func record(_ fields: KeyValuePairs<String, FieldValue>) -> Record {
    fields.map { FieldValue.Field(name: $0.key, value: $0.value) }
  }

  private func object(_ fields: KeyValuePairs<String, FieldValue>) -> FieldValue {
    .object(record(fields))
  }

  private func sample(_ records: [Record?]) -> RecordSample {
    var sample = RecordSample()
    for record in records { sample.add(record) }
    return sample
  }

  private func plan(
    _ records: [Record?], width: Int = 80, constants: Set<String> = []
  ) -> TablePlan {
    TablePlan(sample(records), width: width, constants: constants)
  }

  @Test("needs records with at least two common fields")
  func uniform() {
    let row = record(["a": .int(1), "b": .int(2)])
    #expect(sample([row]).isUniform)
    #expect(!sample([]).isUniform)
    #expect(!sample([nil]).isUniform)
    #expect(!sample([record(["a": .int(1)])]).isUniform)
    // At least 90 % of the items are records.
    #expect(sample(Array(repeating: row, count: 9) + [nil]).isUniform)
    #expect(!sample(Array(repeating: row, count: 8) + [nil]).isUniform)
    // Common fields are in 70 % of the records.
    let other = record(["c": .int(1), "d": .int(2)])
    #expect(
      sample(Array(repeating: row, count: 7) + Array(repeating: other, count: 3)).isUniform)
    #expect(
      !sample(Array(repeating: row, count: 6) + Array(repeating: other, count: 4)).isUniform)
    // Common fields are 60 % of all members.
    let wide = record([
      "a": .int(1), "b": .int(2), "x1": .int(1), "x2": .int(1), "x3": .int(1), "x4": .int(1),
    ])
    let others = (0..<4).map { number in
      record([
        "a": .int(1), "b": .int(2), "y\(number)": .int(1), "z\(number)": .int(1),
        "w\(number)": .int(1),
      ])
    }
    #expect(!sample([wide] + others).isUniform)
  }

  @Test("recognizes capitalized identifiers, and a state only by few values")
  func addresses() {
    let customers = (1...40).map { number in
      record([
        "FirstName": .string("first \(number)"), "State": .string("S\(number % 20)"),
        "CustomerId": .int(Int64(number)), "SupportRepId": .int(Int64(number % 3)),
      ])
    }
    #expect(
      plan(customers).columns.map(\.path) == ["CustomerId", "FirstName", "State", "SupportRepId"])
    let tasks = (1...40).map { number in
      record([
        "name": .string("task \(number)"), "State": .string(number % 2 == 0 ? "open" : "done"),
        "taskID": .int(Int64(number)),
      ])
    }
    #expect(plan(tasks).columns.map(\.path) == ["taskID", "State", "name"])
    #expect(!ColumnName("PAID").isID && !ColumnName("Id3").isID && ColumnName("a.ownerID").isID)
  }

  @Test("counts a repeated name once")
  func repeated() {
    let twice: Record = [
      .init(name: "a", value: .int(1)), .init(name: "a", value: .int(2)),
      .init(name: "b", value: .int(3)),
    ]
    let sample = sample([twice, twice])
    #expect(sample.columns(width: 80).map(\.path) == ["a", "b"])
    #expect(sample.columns(width: 80).map(\.count) == [2, 2])
  }

  @Test("begins with the identifier, then the state, and ends with a message")
  func order() {
    let rows = (0..<30).map { number in
      record([
        "note": .null, "name": .string("n\(number)"), "message": .string("text \(number)"),
        "state": .string(number.isMultiple(of: 2) ? "up" : "down"), "id": .int(Int64(number)),
      ])
    }
    #expect(plan(rows).columns.map(\.path) == ["id", "state", "name", "note", "message"])
  }

  @Test("begins with the time if the records are events")
  func events() {
    let rows = (0..<30).map { number in
      record([
        "id": .int(Int64(number)), "level": .string("info"), "text": .string("x\(number)"),
        "ts": .string("2026-06-15T00:00:\(10 + number)Z"),
      ])
    }
    #expect(plan(rows).columns.map(\.path) == ["ts", "level", "id", "text"])
    let others = rows.map { row in row.filter { $0.name != "level" } }
    #expect(plan(others).columns.map(\.path) == ["id", "text", "ts"])
  }

  @Test("keeps a reference to other records at its place")
  func references() {
    let rows = (0..<30).map { number in
      record(["user_id": .int(Int64(number / 2)), "id": .int(Int64(number)), "x": .int(1)])
    }
    #expect(plan(rows).columns.map(\.path) == ["id", "user_id", "x"])
  }

  @Test("divides small objects into columns if they fit")
  func nested() {
    let rows = (0..<5).map { number in
      record([
        "id": .int(Int64(number)),
        "user": object([
          "name": .string("Ann \(number)"),
          "at": object(["city": .string("Rome \(number)"), "zip": .string("0\(number)")]),
        ]), "tags": .array([.string("x")]),
      ])
    }
    #expect(
      plan(rows).columns.map(\.path) == ["id", "user.name", "user.at.city", "user.at.zip", "tags"])
    #expect(plan(rows, width: 20).columns.map(\.path) == ["id", "user", "tags"])
  }

  @Test("keeps objects with lists or many members in one column")
  func large() {
    let lists = record(["id": .int(1), "a": object(["x": .int(1), "y": .array([.int(1)])])])
    #expect(plan([lists]).columns.map(\.path) == ["id", "a"])
    let many = FieldValue.object((0..<7).map { .init(name: "m\($0)", value: .int(1)) })
    #expect(plan([record(["id": .int(1), "a": many])]).columns.map(\.path) == ["id", "a"])
    // A field with a period in its name is not divided.
    let dotted = record(["id": .int(1), "a.b": object(["x": .int(1)])])
    #expect(plan([dotted]).columns.map(\.path) == ["id", "a.b"])
  }

  @Test("has no columns for constant fields, but at least two columns")
  func constants() {
    func rows(_ count: Int) -> [Record] {
      (0..<count).map { record(["id": .int(Int64($0)), "n": .int(Int64($0)), "x": .int(1)]) }
    }
    let sampled = sample(rows(20))
    #expect(sampled.constantPaths == ["x"])
    let hidden = plan(rows(20), constants: ["x"])
    #expect(hidden.columns.map(\.path) == ["id", "n"] && hidden.constants == ["x"])
    #expect(plan(rows(19), constants: ["x"]).constants == [], "too few records")
    #expect(plan(rows(20), constants: ["x", "n"]).columns.count == 3)
  }

  @Test("has only the declared fields of a table")
  func declared() {
    let rows = [record(["id": .int(1), "name": .string("a"), "3": .string("extra")])]
    let plan = TablePlan(sample(rows), width: 80, declared: ["id", "name"], constants: [])
    #expect(plan.columns.map(\.path) == ["id", "name"])
  }

  @Test("survives empty names, deep objects and thousands of fields")
  func hostile() {
    var deep = FieldValue.int(1)
    for _ in 0..<500 { deep = object(["": deep]) }
    let wide: Record = (0..<20_000).map { .init(name: "f\($0)", value: .int(1)) }
    let plan = plan([record(["": .int(1), " ": .int(2), "deep": deep]), wide])
    #expect(plan.columns.count <= 10_000)
    #expect(plan.columns.contains { $0.path.isEmpty })
  }
}
