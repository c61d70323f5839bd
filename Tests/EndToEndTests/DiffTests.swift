import MocoaTestSupport
import Testing

@Suite("mocoa diff")
struct DiffTests {
  static func changes(
    sections: String = #"{"deletions": [], "insertions": [], "moves": [], "updates": []}"#,
    items: String = #"{"deletions": [], "insertions": [], "moves": [], "updates": []}"#
  ) -> String {
    #"{"sections": \#(sections), "items": \#(items)}"# + "\n"
  }

  private func diff(_ old: String, _ new: String, _ options: [String] = []) throws
    -> Mocoa.Outcome
  {
    let folder = try TemporaryFolder()
    let paths = [try folder.write("old", old), try folder.write("new", new)]
    return Self.changes(in: try Mocoa.run(["diff", "--output", "json"] + options + paths))
  }

  /// Returns an outcome without the identities and values after the change set.
  private static func changes(in outcome: Mocoa.Outcome) -> Mocoa.Outcome {
    guard let start = outcome.output.firstRange(of: ", \"identity\": ")?.lowerBound else {
      return outcome
    }
    return Mocoa.Outcome(
      status: outcome.status, output: outcome.output[..<start] + "}\n", errors: outcome.errors)
  }

  private func text(_ old: String, _ new: String, _ options: [String] = []) throws -> Mocoa.Outcome
  {
    let folder = try TemporaryFolder()
    let paths = [try folder.write("old", old), try folder.write("new", new)]
    return try Mocoa.run(["diff"] + options + paths)
  }

