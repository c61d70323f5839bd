internal import CNcurses
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// Finds out what colours there are; none if NO_COLOR says so.
  func startColors() {
    pairs = ColorPairs(depth: .none, capacity: 0)
    if let wish = getenv("NO_COLOR"), wish.pointee != 0 { return }
    // Asking for a pair where there is no colour crashes ncurses 6.4.
    guard has_colors(), start_color() == OK else { return }
    let depth = ColorDepth(colors: Int(mocoa_color_count()), isDirect: mocoa_flag("RGB"))
    hasDefaultColors = use_default_colors() == OK
    pairs = ColorPairs(depth: depth, capacity: min(Int(mocoa_pair_count()), 32_768) - 1)
  }

  /// The number of the pair for a style; nil if there are no more and `whenFull` names none.
  func number(for style: Style, _ whenFull: ColorPairs.Answer) -> Int32? {
    switch pairs.pair(for: style) {
    case .pair(let number):
      return number
    case .define(let number, let colors):
      let foreground = colors.foreground.map(Int32.init) ?? (hasDefaultColors ? -1 : 7)
      let background = colors.background.map(Int32.init) ?? (hasDefaultColors ? -1 : 0)
      if init_extended_pair(number, foreground, background) == OK { return number }
      pairs.refuse(colors)
      return 0
    case .full:
      guard case .pair(let number) = whenFull else { return nil }
      return number
    }
  }
}
