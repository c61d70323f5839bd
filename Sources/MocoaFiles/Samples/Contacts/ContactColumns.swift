/// The column ranges of the name, nickname, city and phone number in a row.
///
/// They depend only on the width of the row, so the fields of all rows are aligned. If the width is
/// too small for all four, the nickname is omitted first, then the city, then the number.
struct ContactColumns: Equatable {
  let name: Range<Int>
  let nickname: Range<Int>?
  let city: Range<Int>?
  let phone: Range<Int>?

  /// The number of columns between two fields.
  static let gap = 2

  private static let phoneWidth = 16

  init(width: Int) {
    var room = max(0, width)
    func takes(_ columns: Int, beside others: Int) -> Bool {
      let fits = room >= others + Self.gap + columns
      if fits { room -= Self.gap + columns }
      return fits
    }
    var (nameWidth, cityWidth, nicknameWidth) = (14, 12, 8)
    let hasPhone = takes(Self.phoneWidth, beside: nameWidth)
    let hasCity = hasPhone && takes(cityWidth, beside: nameWidth)
    let hasNickname = hasCity && takes(nicknameWidth, beside: nameWidth)
    if hasNickname {
      // The remaining width is divided up to limits at which a row is still easy to follow.
      let rest = room - nameWidth
      cityWidth += min(8, rest / 4)
      nicknameWidth += min(8, rest / 4)
      nameWidth += min(34, rest - 2 * min(8, rest / 4))
    } else {
      nameWidth = room
    }

    var end = nameWidth
    func next(_ columns: Int, _ isShown: Bool) -> Range<Int>? {
      guard isShown else { return nil }
      let start = end + Self.gap
      end = start + columns
      return start..<end
    }
    name = 0..<nameWidth
    nickname = next(nicknameWidth, hasNickname)
    city = next(cityWidth, hasCity)
    phone = next(Self.phoneWidth, hasPhone)
  }
}
