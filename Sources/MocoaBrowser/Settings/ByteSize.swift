/// Parses sizes in bytes.
enum ByteSize {
  /// Parses a size as written by a user: `512M`, `2G` or `1000000`.
  ///
  /// Returns `nil` if the text is not valid or the size is less than 1 MiB.
  static func bytes(_ text: String) -> Int? {
    let units: [(String, Int)] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)]
    let unit = units.first { text.hasSuffix($0.0) }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else {
      return nil
    }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
    return isTooLarge || size < 1 << 20 ? nil : size
  }
}
