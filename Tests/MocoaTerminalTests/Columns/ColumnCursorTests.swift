import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Column cursor")
struct ColumnCursorTests {
  private let list = ListSnapshot(SectionedList(items: [SampleItem(1), SampleItem(2)]))

  /// Returns columns a, b and so on, whose values have the given widths.
  private func columns(_ widths: [Int]) -> TableColumns {
    let names = widths.indices.map { String(UnicodeScalar(UInt8(97 + $0))) }
    let widths = Dictionary(uniqueKeysWithValues: zip(names, widths))
    return TableColumns(.requested(names)) { _, names in
      names.map { name in
        widths[name].map { .string(String(repeating: "x", count: $0)) }
      }
    }
  }

  /// Returns the header and a row in a window.
  private func drawn(_ columns: TableColumns, _ width: Int) throws -> (header: String, row: String)
  {
    columns.measure(list, width: width)
    var surface = Surface(size: Size(columns: width, rows: 2))
    let row = try #require(columns.row(for: SampleItem(1), width: width))
    surface.draw { canvas in
      TextContentDrawing.draw(
        columns.header(width: width), row: 0, into: &canvas, CellContext())
      canvas.within(Rect(column: 0, row: 1, columns: width, rows: 1)) {
        TableRowDrawing.draw(row, into: &$0, CellContext())
      }
    }
    let lines = surface.description.split(separator: "\n").map { String($0) }
    return (lines[0], lines[1])
  }

  @Test("starts at the sorted column, and otherwise at the first column")
  func start() throws {
    let columns = columns([3, 3, 3])
    _ = try drawn(columns, 40)
    #expect(columns.commandField == "a" && columns.cursorField == nil)
    columns.show(orders: [.init("missing"), .init("c", isDescending: true), .init("b")])
    #expect(columns.commandField == "c")
    columns.moveCursor(.left)
    #expect(columns.cursorField == "b" && columns.commandField == "b")
    let isRemoved = columns.removeCursor()
    #expect(isRemoved && columns.cursorField == nil)
    let isRemovedAgain = columns.removeCursor()
    #expect(!isRemovedAgain)
    for (movement, field) in [
      (TableColumns.CursorMovement.first, "a"), (.left, "a"), (.last, "c"), (.right, "c"),
    ] {
      columns.moveCursor(movement)
      #expect(columns.cursorField == field)
    }
  }

  @Test("the header marks orders and filters after the names")
  func marks() throws {
    let columns = columns([5, 5, 5])
    columns.show(
      orders: [.init("b", isDescending: true), .init("c")], filteredFields: ["c", "a", "x"])
    #expect(try drawn(columns, 40).header == "a*     b▼     c▲2*")
  }

  @Test("hides a column, and moves the cursor to the next one")
  func hide() throws {
    let columns = columns([3, 3, 3])
    _ = try drawn(columns, 40)
    columns.moveCursor(.right)
    let isHidden = columns.hide("b")
    #expect(isHidden && columns.cursorField == "c")
    var screen = try drawn(columns, 40)
    #expect(screen.header.hasPrefix("a    c ") && screen.header.hasSuffix(" +1"))
    #expect(screen.row == "xxx  xxx")
    let isLastHidden = columns.hide("c")
    #expect(isLastHidden && columns.cursorField == "a")
    let isOnlyHidden = columns.hide("a")
    #expect(!isOnlyHidden, "a table keeps one column")
    columns.adjustments = ColumnAdjustments()
    screen = try drawn(columns, 40)
    #expect(screen.header == "a    b    c")
  }

  @Test("changes the width of a column, and fits it to its values")
  func widths() throws {
    let columns = columns([3, 30, 3])
    _ = try drawn(columns, 30)
    #expect(try drawn(columns, 30).row == "xxx  \(String(repeating: "x", count: 19))…  xxx")
    columns.resize("b", by: -4)
    #expect(try drawn(columns, 30).row == "xxx  \(String(repeating: "x", count: 15))…  xxx")
    columns.resize("a", by: 4)
    #expect(try drawn(columns, 30).header == "a        b                 c")
    for _ in 1...9 { columns.resize("a", by: -4) }
    #expect(try drawn(columns, 30).header.hasPrefix("a    b"))
    let isFitted = columns.toggleFit("b")
    #expect(isFitted)
    #expect(try drawn(columns, 80).row.contains(String(repeating: "x", count: 30)))
    let isFittedAgain = columns.toggleFit("b")
    #expect(!isFittedAgain && columns.adjustments.widths["b"] == nil)
  }

