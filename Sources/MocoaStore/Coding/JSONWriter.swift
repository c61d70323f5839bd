internal import MocoaModel

/// A writer of compact JSON.
///
/// It owns its memory instead of using an array. Most appended texts have one or two bytes, and an
/// array checks for unique ownership each time.
struct JSONWriter: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// The number of bytes that have been written.
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

  /// All bytes that have been written.
  var bytes: [UInt8] { bytes(in: 0..<count) }

  /// Returns the written bytes in a range of offsets.
  func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count))
  }

  /// The last written byte, or `nil` if there is none.
  private var last: UInt8? { count == 0 ? nil : memory[count - 1] }

  /// Removes all bytes from an offset on.
  mutating func removeAll(from first: Int) {
    count = min(count, max(0, first))
  }

  /// Ensures that a number of further bytes can be written.
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

  /// Appends one ASCII character.
  mutating func append(byte: Unicode.Scalar) {
    append(UInt8(truncatingIfNeeded: byte.value))
  }

  /// Appends bytes that are already valid JSON.
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends text without quotes and escapes.
  mutating func append(verbatim text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends text without quotes and escapes.
  private mutating func append(unescaped text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  // MARK: - Structure

  /// Appends the name of the next member of an object.
  mutating func append(key: String) {
    if last != UInt8(ascii: "{") { append(byte: ",") }
    append(key)
    append(byte: ":")
  }

  /// Appends a comma, except before the first element of an array.
  mutating func appendSeparator() {
    if last != UInt8(ascii: "[") { append(byte: ",") }
  }

  // MARK: - Members

  // Each member is one call, because a class that stores this writer is accessed for every call.

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

  /// Appends an integer.
  mutating func append(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(value.magnitude)
  }

  /// Appends an integer.
  mutating func append(_ value: UInt64) {
    // The maximum number of digits of a 64-bit integer.
    let most = 20
    reserve(most)
    var (remaining, first) = (value, count + most)
    repeat {
      first -= 1
      memory[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining % 10)
      remaining /= 10
    } while remaining > 0
    let length = count + most - first
    (memory + count).update(from: memory + first, count: length)
    count += length
  }

  /// Appends an integer of any size, given as digits.
  mutating func append(digits: String) {
    append(unescaped: digits)
  }

  /// Appends a number in its shortest exact form.
  ///
  /// A number that is not finite is written as a string.
  mutating func append(_ value: Double) {
    append(unescaped: value.isFinite ? value.description : "\"\(value)\"")
  }

  /// Appends a string.
  mutating func append(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if !utf8.contains(where: { JSONEscape.isRequired(for: $0) }) {
        return append(contentsOf: utf8)
      }
      for byte in utf8 {
        if JSONEscape.isRequired(for: byte) {
          append(unescaped: JSONEscape.sequence(for: byte))
        } else {
          append(byte)
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends an identity.
  ///
  /// An integer is written as a number and a text as a string. All other identities are written as
  /// an object that contains their tagged text.
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
