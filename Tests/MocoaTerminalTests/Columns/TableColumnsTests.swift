import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Table columns")
struct TableColumnsTests {
  /// An item with text fields named a, b and so on.
  private struct Row: CellModel, FieldReadable, Equatable {
    let itemID: ItemID
    let values: [FieldValue]
    var warningMessage: String?

    init(_ number: Int, _ values: [FieldValue], remark: String? = nil) {
      (itemID, self.values, self.warningMessage) = (ItemID(number), values, remark)
    }

    var fieldNames: [String] { values.indices.map { "abcdefgh".map(String.init)[$0] } }
    func field(_ name: String) -> FieldValue? { fieldNames.firstIndex(of: name).map { values[$0] } }
  }

  private func columns(_ names: [String], _ rows: [Row]) -> TableColumns {
    let columns = TableColumns(.requested(names)) { item, names in
      guard let row = item as? Row else { return nil }
      return names.map { row.field($0) }
    }
    columns.measure(list(rows), width: 80)
    return columns
  }

  /// Returns columns c0, c1 and so on, whose values have the given widths.
  ///
  /// `asked` receives the fields that were read.
  private func wide(_ widths: [Int], asked: @escaping ([String]) -> Void = { _ in }) -> TableColumns
  {
    let names = widths.indices.map { "c\($0)" }
    let values = Dictionary(
      uniqueKeysWithValues: zip(names, widths.map { String(repeating: "x", count: $0) }))
    return TableColumns(.requested(names)) { _, names in
      asked(names)
      return names.map { values[$0].map { .string($0) } }
    }
  }

  private let some = ListSnapshot(SectionedList(items: [SampleItem(1), SampleItem(2)]))

  /// Returns the header of columns after measuring them for a width.
  private func heading(_ columns: TableColumns, _ room: Int) -> String {
    columns.measure(some, width: room)
    let mark = columns.hiddenLeftMark(width: room, limit: 3)
    return (mark.isEmpty ? "" : mark + " ") + drawn(columns.header(width: room), room: room)
  }

  private func list(_ rows: [Row]) -> ListSnapshot { ListSnapshot(SectionedList(items: rows)) }

  /// Returns the drawing of a line, with texts truncated or padded to their widths.
  private func drawn(_ line: TextContent.Line, room: Int) -> String {
    var surface = Surface(size: Size(columns: room, rows: 1))
    surface.draw { canvas in
      TextContentDrawing.draw(line, row: 0, into: &canvas, CellContext())
    }
    return surface.description
  }

