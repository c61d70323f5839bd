import MocoaTerminal

/// The color pairs of the terminal, by their colors.
///
/// Curses supports only numbered pairs of colors, and some terminals have only 64. A pair that is
/// visible on the screen must not change, because its text would change color. When all pairs are
/// used, the table is emptied, and the caller writes the complete frame again.
struct ColorPairs {
  /// A foreground and a background color, with `nil` for the terminal's default.
  struct Colors: Hashable {
    var foreground: Color?
    var background: Color?

    static let defaults = Colors(foreground: nil, background: nil)
  }

  /// The result of a request for the pair of a style.
  enum Allocation: Equatable {
    /// An existing pair.
    case pair(Int32)

    /// A new pair that must be defined with these colors first.
    case define(Int32, Colors)

    /// No pair is left.
    case exhausted
  }

  /// The number of colors that the terminal supports.
  let depth: ColorDepth

  /// The number of pairs, without pair 0.
  let capacity: Int

  private var numbers: [Colors: Int32] = [:]

  /// The colors of the terminal by the colors of styles.
  private var supportedColors: [Colors: Colors] = [:]

  /// The maximum number of elements of `supportedColors`, because colors may come from data.
  private static let maxSupportedColors = 4_096

  private var used = 0

  /// Creates an empty table.
  ///
  /// `capacity` does not include pair 0, the terminal's default.
  init(depth: ColorDepth, capacity: Int) {
    self.depth = capacity > 0 ? depth : .none
    self.capacity = capacity
  }

  /// Returns the colors in which this terminal shows a style.
  func colors(of style: Style) -> Colors {
    var colors = Colors(
      foreground: style.foreground.flatMap { depth.nearest(to: $0, isText: true) },
      background: style.background.flatMap { depth.nearest(to: $0, isText: false) })
    guard let background = colors.background else { return colors }
    // Text is invisible if both colors became the same, and may be invisible if the foreground is
    // the unknown default.
    if depth < .palette, colors.foreground == colors.background || colors.foreground == nil {
      colors.foreground = depth.contrast(to: background)
    }
    return colors
  }

  /// Returns the colors in which this terminal shows a style, searching them once.
  private mutating func supportedColors(of style: Style) -> Colors {
    let wanted = Colors(foreground: style.foreground, background: style.background)
    if let known = supportedColors[wanted] { return known }
    if supportedColors.count >= Self.maxSupportedColors { supportedColors.removeAll() }
    let colors = colors(of: style)
    supportedColors[wanted] = colors
    return colors
  }

  /// Returns the pair for a style.
  mutating func pair(for style: Style) -> Allocation {
    let colors = supportedColors(of: style)
    if colors == .defaults { return .pair(0) }
    if let number = numbers[colors] { return .pair(number) }
    guard used < capacity else { return .exhausted }
    used += 1
    numbers[colors] = Int32(used)
    return .define(Int32(used), colors)
  }

  /// Records that the terminal cannot define a pair of colors.
  ///
  /// Styles with these colors use the default pair from now on.
  mutating func markUnsupported(_ colors: Colors) {
    numbers[colors] = 0
  }

  /// Removes all pairs.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    used = 0
  }
}