  @Test("frozen columns stay in view, with a line after them")
  func frozen() throws {
    let columns = columns([4, 4, 4, 4, 4, 4])
    #expect(try drawn(columns, 18).header == "a     b     c   +3")
    columns.moveCursor(.right)
    #expect(columns.toggleFrozen(upTo: "b") == 2)
    #expect(try drawn(columns, 24).header == "a     b     │  c      +3")
    columns.moveCursor(.last)
    let screen = try drawn(columns, 24)
    #expect(screen.header == "a     b     │  f")
    #expect(screen.row == "xxxx  xxxx  │  xxxx")
    #expect(columns.hiddenLeftMark(width: 24, limit: 3) == "3‹")
    #expect((0..<24).compactMap { columns.field(at: $0, width: 24) }.last == "f")
    #expect(columns.field(at: 6, width: 24) == "b" && columns.field(at: 15, width: 24) == "f")
    // If the frozen columns do not fit, the column under the cursor is visible.
    #expect(try drawn(columns, 9).header.contains("f"))
    #expect(columns.toggleFrozen(upTo: "b") == 1)
    columns.moveCursor(.first)
    #expect(try drawn(columns, 24).header == "a     b     c     d   +2")
  }

  @Test("the cell and its name are emphasized", arguments: [true, false])
  func emphasis(hasColors: Bool) throws {
    let columns = columns([4, 4])
    _ = try drawn(columns, 20)
    columns.moveCursor(.right)
    let ranges = try #require(columns.cursorColumns(width: 20))
    #expect(ranges.cell == 6..<10 && ranges.title == 6..<7)
    let theme = Theme(hasColors ? [.tint: Style(background: 5)] : [:])
    let row = try #require(columns.row(for: SampleItem(1), width: 20))
    for isUnderCursor in [true, false] {
      var surface = Surface(size: Size(columns: 20, rows: 1))
      surface.draw { canvas in
        TableRowDrawing.draw(
          row, cursor: ranges.cell, into: &canvas,
          CellContext(theme: theme, isUnderCursor: isUnderCursor))
      }
      let style = surface[6, 0].style
      #expect(style.attributes.contains(.bold) == isUnderCursor)
      #expect(style.attributes.contains(.underline) == (isUnderCursor && !hasColors))
      #expect(style.background == (isUnderCursor && hasColors ? 5 : nil))
      #expect(surface[5, 0].style.background == nil, "the gap keeps its background")
    }
  }

  @Test("the cursor scrolls every column into view in any width")
  func anyWidth() throws {
    for width in 3...60 {
      let columns = columns([4, 12, 1, 70, 8, 3, 3, 9])
      columns.adjustments.frozen = width % 2 == 0 ? ["a", "b"] : []
      _ = try drawn(columns, width)
      for movement in [TableColumns.CursorMovement.right, .left] {
        for _ in 0..<8 {
          columns.moveCursor(movement)
          let screen = try drawn(columns, width)
          let field = try #require(columns.cursorField)
          #expect(screen.header.contains(field), "\(width): \(field): \(screen.header)")
          #expect(columns.cursorColumns(width: width) != nil)
        }
      }
    }
  }

  @Test("hides columns while the table is scrolled, and restores them")
  func hideWhileScrolled() throws {
    let columns = columns(Array(repeating: 12, count: 12))
    for width in [20, 30, 80] {
      _ = try drawn(columns, width)
      columns.moveCursor(.last)
      _ = try drawn(columns, width)
      for count in 1...11 {
        let field = try #require(columns.cursorField)
        let isHidden = columns.hide(field)
        #expect(isHidden && columns.cursorField != field)
        #expect(try drawn(columns, width).header.contains(try #require(columns.cursorField)))
        #expect(columns.hiddenCount == count)
      }
      // A column cursor on a column that is hidden again disappears.
      columns.moveCursor(.first)
      let hidden = columns.adjustments
      columns.adjustments = ColumnAdjustments()
      columns.moveCursor(.last)
      columns.adjustments = hidden
      #expect(columns.cursorField == nil || columns.cursorField == columns.commandField)
      columns.adjustments = ColumnAdjustments()
    }
  }
}
