import Glibc

/// One line of the report: a JSON object, its members in the order in which they were given.
struct Line {
  private var members: [String] = []

  /// A line about something, and what is compared in it.
  init(_ name: String, compared: String) {
    add("name", name)
    add("compared", compared)
  }

  /// Adds a text.
  mutating func add(_ name: String, _ text: String) {
    members.append("\"\(name)\": \(Self.quoted(text))")
  }

  /// Adds a number, rounded to thousandths; null where there is none.
  mutating func add(_ name: String, _ number: Double?) {
    members.append("\"\(name)\": \(Self.text(of: number))")
  }

  /// Adds numbers.
  mutating func add(_ name: String, _ numbers: [Double]) {
    let list = numbers.map { Self.text(of: $0) }.joined(separator: ", ")
    members.append("\"\(name)\": [\(list)]")
  }

  /// Adds a yes or a no.
  mutating func add(_ name: String, _ isTrue: Bool) {
    members.append("\"\(name)\": \(isTrue)")
  }

  /// Prints the line at once, so that one can watch the lines come.
  func print() {
    Swift.print("{\(members.joined(separator: ", "))}")
    fflush(nil)
  }

  /// A number as JSON has it.
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

/// The value in the middle; nil of nothing.
func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
