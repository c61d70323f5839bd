/// A map from JSON pointers to locations in a JSON text, for messages with line numbers.
///
/// - Complexity: The initializer scans the text once. A lookup takes O(tokens + log lines) time.
package struct JSONSourceMap: Sendable {
  /// A location in a text, as messages show it.
  package struct Location: Hashable, Sendable {
    /// The line number, from 1.
    package var line: Int

    /// The column number in bytes, from 1.
    package var column: Int
  }

  private let text: JSONText
  private let start: Int

  /// The children of the objects and arrays of the text, by the start offset of the container.
  private let containers: [Int: JSONContainer]

  /// The start offsets of the lines.
  private let lineStarts: [Int]

  /// Creates the map of a valid JSON text.
  ///
  /// For other text the locations have no meaning.
  package init(_ bytes: [UInt8]) {
    text = JSONText(bytes: bytes)
    start = text.skipBlanks(0)
    containers = JSONContainer.all(in: text)
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns the location of the value at a JSON pointer.
  ///
  /// If the value does not exist, the result is the location of its last existing ancestor.
  ///
  /// - Parameters:
  ///   - tokens: The names and indexes of the JSON pointer. If a name repeats in an object, the
  ///     last member counts.
  ///   - isName: A Boolean value that indicates whether to locate the name of the last member
  ///     instead of its value.
  ///   - scalar: The offset of a Unicode scalar in the string to locate, or `nil` for the start of
  ///     the value.
  package func location(of tokens: [String], isName: Bool = false, scalarOffset scalar: Int? = nil)
    -> Location
  {
    var position = start
    for (index, token) in tokens.enumerated() {
      guard let child = containers[position]?.child(token) else { break }
      position = isName && index == tokens.count - 1 ? child.start : child.value
    }
    return location(at: scalar.map { text.offset(ofScalar: $0, inStringAt: position) } ?? position)
  }

  private func location(at offset: Int) -> Location {
    let offset = min(offset, text.bytes.count)
    // The first line that begins after the offset.
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return Location(line: low, column: offset - lineStarts[low - 1] + 1)
  }
}
