import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Columns of fields")
struct RowColumnsTests {
  /// An item with some texts as fields, called a, b and so on.
  private struct Row: CellModel, FieldReadable, Equatable {
    let itemID: ItemID
    let values: [FieldValue]
    var remark: String?

    init(_ number: Int, _ values: [FieldValue], remark: String? = nil) {
      (itemID, self.values, self.remark) = (ItemID(number), values, remark)
    }

    var fieldNames: [String] { values.indices.map { "abcdefgh".map(String.init)[$0] } }
    func field(_ name: String) -> FieldValue? { fieldNames.firstIndex(of: name).map { values[$0] } }
  }

  private func columns(_ names: [String], _ rows: [Row]) -> RowColumns {
    let columns = RowColumns(names) { item, count in
      guard let row = item as? Row else { return nil }
      return names.prefix(count).map { row.field($0) }
    }
    columns.look(at: list(rows))
    return columns
  }

  private func list(_ rows: [Row]) -> ListSnapshot { ListSnapshot(SectionedList(items: rows)) }

  /// The spans as they stand in a room: their texts cut and filled to their widths.
  private func drawn(_ line: TextContent.Line, room: Int) -> String {
    var surface = Surface(size: Size(columns: room, rows: 1))
    surface.draw { canvas in
      TextContentDrawing.draw(line, row: 0, into: &canvas, CellContext())
    }
    return surface.description
  }

  @Test("values stand below each other, numbers at the right, names above them")
  func straight() throws {
    let rows = [
      Row(1, [.text("Kind of Blue"), .int(1959), .text("1.50")]),
      Row(2, [.text("東京"), .int(7), .text("12")]), Row(3, [.text(""), .null, .text("")]),
    ]
    let columns = columns(["a", "b", "c"], rows)
    let room = 40
    #expect(drawn(columns.heading(room: room), room: room) == "a                b     c")
    let lines = try rows.map { drawn(try #require(columns.line(of: $0, room: room)), room: room) }
    #expect(
      lines == ["Kind of Blue  1959  1.50", "東京             7    12", ""])
  }

  @Test("the widest columns give way first, and those without room are counted")
  func narrow() throws {
    let row = Row(
      1, [.text("12345678"), .text(String(repeating: "x", count: 30)), .text("abcdefgh"), .int(5)],
      remark: nil)
    let columns = columns(["a", "b", "c", "d"], [row])
    func line(_ room: Int) throws -> String {
      drawn(try #require(columns.line(of: row, room: room)), room: room)
    }
    #expect(try line(60) == "12345678  \(String(repeating: "x", count: 30))  abcdefgh  5")
    #expect(try line(35) == "12345678  xxxxxxxxxxx…  abcdefgh  5")
    #expect(try line(31) == "12345678  xxxxxxx…  abcdefgh  5")
    #expect(columns.heading(room: 31).leading.count == 4)
    #expect(columns.heading(room: 30).leading.count == 3)
    #expect(columns.heading(room: 30).trailing.map(\.text) == ["+1"])
    #expect(columns.heading(room: 3).leading.count == 1, "one is there always")
    for room in 0...70 {
      for span in columns.heading(room: room).leading { #expect(span.width <= max(1, room)) }
      let used = columns.heading(room: room).leading.map(\.width).reduce(-2) { $0 + $1 + 2 }
      #expect(used <= max(1, room), "\(room)")
    }
  }

  @Test("a list that grows is looked at again, until enough was seen of it")
  func growing() {
    let columns = columns(["a"], [])
    #expect(columns.heading(room: 80).leading.map(\.width) == [1])
    columns.look(at: list([Row(1, [.text("abc")])]))
    #expect(columns.heading(room: 80).leading.map(\.width) == [3])
    let many = (1...200).map { Row($0, [.text("abcde")]) }
    columns.look(at: list(many))
    #expect(columns.heading(room: 80).leading.map(\.width) == [5])
    let wide = Row(0, [.text("abcdefgh")])
    columns.look(at: list(many + [wide]))
    #expect(columns.heading(room: 80).leading.map(\.width) == [5], "enough was seen")
    #expect(!columns.takeChange())
    _ = columns.line(of: wide, room: 80)
    #expect(columns.takeChange() && !columns.takeChange(), "what is drawn has its room")
    #expect(columns.heading(room: 80).leading.map(\.width) == [8])
  }

  @Test("what is wrong with an item stands at its end; what has no values is left to its module")
  func remarks() throws {
    let row = Row(1, [.text("x")], remark: "2 cells in 1 columns")
    let columns = columns(["a", "zz"], [row])
    let line = try #require(columns.line(of: row, room: 40))
    #expect(line.trailing.map(\.text) == ["✗ 2 cells in 1 columns"])
    #expect(line.leading.map(\.text) == ["x", ""])
    #expect(columns.line(of: SampleItem(1), room: 40) == nil)
    #expect(columns.text(of: row) == "x  -")
  }
}