  @Test("prints the differences as text in a pipe")
  func lines() throws {
    let old = #"""
      [{"id":3,"price":59},{"id":7,"name":"item 7","price":16},{"id":17,"tags":["x"]},{"id":9},{"id":11}]
      """#
    let new = #"""
      [{"id":11},{"id":3,"price":999},{"id":17,"tags":["x","y"]},{"id":9},{"id":30,"name":"é\u001b[2J"}]
      """#
    let outcome = try text(old, new)
    #expect(outcome.status == 1 && outcome.errors == "")
    #expect(
      outcome.output == """
        2 changed, 1 new, 1 gone, 1 moved (by id)
        ~ 3   price: 59 → 999
        ~ 17  tags: ["x"] → ["x", "y"]
        + 30  {"name": "é\\u001b[2J"}
        - 7   {"name": "item 7", "price": 16}
        ↕ 11  row 5 → 1

        """)
    #expect(try text(old, old) == Mocoa.Outcome(status: 0, output: "no differences\n", errors: ""))
  }

  @Test("names the property that identifies records")
  func identities() throws {
    func first(_ old: String, _ new: String, _ options: [String] = []) throws -> String {
      String(try text(old, new, options).output.prefix { $0 != "\n" })
    }
    #expect(try first("a,b\n1,2\n", "a,b\n1,3\n") == "1 new, 1 gone (by value)")
    #expect(try first("a,b\n1,2\n", "a,b\n1,3\n", ["--id", "a"]) == "1 changed (by a)")
    #expect(try first("a,b\n1,2\n", "a,b\n1,3\n", ["--id", "#"]) == "1 changed (by position)")
    #expect(try first(#"{"k":1,"l":2}"#, #"{"k":3,"l":2}"#) == "1 changed (by name)")
    #expect(try first("[]", "[7]") == "1 new (by value)")
  }

  @Test("prints identities and values as JSON")
  func values() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old", #"[{"id":1,"a":1},{"id":2}]"#)
    let new = try folder.write("new", #"[{"id":1,"a":2}]"#)
    let output = try Mocoa.run(["diff", "--output=json", old, new]).output
    #expect(
      output.hasSuffix(
        #""identity": "id", "changes": [{"change": "changed", "id": 1, "from": [0, 0], "to": [0, 0], "old": {"id":1,"a":1}, "new": {"id":1,"a":2}}, {"change": "gone", "id": 2, "from": [0, 1], "old": {"id":2}}]}"#
          + "\n"))
  }

  @Test("ends with 0 for equal lists in any layout")
  func equal() throws {
    let nothing = Mocoa.Outcome(status: 0, output: Self.changes(), errors: "")
    #expect(
      try diff(#"[{"id": 1}, {"id": 2}]"#, "{\"id\":1}\n{\"id\":2}\n")
        == Mocoa.Outcome(
          status: 1,
          output: Self.changes(
            items:
              #"{"deletions": [], "insertions": [], "moves": [], "updates": [{"from": [0, 0], "to": [0, 0]}, {"from": [0, 1], "to": [0, 1]}]}"#
          ), errors: ""), "content is compared by its bytes")
    #expect(try diff(#"[{"id":1}, {"id":2}]"#, "{\"id\":1}\n{\"id\":2}\n") == nothing)
    #expect(try diff("", "") == nothing)
  }

  @Test("prints deletions, insertions, moves and updates")
  func different() throws {
    let outcome = try diff(
      #"[{"id":1,"a":1},{"id":2},{"id":3},{"id":5}]"#,
      #"[{"id":3},{"id":5},{"id":1,"a":2},{"id":4}]"#)
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == Self.changes(
          items:
            #"{"deletions": [[0, 1]], "insertions": [[0, 3]], "moves": [{"from": [0, 0], "to": [0, 2]}], "updates": [{"from": [0, 0], "to": [0, 2]}]}"#
        ))
  }

  @Test("identifies records by a field or by their index")
  func identity() throws {
    let old = #"[{"sku":"a","n":1},{"sku":"b"},{"sku":"c"}]"#
    let new = #"[{"sku":"b"},{"sku":"c"},{"sku":"a","n":2}]"#
    let step = #"[{"from": [0, 0], "to": [0, 2]}]"#
    #expect(
      try diff(old, new, ["--id", "sku"]).output
        == Self.changes(
          items:
            #"{"deletions": [], "insertions": [], "moves": \#(step), "updates": \#(step)}"#))
    let updates = (0..<3).map { #"{"from": [0, \#($0)], "to": [0, \#($0)]}"# }
    #expect(
      try diff(old, new, ["--id", "#"]).output.hasSuffix(
        #""moves": [], "updates": [\#(updates.joined(separator: ", "))]}}"# + "\n"))
  }

  @Test("accepts repeated, missing, null and mixed ids")
  func oddIdentities() throws {
    let old = #"[{"id":1},{"id":"1"},{"id":1.0,"a":2},{"id":null},{"a":1},{"a":1},{"id":{}},7,7]"#
    #expect(try diff(old, old).status == 0)
    let outcome = try diff(old, #"[7,{"id":"1"},{"id":1}]"#)
    #expect(outcome.status == 1 && outcome.errors == "")
    #expect(outcome.output.contains(#""insertions": []"#), "all three were there")
  }

  @Test("compares sections, and omits items of inserted or deleted ones")
  func sections() throws {
    let a = #"{"id":"a","title":"x","items":[1,2,3]}"#
    let newA = #"{"id":"a","title":"y","items":[1,3]}"#
    let e = #"{"id":"e","items":[]}"#
    let outcome = try diff(
      #"{"sections":[\#(a),{"id":"b","items":[]},\#(e),{"id":"d","items":[5]}]}"#,
      #"{"sections":[{"id":"b","items":[9]},\#(e),{"id":"c","items":[7,8]},\#(newA)]}"#)
    #expect(outcome.status == 1)
    let step = #"[{"from": 0, "to": 3}]"#
    #expect(
      outcome.output
        == Self.changes(
          sections:
            #"{"deletions": [3], "insertions": [2], "moves": \#(step), "updates": \#(step)}"#,
          items: #"{"deletions": [[0, 1]], "insertions": [[0, 0]], "moves": [], "updates": []}"#))
  }

  @Test("reads one of the lists from standard input")
  func input() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (try folder.write("old", "[1,2]"), try folder.write("new", "[2]"))
    let outcome = Self.changes(
      in: try Mocoa.run(["diff", "--output", "json", old, "-"], input: new))
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == Self.changes(
          items: #"{"deletions": [[0, 0]], "insertions": [], "moves": [], "updates": []}"#))
  }

  @Test(
    "reports errors in one line and ends with 2",
    arguments: [
      ("[1, 2", "[1]", "old:1:6: expected ',' or ']', found end of text"),
      ("[1]", "\u{0}", "new:1:1: not JSON: expected a value, found U+0000"),
      (#"{"sections":[{"id":1}]}"#, "[]", "old: section 0 has no \"items\" array"),
    ])
  func faults(old: String, new: String, message: String) throws {
    let outcome = try diff(old, new)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("mocoa: ") && outcome.errors.contains(message))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
  }
}
