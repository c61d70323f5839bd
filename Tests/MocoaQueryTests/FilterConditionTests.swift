import MocoaModel
import Testing

@testable import MocoaQuery

@Suite("Filter conditions on a value")
struct FilterConditionTests {
  @Test("are valid filters on the field and the value")
  func conditions() throws {
    let values: [FieldValue?] = [
      nil, .null, .bool(true), .int(-7), .double(1.5), .decimal("0.10"), .string(""),
      .string("plain"), .string("two words"), .string("a\"b"), .string("=x"), .string("(x"),
      .string("a|b"), .string("東京 🌊"), .string("!x"), .string("a\nb"), .string("null"),
    ]
    for field in ["name", "full name", "a.b", "1st", "\"quoted\"", "名前", "is"] {
      for value in values {
        for isNegated in [false, true] {
          let text = try #require(
            Filter.condition(field: field, equals: value, isNegated: isNegated))
          let filter = try Filter(text)
          #expect(filter.fieldPaths == [field], "\(text)")
          var node = filter.root
          if isNegated != (value == nil) {
            guard case .not(let positive) = node else {
              Issue.record("\(text) is not negated")
              continue
            }
            node = positive
          }
          guard case .field(let condition) = node else {
            Issue.record("\(text) is not a condition on a field")
            continue
          }
          if let value {
            #expect(condition.comparison == .equals(value == .null ? "null" : value.scalarString!))
          }
        }
      }
    }
  }

  @Test("are absent for values that a filter cannot describe")
  func impossible() {
    #expect(Filter.condition(field: "a", equals: .array([])) == nil)
    #expect(Filter.condition(field: "a", equals: .object([])) == nil)
    #expect(Filter.condition(field: "a", equals: .string("ends with \\")) == nil)
    #expect(
      Filter.condition(field: "a", equals: .string(String(repeating: "x", count: 2_000))) == nil)
  }

  @Test(
    "keep the meaning of the filter to which they are added",
    arguments: [
      ("", "a=1"), ("x", "x a=1"), ("x ", "x a=1"), ("x | y", "(x | y) a=1"),
      ("(x | y) z", "(x | y) z a=1"),
      ("x |", "(x |) a=1"), ("!x", "!x a=1"), ("/a b/", "/a b/ a=1"), ("b>2", "b>2 a=1"),
      ("b>", "a=1"),
    ])
  func joined(text: String, expected: String) throws {
    let joined = try #require(Filter.text(text, and: "a=1"))
    #expect(joined == expected)
    #expect(try Filter(joined).fieldPaths.contains("a"))
  }

  @Test(
    "keep the meaning of both filters that are joined",
    arguments: [
      ("jazz | blues", "live"), ("x", "y"), ("x", "y | z"), ("x | y", "z | w"), ("x |", "y"),
      ("b>", "y"),
    ])
  func joinedFilters(first: String, second: String) throws {
    let joined = Filter(try Filter(first), and: try Filter(second, matching: .scattered))
    let parsed = try Filter(joined.text)
    #expect(
      parsed.root.comparableConditions == joined.root.comparableConditions, "\(joined.text)")
  }

  @Test(
    "never change the meaning of an incomplete filter",
    arguments: ["x b>", "x !", "x ^", "b> c<", "(", "/x"])
  func incomplete(text: String) throws {
    guard let joined = Filter.text(text, and: "a=1") else { return }
    let nodes: [Filter.Node] =
      switch try Filter(joined).root {
      case .all(let nodes): nodes
      case let node: [node]
      }
    #expect(nodes.last == (try Filter("a=1").root), "\(joined)")
  }
}
