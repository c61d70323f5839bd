internal import MocoaModel

/// How a template writes a value.
struct ValueFormat: Hashable, Sendable {
  /// What is made of the value.
  enum Kind: Hashable, Sendable {
    /// The value as it is.
    case plain

    /// A size in bytes, by steps of 1,024.
    case bytes

    /// A share of 1, in hundredths.
    case percent

    /// A moment: its day, its time of day, or both.
    case moment(Moment.Parts)

    /// How many values a list or an object has.
    case count

    /// One of two words for a truth value.
    case words(yes: String, no: String)

    /// A bar that is as long as a number is large.
    case bar(width: Int, full: Double)

    /// The newest of a list of numbers, each as a bar that stands.
    case spark(limit: Int)
  }

  var kind = Kind.plain

  /// Whether digits stand in groups of three.
  var isGrouped = false

  /// How many decimals a number has; nil for as many as it needs.
  var decimals: Int?

  /// Values that hold others are written as JSON, up to so many characters.
  static let containerLimit = 4096

  /// The text of a value; empty where there is nothing to write.
  ///
  /// A value that the format does not fit is written as it is, for it is to be seen what is there.
  func text(of value: FieldValue) -> String {
    formatted(value) ?? plain(value)
  }

  private func formatted(_ value: FieldValue) -> String? {
    switch kind {
    case .plain: return nil
    case .bytes: return NumberText.number(value).flatMap { NumberText.bytes($0, decimals) }
    case .percent:
      guard let number = NumberText.number(value),
        let digits = NumberText.fixed(number * 100, decimals ?? 0)
      else { return nil }
      return grouped(digits) + "%"
    case .moment(let parts): return Moment(value)?.text(parts)
    case .count:
      switch value {
      case .list(let values): return grouped(String(values.count))
      case .object(let fields): return grouped(String(fields.count))
      default: return nil
      }
    case .words(let yes, let no):
      if case .bool(let isTrue) = value { return isTrue ? yes : no }
      return nil
    case .bar(let width, let full):
      return NumberText.number(value).map { Self.bar($0 / full, width: width) }
    case .spark(let limit):
      guard case .list(let values) = value else { return nil }
      return Self.spark(values.suffix(limit).map { NumberText.number($0) })
    }
  }

  private func plain(_ value: FieldValue) -> String {
    switch value {
    case .null: return ""
    case .int(let number):
      if let decimals, let text = NumberText.fixed(Double(number), decimals) {
        return grouped(text)
      }
      return grouped(String(number))
    case .double(let number):
      if let decimals, let text = NumberText.fixed(number, decimals) { return grouped(text) }
      return grouped(value.scalarText ?? "")
    case .decimal(let digits):
      if let decimals, let number = NumberText.number(value),
        let text = NumberText.fixed(number, decimals)
      {
        return grouped(text)
      }
      return grouped(digits)
    case .list, .object: return value.summary(limit: Self.containerLimit)
    case .bool, .text: return value.scalarText ?? ""
    }
  }

  private func grouped(_ digits: String) -> String {
    isGrouped ? NumberText.grouped(digits) : digits
  }

  // MARK: - Pictures of numbers

  private static func bar(_ share: Double, width: Int) -> String {
    guard share > 0 else { return "" }
    let length = (min(share, 1) * Double(width)).rounded()
    // Not nothing, or it could not be told from 0.
    return String(repeating: "▇", count: max(1, Int(length)))
  }

  private static let steps = Array("▁▂▃▄▅▆▇█")

  /// A sign for each number; a blank for what is none.
  private static func spark(_ numbers: [Double?]) -> String? {
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else { return nil }
    // Halves, for the difference of two finite numbers may be infinite; that of two halves may be 0
    // although the numbers differ.
    let room = high / 2 - low / 2
    return String(
      numbers.map { number in
        guard let number, number.isFinite else { return " " }
        let share = room > 0 ? (number / 2 - low / 2) / room : 0.5
        return steps[max(0, min(steps.count - 1, Int(share * Double(steps.count - 1) + 0.5)))]
      })
  }
}
