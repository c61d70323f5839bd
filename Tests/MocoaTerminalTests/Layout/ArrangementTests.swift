import Testing

@testable import MocoaTerminal

@Suite("The layout of a section")
struct ArrangementTests {
  static func places(_ style: GridStyle, _ columns: Int) -> [Range<Int>] {
    let arrangement = SectionLayout(style, columns: columns, margins: 4)
    return (0..<arrangement.itemsPerLine).map { arrangement.columns(ofItemAt: $0) }
  }

  // F79.
  @Test("has no spacing by default")
  func defaults() {
    let style = GridStyle()
    #expect(style.insets == .init(top: 0, leading: 0, bottom: 0, trailing: 0))
    #expect(style.lineSpacing == 0 && style.itemSpacing == 0 && style.rows == nil)
  }

  @Test("has a fixed number of items per line, with insets and spacing")
  func perLine() {
    #expect(Self.places(GridStyle(.perLine(2)), 40) == [0..<20, 20..<40])
    #expect(Self.places(GridStyle(.perLine(3)), 40) == [0..<13, 13..<26, 26..<39])
    let style = GridStyle(
      .perLine(2), insets: .init(top: 1, leading: 3, bottom: 1, trailing: 5), itemSpacing: 2)
    #expect(Self.places(style, 40) == [3..<18, 20..<35])
  }

  @Test("fits as many items per line as their minimum width allows")
  func columns() {
    #expect(Self.places(GridStyle(.columns(atLeast: 16)), 80).count == 4)
    #expect(Self.places(GridStyle(.columns(atLeast: 17)), 80) == [0..<26, 26..<52, 52..<78])
    #expect(Self.places(GridStyle(.columns(atLeast: 17)), 20) == [0..<20])
    #expect(Self.places(GridStyle(.columns(atLeast: 100)), 80) == [0..<80])
  }

  @Test("has fewer items and smaller insets in a narrow window")
  func narrow() {
    #expect(Self.places(GridStyle(.perLine(8)), 20).count == 4)
    #expect(Self.places(GridStyle(.perLine(8)), 3) == [0..<3])
    #expect(Self.places(GridStyle(.perLine(8)), 0) == [0..<0])
    let wide = GridStyle(.perLine(2), insets: .init(leading: 30, trailing: 30))
    #expect(Self.places(wide, 40) == [0..<20, 20..<40])
  }

  @Test("puts items of equal width side by side, for any style")
  func properties() {
    let numbers = [Int.min, -1, 0, 1, 2, 7, 1000, Int.max]
    for columns in [0, 1, 4, 5, 6, 20, 79, 200] {
      for count in numbers {
        for inset in numbers {
          for spacing in numbers {
            for items in [GridStyle.Items.perLine(count), .columns(atLeast: count)] {
              let style = GridStyle(
                items, insets: .init(leading: inset, trailing: inset), itemSpacing: spacing)
              let places = Self.places(style, columns)
              let isInside = places.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= columns }
              #expect(!places.isEmpty && isInside, "\(style) in \(columns)")
              #expect(Set(places.map(\.count)).count == 1)
              #expect(columns == 0 || places.allSatisfy { !$0.isEmpty })
              for (place, next) in zip(places, places.dropFirst()) {
                #expect(place.upperBound <= next.lowerBound)
              }
            }
          }
        }
      }
    }
  }

  @Test("derives the line of an item from its index alone")
  func lines() {
    let arrangement = SectionLayout(GridStyle(.perLine(3)), columns: 60, margins: 4)
    #expect(arrangement.line(of: 0, count: 8) == 0..<3)
    #expect(arrangement.line(of: 5, count: 8) == 3..<6)
    #expect(arrangement.line(of: 7, count: 8) == 6..<8)
    #expect(SectionLayout.list(columns: 60).line(of: 7, count: 8) == 7..<8)
  }
}
