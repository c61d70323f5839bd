import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Fields of records")
struct FieldTests {
  @Test(
    "writes a value as compact JSON",
    arguments: [
      (FieldValue.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.int(-7), "-7"),
      (.double(2), "2"), (.double(0.1), "0.1"), (.double(-2.5), "-2.5"), (.double(1e300), "1e+300"),
      (.double(-0x1p63), "-9.223372036854776e+18"),
      (.decimal("123456789012345678901234567890"), "123456789012345678901234567890"),
      (.string("é 山"), "\"é 山\""), (.string(""), "\"\""),
      (.string("a\"b\\c\nd\te\rf\u{0}g\u{1F}"), #""a\"b\\c\nd\te\rf\u0000g\u001f""#),
      (.array([]), "[]"), (.array([.int(1), .array([.null])]), "[1, [null]]"), (.object([]), "{}"),
      (
        .object([
          .init(name: "a\n", value: .int(1)), .init(name: "a\n", value: .string("x")),
        ]), #"{"a\n": 1, "a\n": "x"}"#
      ),
    ] as [(FieldValue, String)])
  func description(value: FieldValue, text: String) {
    #expect(value.description == text)
  }

  @Test("a summary is a prefix that does not exceed its limit")
  func limit() {
    let value = FieldValue.object([
      .init(name: "title", value: .string("Kind of\nBlue")), .init(name: "n", value: .int(1959)),
      .init(name: "notes", value: .array([.string("山のあなた"), .null, .double(1.5)])),
    ])
    let whole = value.description
    for limit in 0...80 {
      let summary = value.summary(limit: limit)
      #expect(summary.count <= limit + 1, "limit \(limit): \(summary)")
      if summary.hasSuffix("…") {
        #expect(whole.hasPrefix(summary.dropLast()), "limit \(limit): \(summary)")
      } else {
        #expect(summary == whole, "limit \(limit)")
      }
    }
    #expect(value.summary(limit: 9) == #"{"title":…"#)
  }

  @Test("a negative limit returns an ellipsis")
  func negativeLimit() {
    #expect(FieldValue.int(12).summary(limit: -1) == "…")
  }

  @Test("truncates a value that is 5,000 levels deep")
  func depth() {
    var value = FieldValue.int(1)
    for level in 0..<5_000 {
      value = level.isMultiple(of: 2) ? .array([value]) : .object([.init(name: "a", value: value)])
    }
    let text = value.summary(limit: 1_000_000)
    #expect(text.count < 1_000)
    #expect(text.contains("…"))
    #expect(text.hasPrefix(#"{"a": [{"a": ["#))
  }

  @Test("does not visit values beyond the limit")
  func laziness() {
    // A thousand to the power of six values: visiting all of them would not end.
    var value = FieldValue.string(String(repeating: "x", count: 100))
    for _ in 0..<6 { value = .array(Array(repeating: value, count: 1_000)) }
    #expect(value.summary(limit: 500).count <= 501)
    #expect(value.summary(limit: 3) == "[[[…")
  }

  static let record = SampleRecord([
    "id": 7, "title": "Blue", "note": .null, "tags": .array([.string("a")]), "half": .double(0.5),
    "title": "second",
  ])

  @Test("reads fields by name, the first of a repeated name")
  func access() throws {
    let record = Self.record
    #expect(try record.integer("id") == 7)
    #expect(try record.string("title") == "Blue")
    #expect(try record.array("tags") == [.string("a")])
    #expect(try record.optionalString("note") == nil)
    #expect(try record.optionalString("nothing") == nil)
    #expect(try record.optionalString("title") == "Blue")
    #expect(try record.optionalInteger("note") == nil)
    #expect(try record.optionalInteger("nothing") == nil)
    #expect(try record.optionalInteger("id") == 7)
    #expect(record.errorMessage == nil)
    let object = FieldValue.object(record.fields)
    #expect(object.fieldNames == ["id", "title", "note", "tags", "half", "title"])
    #expect(object.field("title") == .string("Blue"))
    #expect(FieldValue.int(1).fieldNames.isEmpty)
    #expect(FieldValue.int(1).field("id") == nil)
  }

  @Test("an error names the field, the expected type and the value")
  func errors() {
    let record = Self.record
    #expect(throws: FieldError.missing(field: "x")) { try record.string("x") }
    #expect(throws: FieldError.missing(field: "x")) { try record.integer("x") }
    #expect(throws: FieldError.missing(field: "x")) { try record.array("x") }
    #expect(throws: FieldError.mismatch(field: "id", expected: "text", found: .int(7))) {
      try record.string("id")
    }
    #expect(throws: FieldError.mismatch(field: "id", expected: "text", found: .int(7))) {
      try record.optionalString("id")
    }
    #expect(
      throws: FieldError.mismatch(field: "half", expected: "a whole number", found: .double(0.5))
    ) { try record.optionalInteger("half") }
    #expect(throws: FieldError.mismatch(field: "note", expected: "a list", found: .null)) {
      try record.array("note")
    }
    #expect(FieldError.missing(field: "x").description == "field \"x\" is missing")
    #expect(
      FieldError.mismatch(field: "id", expected: "text", found: .int(7)).description
        == "field \"id\" is not text: 7")
    let long = FieldValue.string(String(repeating: "y", count: 1_000))
    #expect(
      FieldError.mismatch(field: "id", expected: "a list", found: long).description.count < 80)
  }
}
