/// A generator of fictional contacts, which are the same in every run.
struct ContactGenerator {
  private static let names = [
    "张三", "李四", "王五", "赵六", "钱七", "孙八", "周九", "吴十", "郑一", "冯二",
  ]

  /// The number of contacts that `next()` created since the last restart.
  private var count = 0

  private var random = LinearCongruentialGenerator(state: 21)

  /// Restarts the numbering of contacts at `01`.
  ///
  /// The sequence of phone numbers continues, so a new contact with an old name has another phone
  /// number.
  mutating func restart() { count = 0 }

  /// Returns a contact with the next number and a pseudorandom phone number: `01 张三`, `02 李四`.
  @MainActor
  mutating func next() -> Contact {
    count += 1
    let number = count < 10 ? "0\(count)" : "\(count)"
    return Contact(
      first: number, last: Self.name(count - 1), phone: Self.phone(random.next(below: 100_000_000)))
  }

  /// Returns a contact whose first name is the tag.
  ///
  /// Equal tags result in equal last names and phone numbers.
  @MainActor
  static func contact(_ tag: String) -> Contact {
    let code = tag.unicodeScalars.reduce(0) { $0 * 31 + Int($1.value) }
    return Contact(first: tag, last: name(code), phone: phone(code * 7_654_321 % 100_000_000))
  }

  /// Returns a pseudorandom index below a count, or `nil` if the count is 0.
  mutating func randomIndex(below count: Int) -> Int? {
    count > 0 ? random.next(below: count) : nil
  }

  private static func name(_ number: Int) -> String { names[number % names.count] }

  /// Returns an eight-digit phone number with an area code that does not exist: `100-0123-4567`.
  private static func phone(_ number: Int) -> String {
    func group(_ digits: Int) -> String {
      let text = String(digits)
      return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
    return "100-\(group(number / 10_000))-\(group(number % 10_000))"
  }
}

/// A generator of pseudorandom numbers that are the same in every run.
private struct LinearCongruentialGenerator {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
