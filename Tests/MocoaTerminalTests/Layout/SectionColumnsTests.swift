@testable import MocoaModel
import Testing

@testable import MocoaTerminal

@Suite("The layout of sections in two columns")
struct SectionColumnsTests {
  private static let list = ListLayoutTests.list([
    (header: true, heights: [1, 1], footer: false), (header: true, heights: [1], footer: false),
    (header: true, heights: [1, 1, 1], footer: false),
  ])

  private static func layout(rows: Int, second: Int) -> ListLayout? {
    guard let first = list.firstElement else { return nil }
    return ListLayout(
      list, anchor: .init(element: first, row: 0), rows: 2 * rows + 1, sticks: false,
      height: ListLayoutTests.height(list)
    ).inSectionColumns(from: second, columns: 201, rows: rows)
  }

  @Test("puts the later sections at the top of the right column")
  func columns() throws {
    let layout = try #require(Self.layout(rows: 6, second: 2))
    #expect(layout.hasSectionColumns)
    let left = layout.frames.filter { $0.element.section < 2 }
    let right = layout.frames.filter { $0.element.section == 2 }
    #expect(left.map(\.row) == [0, 1, 2, 3, 4])
    #expect(right.map(\.row) == [0, 1, 2, 3])
    #expect(Set(left.map(\.columns)) == [0..<99])
    #expect(Set(right.map(\.columns)) == [102..<201])
  }

  @Test("does not exist if a column is higher than the window")
  func limits() {
    #expect(Self.layout(rows: 5, second: 2) != nil)
    #expect(Self.layout(rows: 4, second: 2) == nil)
    #expect(Self.layout(rows: 5, second: 1) == nil)
    #expect(Self.layout(rows: 6, second: 3) == nil, "no second column")
  }
}
