import MocoaTerminal

/// Which colour pair stands for which two colours.
///
/// Curses knows colours only as numbered pairs, of which a terminal has a limited number, 64 on
/// some. A pair that is on the screen cannot be given other colours, as that would recolour what
/// stands there. So pairs are handed out until there are no more; then the table is emptied and the
/// caller writes its whole frame again.
struct ColorPairs {
  /// Two colours; nil is the terminal's default.
  struct Colors: Hashable {
    var foreground: Color?
    var background: Color?

    static let defaults = Colors(foreground: nil, background: nil)
  }

  /// The pair for a style.
  enum Answer: Equatable {
    /// This pair, which has its colours.
    case pair(Int32)

    /// This pair, which has to be given these colours first.
    case define(Int32, Colors)

    /// There is none left.
    case full
  }

  /// How many colours the terminal shows.
  let depth: ColorDepth

  /// The number of pairs besides pair 0.
  let capacity: Int

  private var numbers: [Colors: Int32] = [:]
  private var used = 0

  /// An empty table; `capacity` does not count pair 0, the terminal's own.
  init(depth: ColorDepth, capacity: Int) {
    self.depth = capacity > 0 ? depth : .none
    self.capacity = capacity
  }

  /// The colours in which a style is shown on this terminal.
  func colors(of style: Style) -> Colors {
    var colors = Colors(
      foreground: style.foreground.flatMap { depth.nearest(to: $0, isText: true) },
      background: style.background.flatMap { depth.nearest(to: $0, isText: false) })
    guard let background = colors.background else { return colors }
    // Text that would vanish, two colours having become one or a default being unknown.
    if depth < .palette, colors.foreground == colors.background || colors.foreground == nil {
      colors.foreground = depth.contrast(to: background)
    }
    return colors
  }

  /// The pair for a style.
  mutating func pair(for style: Style) -> Answer {
    let colors = colors(of: style)
    if colors == .defaults { return .pair(0) }
    if let number = numbers[colors] { return .pair(number) }
    guard used < capacity else { return .full }
    used += 1
    numbers[colors] = Int32(used)
    return .define(Int32(used), colors)
  }

  /// Remembers that the terminal refused these colours: they are shown as the default from now on.
  mutating func refuse(_ colors: Colors) {
    numbers[colors] = 0
  }

  /// Forgets all pairs.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    used = 0
  }
}
