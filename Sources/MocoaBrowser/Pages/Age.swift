internal import Glibc
internal import MocoaLocalization

/// The time since an event, as text of at most six columns.
///
/// Within a week it is relative to the present. After that, it is a date.
struct Age: CustomStringConvertible {
  private let time: Int
  private let now: Int
  private let offset: Int

  private static let (minute, hour, day) = (60, 3600, 86_400)

  /// The number of hours within which the age is a number of hours.
  private static let hourLimit = 6

  /// Creates an age.
  ///
  /// - Parameters:
  ///   - time: The time of the event, in seconds since 1970.
  ///   - now: The present time, in seconds since 1970.
  ///   - offset: The offset of the local time from UTC, in seconds.
  init(of time: Int, at now: Int, timeZoneOffset offset: Int) {
    (self.time, self.now, self.offset) = (time, now, offset)
  }

  var description: String {
    let seconds = now - time
    if seconds < Self.minute { return localized("now") }
    if seconds < Self.hour { return localized("\(seconds / Self.minute) min") }
    if seconds < Self.hourLimit * Self.hour { return localized("\(seconds / Self.hour) h") }
    let days = day(of: now) - day(of: time)
    if days == 0 { return localized("today") }
    guard let fields = Self.fields(of: time + offset), let today = Self.fields(of: now + offset)
    else { return "" }
    if days < 7 { return Self.weekday(Int(fields.tm_wday)) }
    return fields.tm_year == today.tm_year || days < 180
      ? Self.date(day: Int(fields.tm_mday), month: Int(fields.tm_mon))
      : "\(Int(fields.tm_year) + 1900)"
  }

  /// Returns the number of days from 1970 to a time, in the local time zone.
  private func day(of time: Int) -> Int {
    Int((Double(time + offset) / Double(Self.day)).rounded(.down))
  }

  private static func fields(of time: Int) -> tm? {
    var (time, fields) = (time_t(time), tm())
    return gmtime_r(&time, &fields) == nil ? nil : fields
  }

  private static func weekday(_ number: Int) -> String {
    switch number {
    case 0: localized("Sun")
    case 1: localized("Mon")
    case 2: localized("Tue")
    case 3: localized("Wed")
    case 4: localized("Thu")
    case 5: localized("Fri")
    default: localized("Sat")
    }
  }

  private static func date(day: Int, month: Int) -> String {
    switch month {
    case 0: localized("\(day) Jan")
    case 1: localized("\(day) Feb")
    case 2: localized("\(day) Mar")
    case 3: localized("\(day) Apr")
    case 4: localized("\(day) May")
    case 5: localized("\(day) Jun")
    case 6: localized("\(day) Jul")
    case 7: localized("\(day) Aug")
    case 8: localized("\(day) Sep")
    case 9: localized("\(day) Oct")
    case 10: localized("\(day) Nov")
    default: localized("\(day) Dec")
    }
  }
}
