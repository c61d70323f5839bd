internal import Glibc

/// A point in time, which is formatted as a time of day in the local time zone.
struct LocalTime: CustomStringConvertible {
  private let time: time_t

  /// Creates a time from seconds since 1970.
  init(_ time: Int) {
    self.time = time
  }

  /// The current time in seconds since 1970.
  static var now: Int { Glibc.time(nil) }

  /// The offset of the local time zone from UTC at this time, in seconds.
  var timeZoneOffset: Int {
    var (time, fields) = (time, tm())
    return localtime_r(&time, &fields) == nil ? 0 : fields.tm_gmtoff
  }

  /// The hours, minutes and seconds, such as `14:03:05`.
  var description: String { Self.text(time, "%H:%M:%S") { localtime_r($0, $1) } }

  /// The date and time in UTC, such as `2026-11-21T14:03:05Z`.
  var timestamp: String { Self.text(time, "%Y-%m-%dT%H:%M:%SZ") { gmtime_r($0, $1) } }

  private static func text(
    _ time: time_t, _ format: String,
    _ parts: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var (time, fields) = (time, tm())
    guard parts(&time, &fields) != nil else { return "" }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, 32, format, &fields) }
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
