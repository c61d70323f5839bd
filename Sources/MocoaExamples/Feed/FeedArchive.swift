internal import MocoaModel

/// The generated news of the server: 125 groups of the kinds 100, 101 and 102.
enum FeedArchive {
  /// All groups: the group of banners, then all other groups, newest first.
  static let groups =
    [group("102", number: 0, items: (0..<5).map { item($0, of: 0) })]
    + (1..<125).map { number in
      let hasPictures = number.isMultiple(of: 13)
      return group(
        hasPictures ? "101" : "100", number: number,
        items: [item(0, of: number, images: hasPictures ? 3 : 1)])
    }

  private static func group(_ kind: String, number: Int, items: [FieldValue]) -> FieldValue {
    .object([
      .init(name: "group", value: .string(kind)),
      .init(name: "gid", value: .int(Int64(1000 + number))),
      .init(name: "items", value: .array(items)),
    ])
  }

  private static func item(_ place: Int, of group: Int, images: Int = 1) -> FieldValue {
    let nid = (1000 + group) * 10 + place
    let pictures = (0..<images).map {
      FieldValue.string("https://news.example/images/\(nid)-\($0)")
    }
    return .object([
      .init(name: "nid", value: .int(Int64(nid))),
      .init(name: "url", value: .string("https://news.example/\(nid)")),
      .init(name: "title", value: .string(title(group + place))),
      images == 1
        ? .init(name: "image", value: pictures[0]) : .init(name: "images", value: .array(pictures)),
      .init(name: "date", value: .string(date(minutesAgo: group * 47 + place * 9))),
      .init(name: "comments", value: .int(Int64((group * 37 + place * 11) % 240))),
    ])
  }

  private static let subjects = [
    "The harbour museum", "深海探测器", "A night train", "城市图书馆", "The solar kite 🪁",
    "机器人乐队", "The river festival", "熊猫幼崽 🐼", "An old telescope", "高原列车",
    "The village bakery 🥖",
  ]

  private static let events = [
    "opens after ten years of work", "传回第一批照片", "has found a second home",
    "今夜通宵开放 🌙", "breaks its own record", "走红网络", "returns in spring 🌸",
  ]

  private static func title(_ number: Int) -> String {
    "\(subjects[number % subjects.count]) \(events[number % events.count])"
  }

  /// Returns a time in March 2026, before 18:00 on the 31st.
  private static func date(minutesAgo: Int) -> String {
    let minutes = 30 * 24 * 60 + 18 * 60 - minutesAgo
    let (day, hour, minute) = (minutes / 1440 + 1, minutes / 60 % 24, minutes % 60)
    return "2026-03-\(two(day)) \(two(hour)):\(two(minute))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
