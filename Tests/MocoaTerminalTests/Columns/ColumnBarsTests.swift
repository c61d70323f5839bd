import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Bars in columns")
struct ColumnBarsTests {
  /// An item with numbers in fields.
  private struct Row: CellModel, Equatable {
    let itemID: ItemID
    let values: [String: FieldValue]
  }

  /// Returns the header and the rows of a table in a window.
  private func drawn(
    _ names: [String], _ rows: [[FieldValue]], width: Int = 80,
    prepare: (TableColumns) -> Void = { _ in }
  ) -> [String] {
    let items = rows.enumerated().map { number, values in
      Row(
        itemID: ItemID(number),
        values: Dictionary(uniqueKeysWithValues: zip(names, values)))
    }
    let columns = TableColumns(.requested(names)) { item, names in
      names.map { (item as? Row)?.values[$0] }
    }
    columns.showsBars = true
    prepare(columns)
    columns.measure(ListSnapshot(SectionedList(items: items)), width: width)
    var surface = Surface(size: Size(columns: width, rows: rows.count + 1))
    surface.draw { canvas in
      TextContentDrawing.draw(columns.header(width: width), row: 0, into: &canvas, CellContext())
      for (number, item) in items.enumerated() {
        guard let line = columns.row(for: item, width: width) else { continue }
        canvas.within(Rect(column: 0, row: number + 1, columns: width, rows: 1)) {
          TableRowDrawing.draw(line, into: &$0, CellContext())
        }
      }
    }
    return surface.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  private let amounts: [[FieldValue]] = (1...10).map { [.string("row \($0)"), .int($0 * $0)] }

  @Test("show the share of the 98th percentile in eighths")
  func scale() {
    let rows = drawn(["name", "amount"], amounts)
    #expect(rows[0].hasPrefix("name    amount"))
    #expect(rows[1] == "row 1        1 ▏")
    #expect(rows[5] == "row 5       25 ██")
    #expect(rows[7] == "row 7       49 ███▉")
    #expect(rows[10] == "row 10     100 ████████")
    #expect(drawn(["name", "amount"], amounts, width: 70)[10].contains("█") == false)
    #expect(drawn(["name", "amount"], amounts, width: 140)[10].hasSuffix(" ████████████"))
  }

  @Test("are in the sorted column, and in two columns of a wide window")
  func choice() {
    let rows = amounts.map { $0 + [.int(7)] + [.int(Int64($0[1].scalarString!)! * 3)] }
    let names = ["name", "first", "same", "second"]
    func bars(_ width: Int, sorted: String?) -> Int {
      drawn(names, rows, width: width) { columns in
        columns.show(orders: sorted.map { [.init($0)] } ?? [])
      }[10].split(separator: " ").count { $0.contains("█") }
    }
    #expect(bars(80, sorted: nil) == 1 && bars(200, sorted: nil) == 2)
    let sorted = drawn(names, rows) { $0.show(orders: [.init("second", isDescending: true)]) }
    #expect(sorted[10].hasSuffix("300 ████████"))
    #expect(bars(80, sorted: "name") == 1)
  }

  @Test(
    "need amounts: not negative, different, and of different size",
    arguments: [
      (1...10).map { Double($0 - 2) }, Array(repeating: 5, count: 10),
      (1...10).map { 100 + Double($0) },
      [1, 2, 3, 4, 5, 6, 7], [], [0, 0, 0, 0],
    ] as [[Double]])
  func unsuitable(numbers: [Double]) {
    #expect(BarScale(numbers) == nil)
  }

  @Test(
    "identifiers, codes and coordinates have none",
    arguments: ["id", "year", "port", "lat", "status"])
  func codes(name: String) {
    #expect(!drawn(["name", name], amounts).joined().contains("█"))
  }

  @Test("outliers end with an arrow, and values that are not numbers have no bar")
  func outliers() throws {
    let scale = try #require(BarScale((1...100).map { Double($0) } + [1e6]))
    #expect(scale.full == 99 && scale.bar(1e6, width: 8) == "███████▸")
    #expect(scale.bar(nil, width: 8) == "" && scale.bar(.nan, width: 8) == "")
    #expect(scale.bar(.infinity, width: 8) == "" && scale.bar(0, width: 8) == "")
    #expect(scale.bar(0.001, width: 8) == "▏" && scale.bar(99, width: 8) == "████████")
    let huge = try #require(BarScale((0...20).map { Double($0) * 8e306 }))
    #expect(huge.bar(1.6e308, width: 8) == "████████")
  }
}
