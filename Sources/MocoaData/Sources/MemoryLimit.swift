internal import Synchronization

/// The most memory that the records of one list may take.
package enum MemoryLimit {
  private static let configured = Mutex<Int?>(nil)

  /// The limit in bytes that a user has set; nil for a quarter of the memory.
  package static var setting: Int? {
    get { configured.withLock { $0 } }
    set { configured.withLock { $0 = newValue } }
  }

  /// The limit in bytes.
  static var bytes: Int { setting ?? Memory.size / 4 }

  /// A number of bytes as a user writes it: `512M`, `2G` or `1000000`; nil for anything else, and for
  /// less than 1 MiB.
  package static func bytes(_ text: String) -> Int? {
    let units: [(String, Int)] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)]
    let unit = units.first { text.hasSuffix($0.0) }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else {
      return nil
    }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
    return isTooLarge || size < 1 << 20 ? nil : size
  }
}
