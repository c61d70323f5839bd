internal import MocoaLanguage

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the error in bytes from the start of the text.
  public var offset: Int

  /// The line of the error; the first is 1.
  public var line: Int

  /// The place of the error in the bytes of its line; the first is 1.
  public var column: Int

  /// What was expected and what was found, in one line of printable text.
  public var reason: String

  /// An error from its parts.
  public init(offset: Int, line: Int, column: Int, reason: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// The reason and the place, in one line.
  public var description: String { phrase("\(reason) at line \(line), column \(column)") }
}

extension JSONError {
  /// An error at a place of `bytes`, whose line and column are counted.
  init(_ reason: String, at offset: Int, of bytes: UnsafeRawBufferPointer) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    self.init(offset: offset, line: line, column: offset - lineStart + 1, reason: reason)
  }
}
