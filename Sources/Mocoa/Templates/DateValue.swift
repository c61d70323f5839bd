internal import MocoaModel

/// A day and a time of day, read from text or a number.
///
/// Text keeps its own day and time, without conversion of its time zone. A number counts from 1970,
/// and its day and time are in UTC.
struct DateValue {
  /// The parts of the value that are formatted: the day, the time of day, or both.
  enum Components: Hashable, Sendable {
    case day, time, both
  }

  private let day: String
  private let time: String

  /// Reads `2026-11-21T14:03:05Z` and its shorter forms, or a number of seconds, milliseconds,
  /// microseconds or nanoseconds since 1970.
  ///
  /// The result is `nil` for any other value.
  init?(_ value: FieldValue) {
    switch value {
    case .int(let number): self.init(sinceEpoch: Double(number))
    case .double(let number): self.init(sinceEpoch: number)
    case .string(let text):
      if let moment = DateValue(text: text) {
        self = moment
      } else if let number = NumberFormatting.number(value) {
        self.init(sinceEpoch: number)
      } else {
        return nil
      }
    case .decimal:
      guard let number = NumberFormatting.number(value) else { return nil }
      self.init(sinceEpoch: number)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// Returns the day `2026-11-21`, the time `14:03:05`, or both as `2026-11-21 14:03`.
  func text(_ parts: Components) -> String {
    switch parts {
    case .day: day
    case .time: time.isEmpty ? "00:00:00" : time
    case .both: time.isEmpty ? day : "\(day) \(time.prefix(5))"
    }
  }

  /// Returns `true` if a text is a day, with or without a time.
  static func isText(_ text: String) -> Bool { DateValue(text: text) != nil }

  // MARK: - Text

  private init?(text: String) {
    let bytes = Array(text.utf8.prefix(19))
    guard DatePattern.startsWithDay(bytes) else { return nil }
    day = String(decoding: bytes[..<DatePattern.dayLength], as: UTF8.self)
    guard bytes.count > DatePattern.dayLength else {
      time = ""
      return
    }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
    let timeBytes = bytes[11...]
    let hasSeconds = DatePattern.matches(timeBytes.prefix(8), "00:00:00")
    guard hasSeconds || DatePattern.matches(timeBytes.prefix(5), "00:00") else { return nil }
    time =
      String(decoding: timeBytes.prefix(hasSeconds ? 8 : 5), as: UTF8.self)
      + (hasSeconds ? "" : ":00")
  }

  // MARK: - Numbers

  /// The number from which a value counts as milliseconds and not as seconds.
  ///
  /// As seconds, this number is a date in the year 5138; as milliseconds, it is a date in 1973.
  private static let secondsEnd = 1e11

  private init?(sinceEpoch number: Double) {
    var seconds = number
    // At most three divisions, down from nanoseconds. A larger number is not a date.
    for _ in 0..<3 where abs(seconds) >= Self.secondsEnd { seconds /= 1000 }
    guard abs(seconds) < Self.secondsEnd else { return nil }
    let totalSeconds = Int(seconds.rounded(.down))
    let days = totalSeconds >= 0 ? totalSeconds / 86_400 : (totalSeconds - 86_399) / 86_400
    let secondsOfDay = totalSeconds - days * 86_400
    day = Self.day(days)
    time = [secondsOfDay / 3600, secondsOfDay / 60 % 60, secondsOfDay % 60].map {
      Self.padded($0, to: 2)
    }
    .joined(separator: ":")
  }

  /// Returns the date of a day in the Gregorian calendar.
  ///
  /// In the computation, years begin in March, so that the leap day is the last day of a year.
  ///
  /// - Parameter days: The number of days since 1970-01-01.
  private static func day(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let civil = year + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(civil, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