  @Test("align values vertically below names, with numbers on the right")
  func straight() throws {
    let rows = [
      Row(1, [.string("Kind of Blue"), .int(1959), .string("1.50")]),
      Row(2, [.string("東京"), .int(7), .string("12")]), Row(3, [.string(""), .null, .string("")]),
    ]
    let columns = columns(["a", "b", "c"], rows)
    let room = 40
    #expect(drawn(columns.header(width: room), room: room) == "a                b      c")
    let lines = try rows.map { drawn(try #require(columns.row(for: $0, width: room)), room: room) }
    #expect(
      lines == [
        "Kind of Blue  1959   1.50", "東京             7  12", "\"\"               ∅     \"\"",
      ])
  }

  @Test("shorten the widest columns first, and count hidden ones")
  func narrow() throws {
    let row = Row(
      1,
      [
        .string("abcdefgh"), .string(String(repeating: "x", count: 30)), .string("abcdefgh"),
        .int(5),
      ],
      remark: nil)
    let columns = columns(["a", "b", "c", "d"], [row])
    func line(_ room: Int) throws -> String {
      drawn(try #require(columns.row(for: row, width: room)), room: room)
    }
    #expect(try line(60) == "abcdefgh  \(String(repeating: "x", count: 30))  abcdefgh  5")
    #expect(try line(41) == "abcdefgh  \(String(repeating: "x", count: 17))…  abcdefgh  5")
    #expect(columns.header(width: 41).leading.count == 4)
    #expect(columns.header(width: 40).leading.count == 3)
    #expect(columns.header(width: 40).trailing.map(\.text) == ["+1"])
    #expect(columns.header(width: 3).trailing.isEmpty, "it would cover what is there")
    #expect(columns.header(width: 3).leading.count == 1, "one is there always")
    for room in 0...70 {
      for span in columns.header(width: room).leading { #expect(span.width <= max(1, room)) }
      let used = columns.header(width: room).leading.map(\.width).reduce(-2) { $0 + $1 + 2 }
      #expect(used <= max(1, room), "\(room)")
    }
  }

  @Test("align mixed texts and numbers on the left in any order")
  func mixed() {
    let texts: [FieldValue] = [.string("x"), .int(5), .string("")]
    for values in [texts, texts.reversed()] {
      let rows = values.enumerated().map { Row($0, [$1]) }
      let wide = TableColumns(.requested(["a long name"])) { item, _ in
        (item as? Row).map { [$0.values[0]] }
      }
      wide.measure(list(rows), width: 80)
      #expect(wide.header(width: 80).leading.map(\.alignment) == [.start])
    }
  }

  @Test("measure a growing list again until enough items were measured")
  func growing() {
    let columns = columns(["a"], [])
    #expect(columns.header(width: 80).leading.map(\.width) == [1])
    columns.measure(list([Row(1, [.string("abc")])]), width: 80)
    #expect(columns.header(width: 80).leading.map(\.width) == [3])
    let many = (1...400).map { Row($0, [.string("abcde")]) }
    columns.measure(list(many), width: 80)
    #expect(columns.header(width: 80).leading.map(\.width) == [5])
    let wide = Row(0, [.string("abcdefgh")])
    #expect(!columns.consumeLayoutChange())
    _ = columns.row(for: wide, width: 80)
    #expect(!columns.consumeLayoutChange(), "scrolling changes no width")
    columns.listDidChange()
    _ = columns.row(for: wide, width: 80)
    #expect(columns.consumeLayoutChange() && !columns.consumeLayoutChange())
    #expect(columns.header(width: 80).leading.map(\.width) == [8])
  }

  @Test("read each record once when a list opens")
  func sampling() {
    let rows = (0..<30).map { Row($0, [.int(Int64($0)), .string("x\($0 % 7)")]) }
    var counts: [ItemID: Int] = [:]
    let columns = TableColumns(.automatic([])) { item in
      counts[item.itemID, default: 0] += 1
      return (item as? Row)?.fields
    } values: { item, names in
      (item as? Row).map { row in names.map { row.field($0) } }
    }
    #expect(columns.hasUniformRecords(list(rows)))
    columns.measure(list(rows), width: 80)
    #expect(counts.count == 30 && counts.values.allSatisfy { $0 == 1 })
    #expect(columns.fields == ["a", "b"])
    // Items that arrive before the first layout are part of the sample.
    #expect(columns.hasUniformRecords(list(rows)))
    columns.listDidChange()
    let more = rows + [Row(30, [.int(0), .string("x"), .string("new")])]
    columns.measure(list(more), width: 40)
    #expect(columns.fields == ["a", "b", "c"])
  }

  @Test("scroll after the first column, with full width for the current")
  func sideways() throws {
    let columns = wide([3, 20, 5, 30, 6])
    let first = "c0   c1                    c2     +2"
    #expect(heading(columns, 36) == first)
    columns.moveCursor(.left)
    #expect(heading(columns, 36) == first, "there is none")
    for _ in 1...2 { columns.moveCursor(.right) }
    #expect(columns.cursorField == "c2")
    #expect(heading(columns, 36) == first, "the column is visible")
    columns.moveCursor(.right)
    #expect(heading(columns, 36) == "1‹ c0   c2     c3                    +1")
    columns.moveCursor(.right)
    #expect(heading(columns, 36) == "3‹ c0   c4")
    columns.moveCursor(.right)
    #expect(heading(columns, 36) == "3‹ c0   c4", "there is no more")
    columns.moveCursor(.left)
    #expect(heading(columns, 36) == "2‹ c0   c3                           +1", "all that was cut")
    let line = try #require(columns.row(for: SampleItem(1), width: 36))
    #expect(drawn(line, room: 36) == "xxx  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
    columns.moveCursor(.first)
    #expect(heading(columns, 36) == first)
    columns.moveCursor(.last)
    #expect(heading(columns, 36) == "3‹ c0   c4")
    #expect(
      heading(columns, 60) == "1‹ c0   c2     c3                              c4",
      "a larger window is filled")
    #expect(
      heading(columns, 90)
        == "c0   c1                    c2     c3                              c4",
      "and has all of them")
    columns.moveCursor(.right)
    #expect(columns.header(width: 90).leading.count == 5, "all have all they need")
    // If two columns do not fit, the one that was scrolled to is visible.
    let both = wide([9, 9, 9])
    #expect(heading(both, 10) == "c0      +2")
    both.moveCursor(.right)
    #expect(heading(both, 10) == "1‹ c1      +1")
    both.moveCursor(.right)
    #expect(heading(both, 10) == "2‹ c2")
    #expect(both.field(at: 1, width: 10) == "c2")
    both.moveCursor(.left)
    both.moveCursor(.left)
    #expect(heading(both, 10) == "c0      +2")
  }

  @Test("share the space of a usual window equally among long texts")
  func usual() {
    let columns = wide([16, 16, 16, 40, 16])
    _ = heading(columns, 80)
    #expect(columns.header(width: 80).leading.map(\.width) == [12, 12, 12, 24, 12])
    _ = heading(columns, 40)
    #expect(columns.header(width: 40).leading.map(\.width) == [12, 12, 12])
  }

  @Test("fit completely in any width, and can all be scrolled to")
  func anyRoom() {
    for room in 1...60 {
      let columns = wide([4, 12, 1, 70, 8, 3, 3, 9])
      var seen: Set<String> = []
      for _ in 0..<12 {
        columns.measure(some, width: room)
        let line = columns.header(width: room)
        let text = drawn(line, room: room)
        for name in columns.fields where text.contains(name) { seen.insert(name) }
        let mark = line.trailing.first.map { $0.text.count + 2 } ?? 0
        var end = 0
        for (place, span) in line.leading.enumerated() {
          let isLast = place == line.leading.count - 1
          end += (place > 0 && !span.isJoined ? 2 : 0) + (isLast ? min(2, span.width) : span.width)
        }
        #expect(end <= max(1, room - mark), "\(room): \(text)")
        columns.moveCursor(.right)
      }
      if room > 2 { #expect(seen.count == 8, "\(room): \(seen.sorted())") }
    }
  }

  @Test("read only visible fields of 10,000")
  func many() {
    var asked: Set<String> = []
    let columns = wide(Array(repeating: 5, count: 10_000)) { asked.formUnion($0) }
    #expect(heading(columns, 40) == "c0     c1     c2     c3            +9996")
    #expect(asked.count < 20)
    columns.moveCursor(.last)
    #expect(heading(columns, 40) == "‹ c0     c9995  c9996  c9997  c9998  c9999")
    #expect(asked.count < 60)
    _ = columns.row(for: SampleItem(1), width: 40)
    #expect(asked.count < 60)
    #expect(columns.text(of: SampleItem(1))?.split(separator: " ").count == 10_000, "all are said")
  }

  @Test("show the sort direction after the names")
  func order() {
    let rows = [Row(1, [.string("abc"), .int(5), .string("x")])]
    let columns = columns(["a", "b", "c"], rows)
    func heading() -> String { drawn(columns.header(width: 40), room: 40) }
    #expect(heading() == "a    b  c")
    columns.show(orders: [.init("b")])
    #expect(heading() == "a    b▲  c")
    columns.show(orders: [.init("a", isDescending: true), .init("c")])
    #expect(heading() == "a▼   b  c▲2")
    columns.show(orders: [.init("a.b", isDescending: true)])
    #expect(heading() == "a    b  c")
    #expect(
      (0...9).map { columns.field(at: $0, width: 40) } == [
        "a", "a", "a", "a", "a", "b", "b", "b", "c", "c",
      ])
    #expect(columns.field(at: -1, width: 40) == nil)
    #expect(columns.field(at: 40, width: 40) == nil)
    // A name that does not fit completely still has its arrow.
    let narrow = wide([30, 30, 30, 30])
    narrow.show(orders: [.init("c1", isDescending: true)])
    for room in 10...60 {
      narrow.measure(some, width: room)
      let text = drawn(narrow.header(width: room), room: room)
      #expect(!text.contains("c1") || text.contains("c1▼"), "\(room): \(text)")
    }
  }

  @Test("show the day that all dates share after the name, or else next to the table")
  func days() {
    let rows = (1...3).map {
      Row(
        $0,
        [
          .string("2026-06-05T00:00:0\($0)Z"), .string("2026-06-05T00:00:0\($0).1234567Z"), .int(7),
        ])
    }
    let columns = columns(["a", "b", "c"], rows)
    #expect(drawn(columns.header(width: 80), room: 80) == "a         b 5 Jun 2026      c")
    #expect(columns.omittedDays(width: 80, hasHeader: true) == "5 Jun 2026")
    #expect(columns.omittedDays(width: 80, hasHeader: false) == "5 Jun 2026")
    columns.show(orders: [.init("b", isDescending: true)])
    #expect(drawn(columns.header(width: 80), room: 80) == "a         b 5 Jun 2026▼     c")
    // Only visible columns count.
    let long = self.columns(["b", "a"], rows)
    long.measure(list(rows), width: 20)
    #expect(drawn(long.header(width: 20), room: 20) == "b 5 Jun 2026      +1")
    #expect(long.omittedDays(width: 20, hasHeader: true).isEmpty)
    let others = rows.map { row in
      Row(0, [row.values[0], .string("2026-12-31T00:00:01Z"), .string("2026-06-05")])
    }
    let different = self.columns(["a", "b", "c"], others)
    #expect(
      different.omittedDays(width: 80, hasHeader: true) == "a 5 Jun 2026 · b 31 Dec 2026")
    #expect(self.columns(["c"], others).omittedDays(width: 80, hasHeader: false).isEmpty)
  }

  @Test(
    "align a text as a number exactly if it sorts as one",
    arguments: [
      ("+5", true), ("1e3", true), ("-.5", true), ("0x10", false), ("1 000", false), ("nan", false),
      ("-inf", false), ("1_0", false),
    ])
  func numbers(text: String, isNumber: Bool) throws {
    let columns = columns(["a"], [Row(1, [.string(text)])])
    let span = try #require(columns.header(width: 40).leading.first)
    #expect((span.alignment == .end) == isNumber)
    #expect((NumberParsing.value(text) != nil) == isNumber)
  }

  @Test("end with the warning; items without values use their module")
  func remarks() throws {
    let row = Row(1, [.string("x")], remark: "2 cells in 1 columns")
    let columns = columns(["a", "zz"], [row])
    let line = try #require(columns.row(for: row, width: 40))
    #expect(line.trailing.map(\.text) == ["✗ 2 cells in 1 columns"])
    #expect(line.leading.map(\.text) == ["x", ""])
    #expect(columns.row(for: SampleItem(1), width: 40) == nil)
    #expect(columns.text(of: row) == "x  -  ✗ 2 cells in 1 columns")
  }
}
