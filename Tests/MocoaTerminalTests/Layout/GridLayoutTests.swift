@testable import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("The layout of a grid")
struct GridLayoutTests {
  typealias Frame = ListLayout.Frame

  /// All lines of a list from its first one, computed by summing all heights.
  ///
  /// The layout must have the same result without the sum.
  struct Oracle {
    var frames: [Frame] = []
    var rows = 0

    init(_ list: ListSnapshot, rows: Int, _ arrangement: SectionLayout) {
      let height = ListLayoutTests.height(list)
      var last: Line?
      for (section, snapshot) in list.sections.enumerated() {
        var lines: [[ListElement]] = snapshot.header == nil ? [] : [[.header(section: section)]]
        for item in 0..<snapshot.items.count {
          let element = ListElement.item(ItemPath(section: section, item: item))
          if item % arrangement.itemsPerLine == 0 { lines.append([]) }
          lines[lines.count - 1].append(element)
        }
        if snapshot.footer != nil { lines.append([.footer(section: section)]) }
        for elements in lines {
          let seen = elements.filter { height($0) > 0 }
          guard let first = seen.first else { continue }
          let line = Line(section: section, containsItems: first.path != nil)
          self.rows += Self.gap(last, line, rows, arrangement)
          for (place, element) in seen.enumerated() {
            frames.append(
              Frame(
                element: element, row: self.rows, height: height(element),
                columns: element.path == nil
                  ? 0..<arrangement.columns : arrangement.columns(ofItemAt: place)))
          }
          self.rows += seen.map(height).max() ?? 0
          last = line
        }
      }
      self.rows += Self.gap(last, nil, rows, arrangement)
    }

    struct Line {
      let section: Int
      let containsItems: Bool
    }

    static func gap(_ above: Line?, _ below: Line?, _ rows: Int, _ arrangement: SectionLayout)
      -> Int
    {
      var gap = 0
      if let above, let below, above.section == below.section, above.containsItems,
        below.containsItems
      {
        gap = arrangement.lineSpacing
      } else {
        if above?.containsItems ?? false { gap += arrangement.bottom }
        if below?.containsItems ?? false { gap += arrangement.top }
      }
      return min(gap, rows / 4)
    }

    /// Returns the frames in the viewport after all frames are moved by a number of rows.
    func seen(from top: Int, rows: Int) -> [Frame] {
      frames.map { frame in
        var frame = frame
        frame.row += top
        return frame
      }.filter { $0.rows.upperBound > 0 && $0.row < rows }
    }

    /// Returns the row of the first line that fills the viewport.
    func top(_ wanted: Int, rows: Int) -> Int {
      min(0, wanted + self.rows < rows ? rows - self.rows : wanted)
    }
  }

  static let lists = [
    ListLayoutTests.list([(false, [1, 1, 1, 1, 1, 1, 1], false)]),
    ListLayoutTests.list([(true, [1, 2, 1], false), (true, [3], true)]),
    ListLayoutTests.list([(true, [], true), (false, [1, 1], false), (true, [2, 1, 1, 3], true)]),
    ListLayoutTests.list([(true, [0, 1, 0, 0, 1, 1, 0], false), (true, [0, 0, 0], true)]),
    ListLayoutTests.list([(false, [1, 1, 1, 1], false), (false, [1, 1, 1], false)]),
  ]

  static let styles = [
    GridStyle(.perLine(1), lineSpacing: 1),
    GridStyle(.perLine(2)),
    GridStyle(.perLine(3), insets: .init(top: 1, leading: 2, bottom: 2), itemSpacing: 1),
    GridStyle(.perLine(2), insets: .init(top: 2, bottom: 1), lineSpacing: 2),
    GridStyle(.perLine(5), lineSpacing: 1),
  ]

  static func layout(
    _ list: ListSnapshot, _ anchor: ListLayout.Anchor, rows: Int, _ arrangement: SectionLayout
  ) -> ListLayout {
    var hidden = HiddenItems()
    return ListLayout(
      list, anchor: anchor, rows: rows, sticks: false, hidden: &hidden,
      arrangement: { _ in arrangement }, height: ListLayoutTests.height(list))
  }

