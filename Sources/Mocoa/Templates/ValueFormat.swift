package import MocoaModel

/// The format of a value in a template.
struct ValueFormat: Hashable, Sendable {
  /// The conversion of the value to text.
  enum Kind: Hashable, Sendable {
    /// The value without conversion.
    case plain

    /// A size in bytes, with units in steps of 1,024.
    case bytes

    /// A ratio as a percentage.
    case percent

    /// A date or a time; the associated value selects the parts to show.
    case moment(DateValue.Components)

    /// The number of values in an array or an object.
    case count

    /// One of two words for a Boolean value.
    case words(yes: String, no: String)

    /// A bar of characters whose length is proportional to a number.
    case bar(width: Int, full: Double)

    /// The last numbers of an array, each as a vertical bar.
    case spark(limit: Int)
  }

  var kind = Kind.plain

  /// A Boolean value that indicates whether digits are grouped in threes.
  var isGrouped = false

  /// The number of decimals, or `nil` for as many as the number needs.
  var decimals: Int?

  /// The maximum length of the JSON text of arrays and objects, in characters.
  private static let containerLimit = 4096

  /// Returns the text of a value; empty if the value is empty.
  ///
  /// If the format does not apply to a value, the value is shown without conversion, so no data is
  /// hidden.
  func text(of value: FieldValue) -> String {
    formatted(value) ?? plain(value)
  }

  private func formatted(_ value: FieldValue) -> String? {
    switch kind {
    case .plain: return nil
    case .bytes:
      return NumberFormatting.number(value).flatMap { NumberFormatting.bytes($0, decimals) }
    case .percent:
      guard let number = NumberFormatting.number(value),
        let digits = NumberFormatting.fixed(number * 100, decimals ?? 0)
      else { return nil }
      return grouped(digits) + "%"
    case .moment(let parts): return DateValue(value)?.text(parts)
    case .count:
      switch value {
      case .array(let values): return grouped(String(values.count))
      case .object(let fields): return grouped(String(fields.count))
      default: return nil
      }
    case .words(let yes, let no):
      if case .bool(let isTrue) = value { return isTrue ? yes : no }
      return nil
    case .bar(let width, let full):
      return NumberFormatting.number(value).map { BarText.bar($0 / full, width: width) }
    case .spark(let limit):
      guard case .array(let values) = value else { return nil }
      return Self.spark(values.suffix(limit).map { NumberFormatting.number($0) })
    }
  }

  private func plain(_ value: FieldValue) -> String {
    switch value {
    case .null: return ""
    case .int(let number):
      if let decimals, let text = NumberFormatting.fixed(Double(number), decimals) {
        return grouped(text)
      }
      return grouped(String(number))
    case .double(let number):
      if let decimals, let text = NumberFormatting.fixed(number, decimals) { return grouped(text) }
      return grouped(value.scalarString ?? "")
    case .decimal(let digits):
      if let decimals, let number = NumberFormatting.number(value),
        let text = NumberFormatting.fixed(number, decimals)
      {
        return grouped(text)
      }
      return grouped(digits)
    case .array, .object: return value.summary(limit: Self.containerLimit)
    case .bool, .string: return value.scalarString ?? ""
    }
  }

  private func grouped(_ digits: String) -> String {
    isGrouped ? NumberFormatting.grouped(digits) : digits
  }

  // MARK: - Bars

  private static let steps = Array("▁▂▃▄▅▆▇█")

  /// Returns a vertical bar for each number, and a space for each value that is not a number.
  private static func spark(_ numbers: [Double?]) -> String? {
    let finite = numbers.compactMap(\.self).filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return nil }
    // Halves are subtracted, because the difference of two finite numbers may be infinite. The
    // result may still be 0 for different numbers.
    let halfRange = high / 2 - low / 2
    return String(
      numbers.map { number in
        guard let number, number.isFinite else { return " " }
        let share = halfRange > 0 ? (number / 2 - low / 2) / halfRange : 0.5
        return steps[max(0, min(steps.count - 1, Int(share * Double(steps.count - 1) + 0.5)))]
      })
  }
}

/// Formats numbers independently of the locale of the system, so that the result is the same
/// everywhere.
package enum NumberFormatting {
  /// Returns a value as a finite number.
  ///
  /// Text that contains a number is converted too. The result is `nil` for any other value.
  package static func number(_ value: FieldValue) -> Double? {
    let number: Double? =
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      case .decimal(let digits), .string(let digits): digits.utf8.count <= 64 ? Double(digits) : nil
      case .null, .bool, .array, .object: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a number with a fixed number of decimals.
  ///
  /// The result is `nil` if it would have more digits than a `Double` can represent exactly.
  static func fixed(_ number: Double, _ decimals: Int) -> String? {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = (number * power).rounded()
    guard abs(scaled) < 9e15 else { return nil }
    var digits = String(Int64(abs(scaled)))
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return scaled < 0 ? "-" + digits : digits
  }

  /// Returns a count with its digits in groups of three, such as `50,000`.
  package static func grouped(_ count: Int) -> String { grouped(String(count)) }

  /// Returns text with its integer digits in groups of three.
  ///
  /// Text that is not a plain number is returned unchanged.
  package static func grouped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = bytes.first == UInt8(ascii: "-") ? 1 : 0
    let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    guard end - start > 3, bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }) else {
      return text
    }
    var result = Array(bytes[..<start])
    for index in start..<end {
      if index > start, (end - index).isMultiple(of: 3) { result.append(UInt8(ascii: ",")) }
      result.append(bytes[index])
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  /// Returns a size with a binary unit, such as `512 B` or `1.5 KiB`.
  static func bytes(_ number: Double, _ decimals: Int?) -> String? {
    var (size, unit) = (number, 0)
    // A size that would be rounded to 1,024 uses the next unit.
    while abs(size) >= 1023.95, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    return fixed(size, decimals ?? (unit == 0 ? 0 : 1)).map { "\($0) \(units[unit])" }
  }
}
