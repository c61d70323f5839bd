internal import MocoaModel

/// Formats numbers independently of the locale of the system, so that the result is the same
/// everywhere.
package enum NumberFormatting {
  /// Returns a value as a finite number.
  ///
  /// Text that contains a number is converted too. The result is `nil` for any other value.
  static func number(_ value: FieldValue) -> Double? {
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
