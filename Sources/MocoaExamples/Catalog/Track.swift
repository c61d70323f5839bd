internal import MocoaModel
internal import MocoaStore

/// A track of an album.
struct Track: Entity {
  let id: String
  var title: String
  var seconds: Int
}

/// The format of playing times: `4:05`, and `1:04:05` from one hour.
enum PlayingTime {
  static func text(_ seconds: Int) -> String {
    let (minutes, rest) = (seconds / 60, seconds % 60)
    let tail = ":\(twoDigits(rest))"
    return minutes < 60 ? "\(minutes)\(tail)" : "\(minutes / 60):\(twoDigits(minutes % 60))\(tail)"
  }

  /// Returns the seconds in a playing time such as `4:05`, or `nil` if the text has another format.
  static func parse(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let minutes = number(parts[0], digits: 1...3),
      let seconds = number(parts[1], digits: 2...2), seconds < 60
    else { return nil }
    return minutes * 60 + seconds
  }

  /// Returns a number of `digits` decimal digits, or `nil` if the text is not such a number.
  static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
