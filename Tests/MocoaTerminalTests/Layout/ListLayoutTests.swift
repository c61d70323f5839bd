import Mocoa
@testable import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("The layout of a list")
struct ListLayoutTests {
  /// Returns a list with headers and footers of 1 row, and items of the given heights.
  static func list(_ sections: [(header: Bool, heights: [Int], footer: Bool)]) -> ListSnapshot {
    ListSnapshot(
      sections: sections.enumerated().map { index, section in
        SectionSnapshot(
          id: ItemID(index), header: section.header ? note(0) : nil,
          items: ElementSequence(
            ArrayChunk(section.heights.enumerated().map { note($0.offset, "\($0.element)") })),
          footer: section.footer ? note(1) : nil)
      })
  }

  static func height(_ list: ListSnapshot) -> (ListElement) -> Int {
    { element in
      guard let path = element.path else { return 1 }
      return (list.element(at: path) as? SampleItem).flatMap { Int($0.text) } ?? 0
    }
  }

  static func elements(of list: ListSnapshot) -> [ListElement] {
    var elements: [ListElement] = []
    var element = list.firstElement
    while let current = element {
      elements.append(current)
      element = list.element(after: current)
    }
    return elements
  }

  /// Returns the layout computed by summing all heights.
  ///
  /// The layout must have the same result without the sum.
  static func oracle(_ list: ListSnapshot, _ anchor: ListLayout.Anchor, rows: Int)
    -> [ListLayout.Frame]
  {
    let height = height(list)
    var frames: [ListLayout.Frame] = []
    var row = 0
    var anchorRow = 0
    for element in elements(of: list) {
      if element == anchor.element { anchorRow = row }
      frames.append(.init(element: element, row: row, height: height(element)))
      row += height(element)
    }
    var top = anchor.row - anchorRow
    if top + row < rows { top = rows - row }
    if top > 0 { top = 0 }
    for index in frames.indices { frames[index].row += top }
    return frames.filter { $0.height > 0 && $0.rows.upperBound > 0 && $0.row < rows }
  }

  @Test("equals the sum of all heights, for every anchor, row and window")
  func equalsOracle() {
    let lists = [
      Self.list([(false, [1, 1, 1, 1], false)]),
      Self.list([(true, [1, 2, 1], false), (true, [3], true)]),
      Self.list([(true, [], false), (false, [0, 0, 2, 0], true), (true, [0, 1, 0], false)]),
      Self.list([(false, [0, 0], false)]),
      Self.list([(true, [5], true)]),
    ]
    for list in lists {
      for element in Self.elements(of: list) {
        for row in -3...6 {
          for rows in 1...7 {
            let anchor = ListLayout.Anchor(element: element, row: row)
            let layout = ListLayout(
              list, anchor: anchor, rows: rows, sticks: false, height: Self.height(list))
            #expect(
              layout.frames == Self.oracle(list, anchor, rows: rows),
              "anchor \(element) at \(row) in \(rows) rows")
            #expect(layout.isComplete)
          }
        }
      }
    }
  }

  @Test("visits elements in the same order in both directions")
  func walksBothWays() {
    let list = Self.list([(true, [], false), (false, [], false), (true, [1, 2], true)])
    let elements = Self.elements(of: list)
    for (before, after) in zip(elements, elements.dropFirst()) {
      #expect(list.element(before: after) == before)
    }
    #expect(list.lastElement == elements.last)
    #expect(elements.count == 5)
  }

  @Test("sticks a header until the next one replaces it")
  func sticks() {
    let list = Self.list([(true, [1, 1, 1], false), (true, [1, 1, 1], false)])
    func sticky(_ item: Int, at row: Int) -> ListLayout.Frame? {
      ListLayout(
        list, anchor: .init(element: .item(ItemPath(section: 0, item: item)), row: row), rows: 4,
        sticks: true, height: Self.height(list)
      ).stickyHeader
    }
    #expect(sticky(0, at: 1) == nil, "the header itself is in sight")
    #expect(sticky(0, at: 0) == .init(element: .header(section: 0), row: 0, height: 1))
    #expect(sticky(2, at: 0) == .init(element: .header(section: 0), row: 0, height: 1))
    #expect(sticky(2, at: -1) == nil, "the next section's header is at the top")
  }

  @Test("moves a tall header out row by row")
  func pushes() {
    let list = Self.list([(true, [1, 1], false), (true, [1, 1, 1, 1], false)])
    let layout = ListLayout(
      list, anchor: .init(element: .item(ItemPath(section: 0, item: 1)), row: 0), rows: 4,
      sticks: true,
      height: { if case .boundary(.header, _) = $0 { 2 } else { 1 } })
    #expect(layout.stickyHeader == .init(element: .header(section: 0), row: -1, height: 2))
  }

  @Test("skips 4,096 hidden items at a time and continues from there")
  func hiddenRuns() {
    let count = 10_000
    let list = Self.list([(false, Array(repeating: 0, count: count) + [1], false)])
    var asked = 0
    let height: (ListElement) -> Int = { element in
      asked += 1
      return element.path?.item == count ? 1 : 0
    }
    var hidden = HiddenItems()
    var passes = 0
    while true {
      let layout = ListLayout(
        list, anchor: .init(element: .item(ItemPath(section: 0, item: 0)), row: 0), rows: 5,
        sticks: false, hidden: &hidden, height: height)
      passes += 1
      if layout.isComplete {
        #expect(layout.frames.map(\.element) == [.item(ItemPath(section: 0, item: count))])
        break
      }
      #expect(layout.frames.isEmpty)
      guard passes < 10 else { break }
    }
    #expect(passes == 3)
    #expect(hidden.count == count)
    #expect(asked <= count + 2, "each hidden item is looked at once")
  }

  @Test("measures only visible items, regardless of the item count")
  func costsWhatIsVisible() {
    func asked(of count: Int, at item: Int) -> Int {
      let list = Self.list([(false, Array(repeating: 1, count: count), false)])
      var asked = 0
      _ = ListLayout(
        list, anchor: .init(element: .item(ItemPath(section: 0, item: item)), row: 3), rows: 8,
        sticks: true
      ) { _ in
        asked += 1
        return 1
      }
      return asked
    }
    #expect(asked(of: 100_000, at: 50_000) <= asked(of: 20, at: 10))
  }
}
