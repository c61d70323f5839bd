/// Compact JSON, piece by piece.
///
/// It owns its memory instead of an array's: of what is written most is a byte or two, and an array is
/// asked with each whether it is its own.
struct JSONWriter: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// How many bytes were written.
  private(set) var count = 0

  init() {
    // Most entities are smaller.
    capacity = 256
    memory = .allocate(capacity: capacity)
  }

  deinit {
    memory.deallocate()
  }

  // MARK: - Bytes

  /// All that was written.
  var bytes: [UInt8] { bytes(in: 0..<count) }

  /// A part of what was written.
  func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count))
  }

  /// The latest byte.
  private var last: UInt8? { count == 0 ? nil : memory[count - 1] }

  /// Takes back all but the first bytes.
  mutating func removeAll(from first: Int) {
    count = min(count, max(0, first))
  }

  /// Makes sure that so many bytes more can be written.
  private mutating func reserve(_ more: Int) {
    if capacity - count >= more { return }
    capacity = 2 * capacity + more
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  private mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (memory + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Adds a byte as it is.
  mutating func append(byte: Unicode.Scalar) {
    append(UInt8(truncatingIfNeeded: byte.value))
  }

  /// Adds JSON that is finished.
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Adds text as it is.
  mutating func append(verbatim text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  // MARK: - Structure

  /// Adds the name of the next member of an object.
  mutating func append(key: String) {
    if last != UInt8(ascii: "{") { append(byte: ",") }
    append(key)
    append(byte: ":")
  }

  /// Adds what is between the elements of a list.
  mutating func appendSeparator() {
    if last != UInt8(ascii: "[") { append(byte: ",") }
  }

  // MARK: - Members

  // One call each, since a class that holds this is asked for it with every call.

  mutating func appendNull(member key: String) {
    append(key: key)
    append(verbatim: "null")
  }

  mutating func append(member key: String, _ value: Bool) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: String) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: Double) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: Int64) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: UInt64) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, digits: String) {
    append(key: key)
    append(digits: digits)
  }

  // MARK: - Values

  mutating func append(_ value: Bool) {
    append(verbatim: value ? "true" : "false")
  }

  /// Adds a whole number.
  mutating func append(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(value.magnitude)
  }

  /// Adds a whole number.
  mutating func append(_ value: UInt64) {
    // The most that 64 bits can have.
    let most = 20
    reserve(most)
    var (rest, first) = (value, count + most)
    repeat {
      first -= 1
      memory[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    let length = count + most - first
    (memory + count).update(from: memory + first, count: length)
    count += length
  }

  /// Adds a whole number of any size, which is spelled already.
  mutating func append(digits: String) {
    var digits = digits
    digits.withUTF8 { append(contentsOf: $0) }
  }

  /// Adds a number in its shortest exact form; as a text where JSON has no number for it.
  mutating func append(_ value: Double) {
    var text = value.isFinite ? value.description : "\"\(value)\""
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Adds a text.
  mutating func append(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if !utf8.contains(where: Self.isEscaped) { return append(contentsOf: utf8) }
      for byte in utf8 {
        if Self.isEscaped(byte) { append(escaped: byte) } else { append(byte) }
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    append(byte: "\\")
    switch byte {
    case 0x0A: append(byte: "n")
    case 0x09: append(byte: "t")
    case 0..<0x20:
      append(verbatim: byte < 0x10 ? "u000" : "u001")
      let digit = byte & 15
      append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    default: append(byte)
    }
  }

  /// Adds an identity: a number or a text, or an object around the spelling of a rare one.
  mutating func append(_ id: StoredID) {
    switch id {
    case .integer(let value): append(value)
    case .text(let text): append(text)
    case .tagged(let spelling):
      append(verbatim: "{\"\":")
      append(spelling)
      append(byte: "}")
    }
  }
}
