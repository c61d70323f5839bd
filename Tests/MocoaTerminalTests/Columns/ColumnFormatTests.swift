import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("The cells of a column")
struct ColumnFormatTests {
  private func format(_ values: [FieldValue?], name: String = "x") -> ColumnFormat {
    var profile = ColumnProfile(path: name)
    for value in values { profile.add(value) }
    return profile.format
  }

  private func texts(_ values: [FieldValue?], name: String = "x") -> [String] {
    let format = format(values, name: name)
    return values.map { format.cell($0).text }
  }

  private func strings(_ texts: [String]) -> [FieldValue] { texts.map { .string($0) } }

  @Test("align decimal points and keep all digits")
  func decimals() {
    #expect(
      texts([.double(0.5), .int(12), .decimal("477.0"), .decimal("1e3"), .double(-3.25)])
        == ["0.5 ", "12   ", "477.0 ", "1e3   ", "-3.25"])
    let format = format([.decimal("1.50"), .int(7)])
    #expect(format.cell(.decimal("1.50")).text == "1.50" && format.cell(.int(7)).text == "7   ")
    #expect(format.isRightAligned)
  }

  @Test("group digits of amounts, but not of identifiers, years and times")
  func grouping() {
    let amounts: [FieldValue] = [.int(1_234_567), .int(-12_345), .int(7)]
    #expect(texts(amounts) == ["1,234,567", "-12,345", "7"])
    for name in ["id", "user_id", "year", "port", "pid", "zip_code", "created_at", "ts"] {
      #expect(texts(amounts, name: name) == ["1234567", "-12345", "7"], "\(name)")
    }
    #expect(texts([.int(1_700_000_000), .int(1_700_000_001)]) == ["1700000000", "1700000001"])
    #expect(texts([.int(9999)]) == ["9999"])
    #expect(texts([.decimal("123456789012345678901234567890")])[0].hasSuffix("567,890"))
  }

  @Test("recognize numbers in delimited text, but not codes")
  func numericTexts() {
    #expect(format(strings(["1", "2.5", ""])).kind == .number)
    #expect(format(strings(["007", "012"])).kind == .text)
    #expect(format(strings(["12%", "3.5%"])).kind == .number)
    #expect(texts(strings(["12%", "3.5%"])) == ["12%  ", "3.5%"])
    #expect(format(strings(["1", "x"])).kind == .text)
    #expect(format([.int(1), .string("x")]).kind == .mixed)
    #expect(format([.int(1), .string("x")]).cell(.int(1)).role == .number)
  }

  @Test("omit the day and the time zone that all dates share")
  func dates() {
    #expect(
      texts(strings(["2026-06-15T00:00:01Z", "2026-06-15T10:20:30.5Z"])) == [
        "00:00:01", "10:20:30.5",
      ])
    #expect(
      texts(strings(["2026-06-15T00:00:01Z", "2026-06-16T10:20:30Z"])) == [
        "2026-06-15 00:00:01", "2026-06-16 10:20:30",
      ])
    #expect(texts(strings(["2026-06-15", "2026-06-15"])) == ["2026-06-15", "2026-06-15"])
    let zones = strings(["2026-06-15T00:00:01Z", "2026-06-15T00:00:01+02:00"])
    #expect(texts(zones) == ["2026-06-15 00:00:01Z", "2026-06-15 00:00:01+02:00"])
    // A later value of another day is complete.
    let format = format(strings(["2026-06-15T00:00:01Z"]))
    #expect(format.cell(.string("2026-06-15T00:00:02Z")).text == "00:00:02")
    #expect(format.cell(.string("2026-07-01T00:00:02Z")).text == "2026-07-01 00:00:02")
    #expect(format.cell(.string("2026-06-15T00:00:02+01:00")).text == "2026-06-15 00:00:02+01:00")
    #expect(format.cell(.string("soon")).text == "soon")
    for text in ["2026-13-01", "2026-06-15T9:00", "2026-06-15Tnoon", "2026-06-15T10:00:00Zx"] {
      #expect(DateText(text) == nil, "\(text)")
    }
  }

  @Test("distinguish null, missing values and empty text")
  func empty() {
    let format = format([.string("a"), .null, nil, .string("")])
    #expect(format.cell(.null) == .init("∅", .quiet))
    #expect(format.cell(nil).text == "")
    #expect(format.cell(.string("")) == .init("\"\"", .quiet))
  }

  @Test("summarize arrays and objects")
  func nested() {
    let object = FieldValue.object([
      .init(name: "zip", value: .int(1)), .init(name: "name", value: .string("Main\nSt")),
    ])
    #expect(
      texts([
        object, .array([.string("c"), .int(2)]), .array([.null, .null, .null, .null]), .array([]),
      ])
        == ["{2} Main⏎St", "c, 2", "[4]", "[0]"])
    #expect(
      texts([.object([]), .object([.init(name: "a", value: .array([]))])]) == ["{0}", "{1}"])
  }

  @Test("shorten URLs and hashes")
  func shortened() {
    #expect(texts(strings(["https://a.org/x", "https://b.org"])) == ["a.org/x", "b.org"])
    #expect(
      texts(strings(["https://a.org", "http://b.org"])) == ["https://a.org", "http://b.org"])
    #expect(
      texts(strings(["0f8fad5b-d9cb-469f-a165-70867728950e", "d98709b5a1c4e7061234d98709b5a1c4"]))
        == ["0f8fad5b…", "d98709b5…"])
    #expect(format(strings(["1234567890123456"])).kind == .number)
  }

  @Test("mark states by name and values")
  func states() {
    let codes: [FieldValue] = [.int(200), .int(301), .int(404), .int(500)]
    let status = format(codes, name: "status")
    #expect(codes.map { status.cell($0).role } == [.number, .info, .warn, .bad])
    #expect(format(codes, name: "bytes").states == nil)
    #expect(format([.int(200), .int(7)], name: "status").states == nil)
    let level = format(strings(["DEBUG", "info", "WARN", "error"]), name: "level")
    #expect(
      ["DEBUG", "info", "WARN", "error"].map { level.cell(.string($0)).role }
        == [.quiet, .text, .warn, .bad])
    let state = format(strings(["up", "pending", "failed"]), name: "state")
    #expect(
      ["up", "pending", "failed"].map { state.cell(.string($0)).role } == [.good, .warn, .bad])
    #expect(format(strings(["up", "uptown"]), name: "state").states == nil)
  }

  @Test("are plain if nearly all states are good")
  func calm() {
    let values = strings(Array(repeating: "running", count: 95) + ["failed"])
    let state = format(values, name: "state")
    #expect(state.cell(.string("running")).role == .text)
    #expect(state.cell(.string("failed")).role == .bad)
  }

  @Test("are single lines without digits that change", arguments: 0..<200)
  func hostile(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "1", "2", "9", ".", "-", "e", "%", "\n", "T", "Z", ":", "2026-06-15", "00:00", "日", "x", "",
    ]
    let values: [FieldValue?] = (0..<20).map { _ in
      .string(
        (0..<Int.random(in: 0...6, using: &dice)).map { _ in
          pieces.randomElement(using: &dice) ?? ""
        }.joined())
    }
    let format = format(values)
    for case .string(let text)? in values where format.kind == .number {
      let cell = format.cell(.string(text)).text
      if !text.isEmpty { #expect(cell.filter(\.isNumber) == text.filter(\.isNumber)) }
    }
    for value in values { #expect(!format.cell(value).text.contains("\n")) }
  }
}