  @Test(
    "equals the sum of all heights, for every anchor, row and window",
    arguments: styles)
  func equalsOracle(style: GridStyle) {
    let arrangement = SectionLayout(style, columns: 40, margins: 4)
    for list in Self.lists {
      for rows in [1, 2, 3, 5, 8, 13] {
        let oracle = Oracle(list, rows: rows, arrangement)
        for frame in oracle.frames {
          for row in -3...(rows + 1) {
            let anchor = ListLayout.Anchor(element: frame.element, row: row)
            let layout = Self.layout(list, anchor, rows: rows, arrangement)
            let top = oracle.top(row - frame.row, rows: rows)
            guard layout.frames == oracle.seen(from: top, rows: rows), layout.isComplete else {
              Issue.record("\(frame.element) at \(row) in \(rows) rows: \(layout.frames)")
              return
            }
          }
        }
      }
    }
  }

  @Test(
    "is contiguous and fills the window around a hidden anchor",
    arguments: styles)
  func hiddenAnchors(style: GridStyle) {
    let arrangement = SectionLayout(style, columns: 40, margins: 4)
    for list in Self.lists {
      for rows in [1, 2, 3, 5, 8, 13] {
        let oracle = Oracle(list, rows: rows, arrangement)
        for element in ListLayoutTests.elements(of: list) {
          for row in -3...(rows + 1) {
            let layout = Self.layout(
              list, .init(element: element, row: row), rows: rows, arrangement)
            guard let first = layout.frames.first else {
              #expect(oracle.frames.isEmpty, "\(element) at \(row) in \(rows) rows")
              continue
            }
            let place = oracle.frames.first { $0.element == first.element }?.row ?? 0
            let top = first.row - place
            #expect(
              layout.frames == oracle.seen(from: top, rows: rows)
                && top == oracle.top(top, rows: rows),
              "\(element) at \(row) in \(rows) rows")
          }
        }
      }
    }
  }

  @Test("shows the blank rows at the beginning and the end")
  func ends() throws {
    for list in Self.lists {
      for style in Self.styles {
        let arrangement = SectionLayout(style, columns: 40, margins: 4)
        for rows in [4, 8, 13] {
          let oracle = Oracle(list, rows: rows, arrangement)
          let (first, last) = (try #require(list.firstElement), try #require(list.lastElement))
          let beginning = Self.layout(
            list, .beginning(with: first, rows: rows), rows: rows, arrangement)
          #expect(beginning.frames == oracle.seen(from: 0, rows: rows), "\(style)")
          let end = Self.layout(
            list, .end(with: last, height: ListLayoutTests.height(list)(last)), rows: rows,
            arrangement)
          let top = min(0, rows - oracle.rows)
          #expect(end.frames == oracle.seen(from: top, rows: rows), "\(style)")
        }
      }
    }
  }

  @Test("sticks a header above the lines of its section")
  func sticks() {
    let list = ListLayoutTests.list([(true, [1, 1, 1, 1, 1, 1], false), (true, [1], false)])
    let arrangement = SectionLayout(GridStyle(.perLine(2)), columns: 40, margins: 4)
    var hidden = HiddenItems()
    let layout = ListLayout(
      list, anchor: .init(element: .item(ItemPath(section: 0, item: 3)), row: 0), rows: 4,
      sticks: true, hidden: &hidden, arrangement: { _ in arrangement }, height: { _ in 1 })
    let header = Frame(element: .header(section: 0), row: 0, height: 1, columns: 0..<40)
    #expect(layout.stickyHeader == header)
  }

  @Test("measures only visible items, regardless of the item count")
  func costsWhatIsVisible() {
    func asked(of count: Int, at item: Int) -> Int {
      let list = ListLayoutTests.list([(false, Array(repeating: 1, count: count), false)])
      let arrangement = SectionLayout(
        GridStyle(.perLine(4), lineSpacing: 1), columns: 80, margins: 4)
      var asked = 0
      var hidden = HiddenItems()
      _ = ListLayout(
        list, anchor: .init(element: .item(ItemPath(section: 0, item: item)), row: 3), rows: 8,
        sticks: true, hidden: &hidden, arrangement: { _ in arrangement },
        height: { _ in
          asked += 1
          return 1
        })
      return asked
    }
    #expect(asked(of: 1_000_000, at: 500_001) <= asked(of: 100, at: 51))
    #expect(asked(of: 1_000_000, at: 500_001) <= 4 * 6)
  }
}
