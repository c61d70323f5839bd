internal import CNcurses
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// Finds out what colours there are; none if NO_COLOR says so.
  func startColors() {
    pairs = ColorPairs(depth: .none, capacity: 0)
    numbers = ColorNumbers(.palette)
    if let wish = variable("NO_COLOR"), !wish.isEmpty { return }
    // Asking for a pair where there is no colour crashes ncurses 6.4.
    guard has_colors(), start_color() == OK else { return }
    let count = Int(mocoa_color_count())
    var depth = ColorDepth(colors: count, isDirect: mocoa_flag("RGB") && count > 256)
    if depth == .full {
      numbers = ColorNumbers(.direct)
    } else if depth == .palette, takesStandIns {
      depth = .full
      numbers = ColorNumbers(.standIns)
    }
    hasDefaultColors = use_default_colors() == OK
    pairs = ColorPairs(depth: depth, capacity: min(Int(mocoa_pair_count()), 32_768) - 1)
  }

  /// Whether red, green and blue can be put in place of what curses writes: the terminal says that it
  /// knows them, curses writes what is known here, and what it writes passes through here.
  private var takesStandIns: Bool {
    guard frames != nil, mocoa_sets_colors_like_xterm() else { return false }
    if mocoa_flag("RGB") || mocoa_flag("Tc") { return true }
    guard let word = variable("COLORTERM"), ["truecolor", "24bit"].contains(word) else {
      return false
    }
    // GNU screen has handed on what the terminal around it says, and does not know them itself.
    let isScreen = variable("TERM")?.hasPrefix("screen") ?? false
    return !isScreen || variable("TMUX") != nil
  }

  private func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The number of the pair for a style; nil if there are no more and `whenFull` names none.
  func number(for style: Style, _ whenFull: ColorPairs.Answer) -> Int32? {
    switch pairs.pair(for: style) {
    case .pair(let number): return number
    case .define(let number, let colors): return define(number, colors, whenFull)
    case .full:
      guard case .pair(let number) = whenFull else { return nil }
      return number
    }
  }

  private func define(
    _ pair: Int32, _ colors: ColorPairs.Colors, _ whenFull: ColorPairs.Answer
  ) -> Int32? {
    guard let foreground = number(of: colors.foreground, default: 7, whenFull),
      let background = number(of: colors.background, default: 0, whenFull)
    else { return nil }
    if init_extended_pair(pair, foreground, background) == OK { return pair }
    pairs.refuse(colors)
    return 0
  }

  /// The number of a colour; where none is left, nil at first, and that of the nearest one then.
  private func number(
    of color: Color?, default number: Int32, _ whenFull: ColorPairs.Answer
  ) -> Int32? {
    guard let color else { return hasDefaultColors ? -1 : number }
    if let number = numbers.number(of: color) { return number }
    guard case .pair = whenFull else { return nil }
    return numbers.nearest(to: color).flatMap { numbers.number(of: $0) }
  }

  /// Forgets all pairs, for more are needed than there are.
  func forgetColors() {
    pairs.removeAll()
    guard numbers.hasStandIns else { return numbers.removeAll() }
    numbers.removeAll()
    // What stands on the screen was written with numbers that mean other colours from now on.
    clearok(mocoa_curscr(), true)
  }
}
