import Testing

@testable import MocoaTerminal

@Suite("How the items of a section stand")
struct ArrangementTests {
  static func places(_ style: GridStyle, _ columns: Int) -> [Range<Int>] {
    let arrangement = Arrangement(style, columns: columns, margins: 4)
    return (0..<arrangement.itemsPerLine).map { arrangement.columns(ofPlace: $0) }
  }

  // F79.
  @Test("nothing is left blank unless it is asked for")
  func defaults() {
    let style = GridStyle()
    #expect(style.insets == .init(top: 0, leading: 0, bottom: 0, trailing: 0))
    #expect(style.lineSpacing == 0 && style.itemSpacing == 0 && style.rows == nil)
  }

  @Test("so many items share a line, with insets at its ends and spacing between them")
  func perLine() {
    #expect(Self.places(GridStyle(.perLine(2)), 40) == [0..<20, 20..<40])
    #expect(Self.places(GridStyle(.perLine(3)), 40) == [0..<13, 13..<26, 26..<39])
    let style = GridStyle(
      .perLine(2), insets: .init(top: 1, leading: 3, bottom: 1, trailing: 5), itemSpacing: 2)
    #expect(Self.places(style, 40) == [3..<18, 20..<35])
  }

  @Test("as many stand in a line as can have their columns, and they share what is left over")
  func columns() {
    #expect(Self.places(GridStyle(.columns(atLeast: 16)), 80).count == 4)
    #expect(Self.places(GridStyle(.columns(atLeast: 17)), 80) == [0..<26, 26..<52, 52..<78])
    #expect(Self.places(GridStyle(.columns(atLeast: 17)), 20) == [0..<20])
    #expect(Self.places(GridStyle(.columns(atLeast: 100)), 80) == [0..<80])
  }

  @Test("in a window that is too narrow fewer stand in a line, and there is less around them")
  func narrow() {
    #expect(Self.places(GridStyle(.perLine(8)), 20).count == 4)
    #expect(Self.places(GridStyle(.perLine(8)), 3) == [0..<3])
    #expect(Self.places(GridStyle(.perLine(8)), 0) == [0..<0])
    let wide = GridStyle(.perLine(2), insets: .init(leading: 30, trailing: 30))
    #expect(Self.places(wide, 40) == [0..<20, 20..<40])
  }

  @Test("whatever is asked for, items stand side by side in the window, all of the same width")
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

  @Test("the line of an item follows from its position alone")
  func lines() {
    let arrangement = Arrangement(GridStyle(.perLine(3)), columns: 60, margins: 4)
    #expect(arrangement.line(of: 0, count: 8) == 0..<3)
    #expect(arrangement.line(of: 5, count: 8) == 3..<6)
    #expect(arrangement.line(of: 7, count: 8) == 6..<8)
    #expect(Arrangement.list(columns: 60).line(of: 7, count: 8) == 7..<8)
  }
}
