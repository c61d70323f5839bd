import MocoaModel
import Testing

@testable import MocoaData

@Suite("Columns of a delimited text")
struct DelimitedTableTests {
  @Test(
    "have unique names",
    arguments: [
      ("id,name", ["id", "name"]),
      (" id ,\"full \"\"name\"\"\"", ["id", "full \"name\""]),
      ("a,a,a", ["a", "a 2", "a 3"]),
      ("a,a,a 2", ["a", "a 3", "a 2"]),
      (",x,", ["1", "x", "3"]),
      ("3,,", ["3", "2", "3 2"]),
      ("", ["1"]),
    ])
  func names(row: String, names: [String]) {
    #expect(DelimitedTable.named(row).names == names)
  }

  @Test("are named by number if they have no name")
  func numbers() {
    #expect(DelimitedTable.named("x,y", header: false).names == ["1", "2"])
    #expect(DelimitedTable.named("x,4,y").name(ofColumn: 3) == "4 2")
    #expect(DelimitedTable.named("x,y").name(ofColumn: 2) == "3")
    #expect(DelimitedTable.named("4,4 2,x").name(ofColumn: 3) == "4 3")
  }

  @Test(
    "contain JSON numbers with all their digits, and otherwise text",
    arguments: [
      ("7", .int(7)), ("-7", .int(-7)), ("0", .int(0)), ("007", .string("007")),
      ("2.5", .double(2.5)), ("1.50", .decimal("1.50")), ("1e3", .decimal("1e3")),
      ("-0", .decimal("-0")), ("9223372036854775808", .decimal("9223372036854775808")),
      ("1.", .string("1.")), (".5", .string(".5")), ("+1", .string("+1")), ("1,5", .string("1,5")),
      ("", .string("")), ("-", .string("-")), ("1e", .string("1e")), (" 1", .string(" 1")),
      ("NaN", .string("NaN")), ("true", .string("true")), ("1-2", .string("1-2")),
    ] as [(String, FieldValue)])
  func values(cell: String, value: FieldValue) {
    #expect(FieldValue(cell: Array(cell.utf8)) == value)
  }

  @Test(
    "are assigned correctly in rows with missing or extra cells",
    arguments: [
      ("1,x", ["id": "1", "name": "x"], nil),
      ("1", ["id": "1"], "1 cell in 2 columns"),
      ("1,x,y", ["id": "1", "name": "x", "3": "y"], "3 cells in 2 columns"),
      ("1,\"x", ["id": "1", "name": "\"x"], "missing closing quote"),
      ("1,\"x\"y\"", ["id": "1", "name": "xy\""], "text after a closing quote"),
      ("1,x\"y\"", ["id": "1", "name": "x\"y\""], nil),
      ("1,\"x,\"\"\n\"", ["id": "1", "name": "x,\"\n"], nil),
    ] as [(String, [String: String], String?)])
  func rows(row: String, fields: [String: String], remark: String?) {
    let found = Array(row.utf8).withUnsafeBytes { DelimitedTable.named("id,name").row($0) }
    let texts = found.fields.map { ($0.name, $0.value.scalarString ?? "?") }
    #expect(Dictionary(texts) { one, _ in one } == fields)
    #expect(found.warning == remark)
  }

  @Test("become the members of an equivalent object")
  func json() throws {
    let row = Array("1.50,\"a\"\"\n\",\u{FE}é,7,007".utf8)
    let table = DelimitedTable.named("p,q,r,s,t")
    let value = try JSON.parse(row.withUnsafeBytes(table.json))
    #expect(value.field("p") == .string("1.50"), "no digit is lost")
    #expect(value.field("q") == .string("a\"\n"))
    #expect(value.field("s") == .int(7))
    #expect(value.field("t") == .string("007"))
    let latin = try JSON.parse([UInt8(ascii: "x"), 0xE9].withUnsafeBytes(table.json))
    #expect(latin.field("p") == .string("x\u{FFFD}"))
  }

  @Test(
    "return the same values together and one by one",
    arguments: ["1,x,y", "1", "", "a,b,c,d,e", "1,\"x"])
  func some(row: String) {
    let table = DelimitedTable.named("id,name,é")
    let names = ["name", "4", "id", "nosuch", "id", "é", "e\u{301}", "5"]
    Array(row.utf8).withUnsafeBytes { row in
      #expect(table.values(of: names, in: row) == names.map { table.value(of: $0, in: row) })
      #expect(table.values(of: ["nosuch", "e\u{301}"], in: row) == [nil, nil])
    }
    #expect(table.column(named: "é") == 2)
    #expect(table.column(named: "e\u{301}") == nil, "another name in bytes")
    let cells = Array("a,b,c,d,e".utf8).withUnsafeBytes { table.values(of: ["5", "id"], in: $0) }
    #expect(cells == [.string("e"), .string("a")])
  }
}
