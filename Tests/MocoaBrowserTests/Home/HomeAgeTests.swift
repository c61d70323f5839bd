import Testing

@testable import MocoaBrowser

@Suite("The age of a recent location")
struct HomeAgeTests {
  /// Wednesday, 18 November 2026, 15:00 UTC.
  private static let now = 1_795_014_000

  @Test(
    "is relative within a week, and a date after that",
    arguments: [
      (0, "now"), (59, "now"), (60, "1 min"), (12 * 60, "12 min"), (3599, "59 min"),
      (3600, "1 h"), (6 * 3600 - 1, "5 h"), (6 * 3600, "today"), (15 * 3600, "today"),
      (15 * 3600 + 1, "Tue"), (5 * 86_400, "Fri"), (6 * 86_400, "Thu"), (7 * 86_400, "11 Nov"),
      (200 * 86_400, "2 May"), (400 * 86_400, "2025"), (-100, "now"),
    ])
  func text(seconds: Int, text: String) {
    let age = Age(of: Self.now - seconds, at: Self.now, timeZoneOffset: 0).description
    #expect(age == text)
    #expect(age.count <= 6)
  }

  @Test("counts days in the local time zone")
  func zone() {
    let time = Self.now - 10 * 3600
    #expect(Age(of: time, at: Self.now, timeZoneOffset: 0).description == "today")
    #expect(Age(of: time, at: Self.now, timeZoneOffset: -6 * 3600).description == "Tue")
  }
}
