extension FieldValue {
  /// Creates a `double` if its shortest text equals `text`, otherwise a `decimal` with the digits
  /// of `text`.
  package init(_ number: Double, writtenAs text: String) {
    let value = FieldValue.double(number)
    // The text of a larger integer differs.
    self = number.magnitude < 0x1p60 && value.scalarString == text ? value : .decimal(text)
  }

  /// Creates a `double` if its shortest text equals some digits, otherwise a `decimal` with the
  /// digits.
  package init(digits: String) {
    guard digits.utf8.count <= 25, let value = Double(digits) else {
      self = .decimal(digits)
      return
    }
    self.init(value, writtenAs: digits)
  }
}
