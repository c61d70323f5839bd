/// A day with or without a time of day, as it is written in ISO 8601 or RFC 3339.
///
/// The time is not converted to another time zone.
struct TimeText: Sendable {
  /// The notation of a time, which must be the same for texts whose order is that of their times.
  struct Notation: Hashable, Sendable {
    /// The byte between the day and the time of day, or 0 if the text is only a day.
    let separator: UInt8

    /// The time zone, such as `Z` or `+02:00`, or an empty array.
    let zone: [UInt8]

    /// A Boolean value that indicates whether the text is only a day.
    var isDay: Bool { separator == 0 }
  }

  /// The seconds from 1970 to the time, as if it were in UTC.
  let seconds: Double

  let notation: Notation

  /// The maximum length of a text, in bytes.
  private static let maxLength = 40

  /// Reads a text, or returns `nil` if it is not a time.
  init?(_ text: UnsafeRawBufferPointer) {
    // Most texts are not times, which the first bytes show.
    guard (10...Self.maxLength).contains(text.count), text[4] == UInt8(ascii: "-"),
      text[7] == UInt8(ascii: "-"), let year = Self.number(text, 0..<4),
      let month = Self.number(text, 5..<7), let day = Self.number(text, 8..<10),
      (1...12).contains(month), (1...CivilDay.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    let start = CivilDay(year: year, month: month, day: day).number * 86_400
    guard text.count > 10 else {
      (seconds, notation) = (Double(start), Notation(separator: 0, zone: []))
      return
    }
    guard text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), text.count >= 16,
      text[13] == UInt8(ascii: ":"), let hour = Self.number(text, 11..<13),
      let minute = Self.number(text, 14..<16), hour < 24, minute < 60
    else { return nil }
    var (end, second, fraction) = (16, 0, 0.0)
    if text.count >= 19, text[16] == UInt8(ascii: ":"), let value = Self.number(text, 17..<19) {
      // A leap second belongs to the last second of its minute.
      guard value <= 60 else { return nil }
      (end, second) = (19, min(value, 59))
      if end < text.count, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ",") {
        var unit = 0.1
        end += 1
        while end < text.count, let digit = Self.number(text, end..<end + 1) {
          fraction += Double(digit) * unit
          unit /= 10
          end += 1
        }
      }
    }
    let zone = Array(text[end...])
    guard Self.isZone(zone) else { return nil }
    seconds = Double(start + (hour * 60 + minute) * 60 + second) + fraction
    notation = Notation(separator: text[10], zone: zone)
  }

  private static func number(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      let digit = Int(text[index]) - 0x30
      guard 0...9 ~= digit else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private static func isZone(_ zone: [UInt8]) -> Bool {
    guard let first = zone.first else { return true }
    if zone.count == 1 { return first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") }
    if zone.elementsEqual(" UTC".utf8) || zone.elementsEqual("UTC".utf8) { return true }
    let sign = zone[0] == 0x20 ? zone.dropFirst() : zone[...]
    guard sign.first == UInt8(ascii: "+") || sign.first == UInt8(ascii: "-") else { return false }
    let digits = sign.dropFirst().filter { $0 != UInt8(ascii: ":") }
    return (2...4).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// A day of the Gregorian calendar.
struct CivilDay {
  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// Creates a day from the number of days since 1970-01-01.
  init(number: Int) {
    // The algorithm counts years from March, so that a leap day is the last day of a year.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01.
  var number: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day as text, such as `2026-11-22`.
  var text: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  static func padded(_ number: Int, _ length: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, length - text.count)) + text
  }

  /// Returns the number of days of a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
