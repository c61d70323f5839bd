import MocoaTerminal
import Testing

@testable import MocoaNcurses

struct ColorPairsTests {
  @Test func aStyleGetsOnePairOnce() {
    var pairs = ColorPairs(depth: .palette, capacity: 10)
    let red = ColorPairs.Colors(foreground: 1, background: nil)
    #expect(pairs.pair(for: .plain) == .pair(0))
    #expect(pairs.pair(for: Style(foreground: 1)) == .define(1, red))
    #expect(pairs.pair(for: Style(foreground: 1, .bold)) == .pair(1))
    #expect(pairs.pair(for: Style([.bold, .reverse])) == .pair(0))
  }

  @Test func aFullTableSaysSoAndIsEmptiedAtOnce() {
    var pairs = ColorPairs(depth: .palette, capacity: 2)
    for index in 1...2 { _ = pairs.pair(for: Style(foreground: .palette(UInt8(index)))) }
    #expect(pairs.pair(for: Style(foreground: 3)) == .exhausted)
    #expect(pairs.pair(for: Style(foreground: 2)) == .pair(2))
    pairs.removeAll()
    #expect(
      pairs.pair(for: Style(foreground: 3))
        == .define(1, ColorPairs.Colors(foreground: 3, background: nil)))
  }

  @Test func coloursThatTheTerminalRefusedAreItsOwnFromThenOn() {
    var pairs = ColorPairs(depth: .palette, capacity: 10)
    guard case .define(_, let colors) = pairs.pair(for: Style(foreground: 1)) else {
      Issue.record("no new pair")
      return
    }
    pairs.markUnsupported(colors)
    #expect(pairs.pair(for: Style(foreground: 1)) == .pair(0))
  }

  @Test(arguments: [
    (0, false, ColorDepth.none), (-1, false, .none), (2, false, .none), (8, false, .basic),
    (16, false, .bright), (88, false, .bright), (256, false, .palette),
    (16_777_216, true, .full), (16_777_216, false, .palette), (32_768, true, .basic),
  ])
  func theDepthFollowsFromWhatTheTerminalSays(colors: Int, isDirect: Bool, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors, isDirect: isDirect) == depth)
  }

  @Test func everyColourHasANeighbourThatTheTerminalHas() {
    for depth in [ColorDepth.none, .basic, .bright, .palette] {
      func isKnown(_ color: Color) -> Bool {
        if case .palette(let index) = color { Int(index) < depth.rawValue } else { false }
      }
      for index in UInt8.min...UInt8.max {
        for isText in [true, false] {
          let nearest = depth.nearest(to: .palette(index), isText: isText)
          #expect(nearest.map(isKnown) ?? (depth <= .basic))
          if Int(index) < depth.rawValue { #expect(nearest == .palette(index)) }
          let (other, third) = (index &* 7, index &* 31)
          let mixed = depth.nearest(to: .rgb(index, other, third), isText: isText)
          #expect(mixed.map(isKnown) ?? (depth <= .basic))
        }
      }
    }
  }

  @Test func neighboursAreNear() {
    #expect(ColorDepth.basic.nearest(to: 9, isText: true) == 1)
    #expect(ColorDepth.basic.nearest(to: 196, isText: true) == 1)
    #expect(ColorDepth.basic.nearest(to: 240, isText: true) == nil)
    #expect(ColorDepth.bright.nearest(to: 244, isText: true) == 8)
    #expect(ColorDepth.bright.nearest(to: 255, isText: false) == 7)
    #expect(ColorDepth.palette.nearest(to: .rgb(95, 215, 216), isText: true) == 80)
    #expect(ColorDepth.palette.nearest(to: .rgb(255, 0, 0), isText: true) == 196)
    #expect(ColorDepth.palette.nearest(to: .rgb(150, 150, 151), isText: true) == 246)
    #expect(ColorDepth.bright.nearest(to: .rgb(95, 215, 216), isText: true) == 6)
    #expect(ColorDepth.basic.nearest(to: .rgb(255, 95, 95), isText: true) == 1)
    #expect(ColorDepth.full.nearest(to: .rgb(1, 2, 3), isText: true) == .rgb(1, 2, 3))
  }

  @Test func textNeverVanishesInItsBackground() {
    for depth in [ColorDepth.basic, .bright] {
      let pairs = ColorPairs(depth: depth, capacity: 100)
      for foreground in UInt8.min...UInt8.max {
        for background in UInt8.min...UInt8.max where foreground != background {
          let colors = pairs.colors(
            of: Style(foreground: .palette(foreground), background: .palette(background)))
          #expect(colors.foreground != colors.background)
        }
      }
    }
  }

  @Test func withoutColourThereIsOnlyTheTerminalsOwnPair() {
    for pairs in [ColorPairs(depth: .none, capacity: 64), ColorPairs(depth: .palette, capacity: 0)]
    {
      var pairs = pairs
      #expect(pairs.pair(for: Style(foreground: 1, background: 200)) == .pair(0))
    }
  }
}
