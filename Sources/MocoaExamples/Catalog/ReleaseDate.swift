/// The release date of an album, stored as text: `1959-08-17`.
struct ReleaseDate: Hashable, Sendable, Comparable {
  /// The year, month and day.
  ///
  /// Comparing two dates as text gives the same order as comparing them by time.
  let text: String

  /// Creates a date from text, or returns `nil` if the text is not an existing day.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = PlayingTime.number(parts[0], digits: 4...4),
      let month = PlayingTime.number(parts[1], digits: 2...2), (1...12).contains(month),
      let day = PlayingTime.number(parts[2], digits: 2...2), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.text = text
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  static func < (one: ReleaseDate, other: ReleaseDate) -> Bool { one.text < other.text }
}

extension ReleaseDate: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = ReleaseDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a date")
    }
    self = date
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
