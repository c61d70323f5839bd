internal import MocoaData
internal import MocoaModel

/// A piece of an album.
struct Track: Entity {
  let id: String
  var title: String
  var seconds: Int
}

/// How long something plays, as it is written: `4:05`, and `1:04:05` from an hour on.
enum PlayingTime {
  static func text(_ seconds: Int) -> String {
    let (minutes, rest) = (seconds / 60, seconds % 60)
    let tail = ":\(twoDigits(rest))"
    return minutes < 60 ? "\(minutes)\(tail)" : "\(minutes / 60):\(twoDigits(minutes % 60))\(tail)"
  }

  /// The seconds of a time written as minutes and seconds; nil where it is none.
  static func seconds(in text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let minutes = number(parts[0], digits: 1...3),
      let seconds = number(parts[1], digits: 2...2), seconds < 60
    else { return nil }
    return minutes * 60 + seconds
  }

  /// A number written in so many digits; nil where there is anything else.
  static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
