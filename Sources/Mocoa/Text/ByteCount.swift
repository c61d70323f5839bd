/// A number of bytes, which is formatted with two or three digits in powers of 1,000.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Int

  /// Creates a number of bytes.
  package init(_ bytes: Int) { self.bytes = bytes }

  /// The number with its unit, such as `7.0 MB`.
  package var description: String {
    if bytes < 1000 { return "\(bytes) B" }
    var (value, unit) = (Double(bytes), 0)
    while value >= 999.5, unit < 6 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return "\(number) \(["B", "kB", "MB", "GB", "TB", "PB", "EB"][unit])"
  }
}
