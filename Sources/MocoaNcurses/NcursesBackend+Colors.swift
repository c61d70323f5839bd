internal import CNcurses
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// Detects the colors that the terminal supports.
  ///
  /// If NO_COLOR is set and not empty, the backend uses no colors.
  func startColors() {
    pairs = ColorPairs(depth: .none, capacity: 0)
    numbers = ColorIndexTable(.palette)
    if let wish = variable("NO_COLOR"), !wish.isEmpty { return }
    // Requesting a pair without color support crashes ncurses 6.4.
    guard has_colors(), start_color() == OK else { return }
    let count = Int(mocoa_color_count())
    var depth = ColorDepth(colors: count, isDirect: mocoa_flag("RGB") && count > 256)
    if depth == .full {
      numbers = ColorIndexTable(.direct)
    } else if depth == .palette, supportsApproximations {
      depth = .full
      numbers = ColorIndexTable(.aliased)
    }
    hasDefaultColors = use_default_colors() == OK
    pairs = ColorPairs(depth: depth, capacity: min(Int(mocoa_pair_count()), 32_768) - 1)
  }

  /// A Boolean value that indicates whether numbers in the output of curses can be replaced with
  /// RGB colors.
  ///
  /// This requires that the terminal reports true color, that the sequences of curses have the
  /// known format, and that the output passes through the backend.
  private var supportsApproximations: Bool {
    guard frames != nil, mocoa_sets_colors_like_xterm() else { return false }
    if mocoa_flag("RGB") || mocoa_flag("Tc") { return true }
    guard let word = variable("COLORTERM"), ["truecolor", "24bit"].contains(word) else {
      return false
    }
    // GNU screen passes on COLORTERM of the outer terminal, but does not support true color itself.
    let isScreen = variable("TERM")?.hasPrefix("screen") ?? false
    return !isScreen || variable("TMUX") != nil
  }

  private func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the number of the color pair of a style.
  ///
  /// If no pair is left, returns the pair in `whenFull`, or `nil` if `whenFull` is not a pair.
  func number(for style: Style, _ whenFull: ColorPairs.Allocation) -> Int32? {
    switch pairs.pair(for: style) {
    case .pair(let number): return number
    case .define(let number, let colors): return define(number, colors, whenFull)
    case .exhausted:
      guard case .pair(let number) = whenFull else { return nil }
      return number
    }
  }

  private func define(
    _ pair: Int32, _ colors: ColorPairs.Colors, _ whenFull: ColorPairs.Allocation
  ) -> Int32? {
    guard let foreground = number(of: colors.foreground, default: 7, whenFull),
      let background = number(of: colors.background, default: 0, whenFull)
    else { return nil }
    if init_extended_pair(pair, foreground, background) == OK { return pair }
    pairs.markUnsupported(colors)
    return 0
  }

  /// Returns the number that the terminal uses for a color, and allocates one if needed.
  ///
  /// If no number is left, returns `nil`, or the number of the nearest color if `whenFull` is a
  /// pair.
  private func number(
    of color: Color?, default number: Int32, _ whenFull: ColorPairs.Allocation
  ) -> Int32? {
    guard let color else { return hasDefaultColors ? -1 : number }
    if let number = numbers.number(of: color) { return number }
    guard case .pair = whenFull else { return nil }
    return numbers.nearest(to: color).flatMap { numbers.number(of: $0) }
  }

  /// Removes all pairs, because a frame needs more pairs than are left.
  func removeColorPairs() {
    pairs.removeAll()
    guard numbers.hasApproximations else { return numbers.removeAll() }
    numbers.removeAll()
    // The numbers on the screen will be aliases of other colors, so all of it must be sent again.
    clearok(mocoa_curscr(), true)
  }
}
