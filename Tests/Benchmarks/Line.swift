import Glibc

/// A line of the report: a JSON object with its members in the order of their addition.
struct Line {
  private var members: [String] = []

  /// Creates a line with the name of a measurement and a description of the comparison.
  init(_ name: String, compared: String) {
    add("name", name)
    add("compared", compared)
  }

  /// Adds a string.
  mutating func add(_ name: String, _ text: String) {
    members.append("\"\(name)\": \(Self.quoted(text))")
  }

  /// Adds a number, rounded to thousandths, or null if the number is nil or not finite.
  mutating func add(_ name: String, _ number: Double?) {
    members.append("\"\(name)\": \(Self.text(of: number))")
  }

  /// Adds an array of numbers.
  mutating func add(_ name: String, _ numbers: [Double]) {
    let list = numbers.map { Self.text(of: $0) }.joined(separator: ", ")
    members.append("\"\(name)\": [\(list)]")
  }

  /// Adds a Boolean value.
  mutating func add(_ name: String, _ isTrue: Bool) {
    members.append("\"\(name)\": \(isTrue)")
  }

  /// Prints the line immediately, so that the progress is visible.
  func print() {
    Swift.print("{\(members.joined(separator: ", "))}")
    fflush(nil)
  }

  /// Returns the JSON text of a number, rounded to thousandths.
  static func text(of number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20: " "
      default: "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }
}

/// Returns the middle of the sorted values, or nil if the array is empty.
func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
